package org.espalier.workload.trace;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.Task;

/**
 * Writes trial files of the pruning papers ({@code .dat}): times in milliseconds with two decimals,
 * task types by number. Times that are no whole hundredths are rounded.
 *
 * <p>{@link TrialFiles} mends a first arrival that is what the header left of the expected one, so
 * a first arrival that looks like it is written with zeros in front, which it is then told by.
 */
public final class TrialFileWriter {
  private static final BigDecimal NANOS_PER_CENT = BigDecimal.valueOf(10_000);

  private final TypedWorkload typed;
  private final BigDecimal centsPerTick;
  private long rounded;

  private TrialFileWriter(TypedWorkload typed) {
    this.typed = typed;
    this.centsPerTick = BigDecimal.valueOf(typed.tick().toNanos()).divide(NANOS_PER_CENT);
  }

  /**
   * Writes a workload; an existing file is replaced.
   *
   * @return how many times had to be rounded
   */
  public static long write(Path file, TypedWorkload typed) throws IOException {
    TrialFileWriter writer = new TrialFileWriter(typed);
    List<TrialRow> rows = writer.rows();
    if (!rows.isEmpty() && isMistakable(rows)) {
      rows.set(0, unmistakable(rows.getFirst()));
    }
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("taskCount=%d;\n".formatted(rows.size()));
      for (TrialRow row : rows) {
        out.write("%s %d %s;\n".formatted(row.arrivalText(), row.type(), text(row.deadline())));
      }
    }
    return writer.rounded;
  }

  private List<TrialRow> rows() {
    List<TrialRow> rows = new ArrayList<>();
    for (Task task : typed.workload().tasks()) {
      long arrival = cents(task.arrival());
      rows.add(
          new TrialRow(
              rows.size() + 2, text(arrival), arrival, task.type(), cents(task.deadline())));
    }
    return rows;
  }

  /** Whether the reader would mend the first arrival, or might, by means of its PET. */
  private static boolean isMistakable(List<TrialRow> rows) {
    FirstArrival first = new FirstArrival(rows, null, TrialFiles.TICKS_PER_UNIT);
    return !first.knowsSlack() || first.mended().isPresent();
  }

  /** The same row with an arrival that is longer than any that could be expected. */
  private static TrialRow unmistakable(TrialRow row) {
    int length = text(row.deadline()).length() + 1;
    String zeros = "0".repeat(Math.max(0, length - row.arrivalText().length()));
    return new TrialRow(
        row.line(), zeros + row.arrivalText(), row.arrival(), row.type(), row.deadline());
  }

  private long cents(long ticks) {
    BigDecimal exact = BigDecimal.valueOf(ticks).multiply(centsPerTick);
    BigDecimal whole = exact.setScale(0, RoundingMode.HALF_UP);
    rounded += exact.compareTo(whole) == 0 ? 0 : 1;
    return whole.longValueExact();
  }

  private static String text(long cents) {
    return BigDecimal.valueOf(cents, 2).toPlainString();
  }
}
