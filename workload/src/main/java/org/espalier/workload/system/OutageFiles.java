package org.espalier.workload.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.espalier.core.model.RecordedOutages;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.CsvTable;

/** Outages of machines as CSV: {@code machine,from_s,until_s}, in seconds since time 0. */
final class OutageFiles {
  private static final String MACHINE = "machine";
  private static final String FROM = "from_s";
  private static final String UNTIL = "until_s";
  private static final double MOST_SECONDS = 1e9;

  private OutageFiles() {}

  /**
   * Reads a file.
   *
   * @param machines names of those that it may have
   */
  static RecordedOutages read(Path file, Collection<String> machines, Problems problems) {
    List<RecordedOutages.Outage> outages = new ArrayList<>();
    new CsvTable(problems.in(file), List.of(MACHINE, FROM, UNTIL))
        .read(row -> {
          String machine = row.get(MACHINE);
          if (!machines.contains(machine)) {
            row.report(MACHINE, "is no machine of this type", Names.remedy(machine, machines));
          }
          double from = seconds(row, FROM, 0, "expected seconds of 0 or more");
          double until = seconds(row, UNTIL, Math.nextUp(from), "expected seconds after from_s");
          outages.add(new RecordedOutages.Outage(machine, duration(from), duration(until)));
        });
    return new RecordedOutages(outages);
  }

  private static double seconds(CsvRow row, String column, double least, String remedy) {
    return row.number(
            column, time -> time >= least && time <= MOST_SECONDS, "is no such time", remedy)
        .orElse(least);
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
