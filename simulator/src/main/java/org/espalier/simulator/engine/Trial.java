package org.espalier.simulator.engine;

import java.util.Optional;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.Forecast;

/**
 * A trial: one workload on one system, with the execution times that tasks really take.
 *
 * @param system the system as the policy believes it to be
 * @param rules the rules of the resource manager
 * @param workload the tasks that arrive
 * @param executionTimes what tasks really take
 * @param horizon when the trial ends, in ticks: from then on nothing arrives, is mapped or begins,
 *     and what is running runs to its end; {@link TimeSpan#NEVER} to go on until nothing is left
 * @param failures of which seed and trial machines fail or are off, if their types say so; empty if
 *     none does
 */
public record Trial(
    HcSystem system,
    AllocationRules rules,
    Workload workload,
    ExecutionTimes executionTimes,
    long horizon,
    Optional<Failures> failures) {
  /**
   * What failures are drawn from, and what becomes of what they hit.
   *
   * @param retries how often a task that was lost is run again
   * @param forecast of what arrives, for machines that are on by forecast; none if it is learned
   */
  public record Failures(long seed, int trial, int retries, Forecast forecast) {
    /** Where nothing is on by forecast, or by one that is learned. */
    public Failures(long seed, int trial, int retries) {
      this(seed, trial, retries, Forecast.NONE);
    }
  }

  /** A trial in which no machine fails. */
  public Trial(
      HcSystem system,
      AllocationRules rules,
      Workload workload,
      ExecutionTimes executionTimes,
      long horizon) {
    this(system, rules, workload, executionTimes, horizon, Optional.empty());
  }

  /** A trial that goes on until nothing is left. */
  public Trial(
      HcSystem system, AllocationRules rules, Workload workload, ExecutionTimes executionTimes) {
    this(system, rules, workload, executionTimes, TimeSpan.NEVER);
  }

  public Trial {
    for (var task : workload.tasks()) {
      Arguments.refuse(
          task.type() >= system.taskTypes().size(),
          "task %s of workload %s has type %s; system %s has task types 0 to %s",
          task.id(),
          workload.name(),
          task.type(),
          system.name(),
          system.taskTypes().size() - 1);
    }
  }
}
