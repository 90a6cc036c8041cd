package org.espalier.workload.swf;

import java.util.Map;
import org.espalier.workload.document.BadLineHandling;

/**
 * How a trace becomes a workload.
 *
 * @param types how jobs are told apart
 * @param renames other names for the types that the rule makes; several may become one
 * @param deadlines how deadlines are reckoned
 * @param badLines what becomes of lines that are no jobs
 * @param fromZero whether times are counted from the first arrival, not as the trace counts them
 */
public record SwfSettings(
    TypeRule types,
    Map<String, String> renames,
    DeadlineRule deadlines,
    BadLineHandling badLines,
    boolean fromZero) {
  /** Classes of requested time, twice the requested time. */
  public static final SwfSettings DEFAULTS =
      new SwfSettings(TypeRule.ByRequestedTime.DEFAULT, Map.of(), DeadlineRule.DEFAULT);

  /** Refuses bad lines, and takes times as the trace has them. */
  public SwfSettings(TypeRule types, Map<String, String> renames, DeadlineRule deadlines) {
    this(types, renames, deadlines, BadLineHandling.REFUSE, false);
  }

  public SwfSettings {
    renames = Map.copyOf(renames);
  }
}
