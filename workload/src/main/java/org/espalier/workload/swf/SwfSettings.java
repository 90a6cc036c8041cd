package org.espalier.workload.swf;

import java.util.Map;
import java.util.Objects;

/**
 * How a trace becomes a workload.
 *
 * @param types how jobs are told apart
 * @param renames other names for the types that the rule makes; several may become one
 * @param deadlines how deadlines are reckoned
 */
public record SwfSettings(TypeRule types, Map<String, String> renames, DeadlineRule deadlines) {
  /** Classes of requested time, twice the requested time. */
  public static final SwfSettings DEFAULTS =
      new SwfSettings(TypeRule.ByRequestedTime.DEFAULT, Map.of(), DeadlineRule.DEFAULT);

  public SwfSettings {
    Objects.requireNonNull(types, "types");
    Objects.requireNonNull(deadlines, "deadlines");
    renames = Map.copyOf(renames);
  }

  /** The name of the type with a number. */
  String name(long type) {
    String name = types.name(type);
    return renames.getOrDefault(name, name);
  }
}
