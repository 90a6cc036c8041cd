package org.espalier.simulator.column;

import java.util.Arrays;
import java.util.List;

/**
 * The results of one trial of one scenario.
 *
 * @param values one per {@link Column}, in their order
 * @param onTimeByType on-time percentage of each task type; NaN for those without counted tasks
 * @param parts the same in parts, where it has such
 * @param schedulerTime what the policy took to decide
 */
public record TrialResult(
    List<Double> values, List<Double> onTimeByType, List<Part> parts, SchedulerTime schedulerTime) {
  public static TrialResult of(CountedTrial trial, SchedulerTime schedulerTime) {
    List<Double> values = Arrays.stream(Column.values()).map(column -> column.of(trial)).toList();
    return new TrialResult(values, trial.onTimeByType(), trial.parts(), schedulerTime);
  }

  /** Its value of a column. */
  public double get(Column column) {
    return values.get(column.ordinal());
  }
}
