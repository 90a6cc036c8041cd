package org.espalier.workload.generator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/**
 * Arrival rates by the hour as CSV. The header is {@code hour,rate}, and there is a row for each of
 * the 24 hours of a day or the 168 of a week, from hour 0 on. Only their ratios count.
 */
public final class HourlyFiles {
  private static final String HOUR = "hour";
  private static final String RATE = "rate";

  private HourlyFiles() {}

  /** Reads the rates of a file; empty if there are problems. */
  public static Optional<ArrivalPattern.Hourly> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    List<Double> rates = new ArrayList<>();
    new CsvTable(own, List.of(HOUR, RATE)).read(row -> rates.add(rate(row, rates.size())));
    if (!own.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ArrivalPattern.Hourly(rates));
    } catch (IllegalArgumentException e) {
      own.report(String.valueOf(e.getMessage()), "give a row for each hour of a day or a week");
      return Optional.empty();
    }
  }

  private static double rate(CsvRow row, int hour) {
    row.number(HOUR, h -> h == hour, "is not the next hour", "expected %s".formatted(hour));
    return row.number(
            RATE, r -> r >= 0 && r <= 1e12, "is no rate", "expected a number of 0 or more")
        .orElse(0);
  }
}
