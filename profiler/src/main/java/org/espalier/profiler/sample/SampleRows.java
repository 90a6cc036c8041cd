package org.espalier.profiler.sample;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.espalier.profiler.host.Resources;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.text.CsvRow;

/** Makes measured runs of rows, and reports what is wrong. */
final class SampleRows {
  private SampleRows() {}

  /** The run of a row; empty if anything is wrong with it. */
  static Optional<MeasuredRun> read(CsvRow row) {
    Fields fields = new Fields(row);
    OptionalDouble ofSet = fields.number(SampleColumn.SET_ENERGY_J);
    OptionalDouble ofRun = fields.number(SampleColumn.ENERGY_J);
    MeasuredRun run =
        new MeasuredRun(
            new Cell(
                fields.name(SampleColumn.TASK_TYPE),
                new Conditions(
                    fields.name(SampleColumn.MACHINE_TYPE), fields.index(SampleColumn.P_STATE)),
                fields.names(SampleColumn.CORUNNERS),
                ofSet.isPresent()),
            fields.seconds(),
            new Resources(
                fields.number(SampleColumn.USER_S),
                fields.number(SampleColumn.SYSTEM_S),
                fields.whole(SampleColumn.PEAK_MEMORY_BYTES),
                fields.whole(SampleColumn.VOLUNTARY_SWITCHES),
                fields.whole(SampleColumn.INVOLUNTARY_SWITCHES)),
            ofSet.isPresent() ? ofSet : ofRun,
            new Counts(
                fields.number(SampleColumn.INSTRUCTIONS),
                fields.number(SampleColumn.LLC_MISSES),
                fields.number(SampleColumn.COUNTED_SHARE),
                fields.isSimulated()),
            fields.started(),
            fields.names(SampleColumn.NOISE),
            fields.exitCode());
    return fields.isGood ? Optional.of(run) : Optional.empty();
  }

  /** The fields of one row. */
  private static final class Fields {
    private final CsvRow row;
    private boolean isGood = true;

    Fields(CsvRow row) {
      this.row = row;
    }

    private String text(SampleColumn column) {
      return row.get(column.title());
    }

    private void report(SampleColumn column, String message, String remedy) {
      isGood = false;
      row.report(column.title(), message, remedy);
    }

    String name(SampleColumn column) {
      SampleCsv.problemOfName(text(column))
          .ifPresent(problem -> report(column, "the name " + problem, "change the name"));
      return text(column);
    }

    List<String> names(SampleColumn column) {
      String text = text(column);
      List<String> names = text.isEmpty() ? List.of() : Arrays.asList(text.split("\\+", -1));
      if (names.stream().anyMatch(name -> SampleCsv.problemOfName(name).isPresent())) {
        report(column, "is no list of names", "expected names joined by +");
      }
      return names;
    }

    double seconds() {
      OptionalDouble seconds = number(SampleColumn.EXECUTION_TIME_S);
      if (text(SampleColumn.EXECUTION_TIME_S).isEmpty()) {
        report(SampleColumn.EXECUTION_TIME_S, "is empty", "expected seconds from 0 on");
      }
      return seconds.orElse(0);
    }

    OptionalDouble number(SampleColumn column) {
      if (text(column).isEmpty()) {
        return OptionalDouble.empty();
      }
      OptionalDouble number = Numbers.real(text(column));
      if (number.isEmpty() || number.getAsDouble() < 0) {
        report(column, "is not a number from 0 on", "correct it, or leave it empty");
      }
      return number;
    }

    OptionalLong whole(SampleColumn column) {
      String text = text(column);
      if (text.isEmpty()) {
        return OptionalLong.empty();
      }
      if (!text.matches("[0-9]{1,18}")) {
        report(column, "is not a whole number from 0 on", "correct it, or leave it empty");
        return OptionalLong.empty();
      }
      return OptionalLong.of(Long.parseLong(text));
    }

    OptionalInt index(SampleColumn column) {
      OptionalLong number = whole(column);
      if (number.isEmpty()) {
        return OptionalInt.empty();
      }
      if (number.getAsLong() > Byte.MAX_VALUE) {
        report(column, "is not the index of a P-state", "expected 0 for the fastest, 1, 2, ...");
      }
      return OptionalInt.of((int) number.getAsLong());
    }

    OptionalInt exitCode() {
      OptionalLong number = whole(SampleColumn.EXIT_CODE);
      return number.isPresent()
          ? OptionalInt.of((int) Math.min(number.getAsLong(), Integer.MAX_VALUE))
          : OptionalInt.empty();
    }

    boolean isSimulated() {
      String text = text(SampleColumn.SIMULATED);
      if (!List.of("", "true", "false").contains(text)) {
        report(SampleColumn.SIMULATED, "is neither true nor false", "expected true, or nothing");
      }
      return text.equals("true");
    }

    long started() {
      String text = text(SampleColumn.STARTED);
      try {
        return text.isEmpty() ? 0 : Instant.parse(text).toEpochMilli();
      } catch (DateTimeException | ArithmeticException e) {
        report(SampleColumn.STARTED, "is no time", "expected one as 2026-01-31T12:00:00Z");
        return 0;
      }
    }
  }
}
