package org.espalier.report;

import java.util.List;

/**
 * The completion time of a task in a machine queue, as a histogram. Times are seconds from the
 * instant of the decision.
 *
 * @param task what the task is called
 * @param running whether it is being executed
 * @param chance its chance of success, 0 to 1
 * @param deadlineSeconds its deadline
 * @param fromSeconds where the first bin begins
 * @param masses probability of each bin
 */
public record CompletionCurve(
    String task,
    boolean running,
    double chance,
    double deadlineSeconds,
    double fromSeconds,
    List<Double> masses) {

  /** Refuses chances and masses that are no probabilities. */
  public CompletionCurve {
    Check.text("task of a completion curve", task);
    masses = List.copyOf(masses);
    Check.that(0 <= chance && chance <= 1, "task %s has a chance of %s".formatted(task, chance));
    Check.that(
        masses.stream().allMatch(mass -> 0 <= mass && mass <= 1 + 1e-6),
        "task %s has masses that are no probabilities: %s".formatted(task, masses));
  }
}
