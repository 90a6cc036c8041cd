package org.espalier.workload.swf;

import java.util.Map;
import java.util.Objects;

/**
 * How a trace becomes a workload.
 *
 * @param types how jobs are told apart
 * @param renames other names for the types that the rule makes; several may become one
 * @param deadlines how deadlines are reckoned
 * @param order what is done where submit times decrease
 */
public record SwfSettings(
    TypeRule types, Map<String, String> renames, DeadlineRule deadlines, Order order) {
  /** Classes of requested time, twice the requested time, sorted. */
  public static final SwfSettings DEFAULTS =
      new SwfSettings(TypeRule.ByRequestedTime.DEFAULT, Map.of(), DeadlineRule.DEFAULT, Order.SORT);

  /** What is done where submit times decrease. */
  public enum Order {
    /** Jobs are sorted by submit time, and a note says so. */
    SORT,
    /** It is a problem. */
    REFUSE
  }

  public SwfSettings {
    Objects.requireNonNull(types, "types");
    Objects.requireNonNull(deadlines, "deadlines");
    Objects.requireNonNull(order, "order");
    renames = Map.copyOf(renames);
  }

  /** The name of the type with a number. */
  String name(long type) {
    String name = types.name(type);
    return renames.getOrDefault(name, name);
  }
}
