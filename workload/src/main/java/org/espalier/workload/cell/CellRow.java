package org.espalier.workload.cell;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.text.CsvRow;

/**
 * A row of a CSV file about a task type on a machine type. Its columns {@code
 * task_type,machine_type} name them, and {@code p_state} a P-state, which is 0 where the file or
 * the row says none.
 */
public final class CellRow extends CsvRow {
  /** The column of P-states, which a file may do without. */
  public static final String P_STATE = "p_state";

  /** The column of task types. */
  public static final String TASK_TYPE = "task_type";

  /** The column of machine types. */
  public static final String MACHINE_TYPE = "machine_type";

  private static final int MOST_P_STATES = 100;

  private final int pState;

  private CellRow(CsvRow row, int pState) {
    super(row);
    this.pState = pState;
  }

  /** The columns that a file of such rows needs: those of the names, and its own. */
  public static List<String> columns(String... own) {
    return Stream.concat(Stream.of(TASK_TYPE, MACHINE_TYPE), Arrays.stream(own)).toList();
  }

  /** Takes rows that say which cell they are about, and reports the others. */
  public static Consumer<CsvRow> each(Consumer<CellRow> rows) {
    return row -> {
      String text = row.get(P_STATE);
      long pState = text.isEmpty() ? 0 : Numbers.whole(text).orElse(-1);
      if (row.get(TASK_TYPE).isEmpty() || row.get(MACHINE_TYPE).isEmpty()) {
        row.report("", "a name is empty", "name both types");
      } else if (pState < 0 || pState >= MOST_P_STATES) {
        row.report(
            P_STATE,
            "is not a P-state",
            "expected 0 to %s, or nothing".formatted(MOST_P_STATES - 1));
      } else {
        rows.accept(new CellRow(row, (int) pState));
      }
    };
  }

  /** The types that it is about. */
  public CellTable.Pair pair() {
    return new CellTable.Pair(get(TASK_TYPE), get(MACHINE_TYPE));
  }

  /** The P-state. */
  public int pState() {
    return pState;
  }
}
