package org.espalier.simulator.column;

import java.util.Arrays;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * What of a trial is counted.
 *
 * @param leftOut tasks that are left out of those that leave in the measured time
 * @param measured when: what happens outside is simulated but not counted
 * @param energy the budgets that the trial kept
 */
public record Counting(LeftOut leftOut, TimeSpan measured, EnergySettings energy) {
  /** The whole of a trial without budgets. */
  public static Counting whole(LeftOut leftOut) {
    return new Counting(leftOut, TimeSpan.ALWAYS, EnergySettings.NONE);
  }

  /** When the measured time of a trial ends: when its last task leaves if no end is given. */
  long endOf(TrialOutcome outcome) {
    return measured.end() == TimeSpan.ALWAYS.end() ? outcome.endTime() : measured.end();
  }

  /** When there is something to measure of a trial: not before its first task arrives. */
  long beginOf(TrialOutcome outcome) {
    return outcome.tasks().findAny().isEmpty()
        ? measured.start()
        : Math.max(outcome.firstArrival(), measured.start());
  }

  /** The measured time of a trial in which machines are on if they are not away. */
  TimeSpan onSpan(TrialOutcome outcome) {
    long begin = beginOf(outcome);
    return new TimeSpan(begin, Math.max(endOf(outcome), begin + 1));
  }

  /**
   * For how much of the measured time of a trial its machines are on, in ticks: from its first
   * arrival on.
   */
  long onTicks(TrialOutcome outcome) {
    return Math.max(0, endOf(outcome) - beginOf(outcome));
  }

  /** For how much of that time each of so many machines is on: one that is away is not. */
  long[] onTicks(TrialOutcome outcome, int machines) {
    long[] ticks = new long[machines];
    Arrays.fill(ticks, onTicks(outcome));
    outcome.away().forEach(away -> ticks[away.machine()] -= ticks(away, outcome));
    return ticks;
  }

  /** For how much of that time each of so many machines is on and does not boot. */
  long[] bootedTicks(TrialOutcome outcome, int machines) {
    long[] ticks = onTicks(outcome, machines);
    outcome.boots().forEach(boot -> ticks[boot.machine()] -= ticks(boot, outcome));
    return ticks;
  }

  /** What the machines of each type take for boots that begin in that time, in joules. */
  double[] bootJoules(TrialOutcome outcome, HcSystem system) {
    double[] joules = new double[system.machineTypes().size()];
    for (TrialOutcome.Away boot : outcome.boots()) {
      MachineType type = system.machines().get(boot.machine()).type();
      joules[type.id()] += onSpan(outcome).contains(boot.from()) ? type.boot().joules() : 0;
    }
    return joules;
  }

  /** For how much of that time a machine is away, or boots. */
  private long ticks(TrialOutcome.Away span, TrialOutcome outcome) {
    long begin = beginOf(outcome);
    long end = Math.max(begin, endOf(outcome));
    return Math.max(0, Math.min(end, span.until()) - Math.max(begin, span.from()));
  }
}
