package org.espalier.workload.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.DoublePredicate;
import org.espalier.core.model.RecordedOutages;
import org.espalier.workload.document.Loaded;
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
  static Loaded<RecordedOutages> read(Path file, Collection<String> machines, Problems problems) {
    List<RecordedOutages.Outage> outages = new ArrayList<>();
    CsvTable table = new CsvTable(problems.in(file), List.of(MACHINE, FROM, UNTIL));
    table.read(row -> {
      String machine = row.get(MACHINE);
      if (!machines.contains(machine)) {
        row.report(MACHINE, "is no machine of this type", Names.remedy(machine, machines));
      }
      Duration from = time(row, FROM, 0, "expected seconds of 0 or more");
      Duration until = time(row, UNTIL, from.toNanos() + 1, "expected seconds after from_s");
      outages.add(new RecordedOutages.Outage(machine, from, until));
    });
    return new Loaded<>(new RecordedOutages(outages), table.notes());
  }

  private static Duration time(CsvRow row, String column, long least, String remedy) {
    DoublePredicate fits = s -> Math.round(s * 1e9) >= least && s <= MOST_SECONDS;
    double seconds = row.number(column, fits, "is no such time", remedy).orElse(least / 1e9);
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
