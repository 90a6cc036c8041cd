package org.espalier.core.budget;

import java.util.List;
import java.util.function.IntFunction;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * What the budgets of energy allow in one mapping event. It has the state and the filter of the
 * present period, fixed for the event, and what the event has assigned so far.
 *
 * <p>A task that would end in a later period counts whole in the present one, and by its share in
 * each later one.
 */
final class EnergyLimits implements PairFilter {
  private final EnergySettings settings;

  /** Periods with their shares of what is left. */
  private final IntFunction<EnergyPeriod> periods;

  /** The present period, or the first one if that has not begun. */
  private final EnergyPeriod present;

  /** Whether the present period has begun and has a budget. */
  private final boolean isLimited;

  private final double budget;
  private final double committedJoules;
  private final EecMatrix eec;
  private final PetMatrix pet;
  private final double taskBudget;

  /** Index of the next period, and when it begins. */
  private final int next;

  private final long nextStart;

  private final CommittedEnergy committed;

  private int counted;
  private double assignedJoules;
  private final CommittedEnergy assigned;
  private @Nullable MappingState of;

  /**
   * The limits of an event.
   *
   * @param periods by index, with their shares of what is left
   * @param index of the present period
   * @param hasBegun whether that has begun
   * @param committed what is committed before the event
   * @param eec what tasks are expected to take
   * @param pet what times they are expected to take
   * @param taskBudget what the filter allows a task, in joules
   */
  EnergyLimits(
      EnergySettings settings,
      IntFunction<EnergyPeriod> periods,
      int index,
      boolean hasBegun,
      CommittedEnergy committed,
      EecMatrix eec,
      PetMatrix pet,
      double taskBudget) {
    this.settings = settings;
    this.periods = periods;
    this.present = periods.apply(index);
    this.isLimited = hasBegun && present.budgetJoules().isPresent();
    this.budget = present.budgetJoules().orElse(Double.POSITIVE_INFINITY);
    this.committed = committed;
    this.committedJoules = committed.joules(index);
    this.eec = eec;
    this.pet = pet;
    this.taskBudget = taskBudget;
    this.next = hasBegun ? index + 1 : index;
    this.nextStart = hasBegun ? present.end() : present.start();
    this.assigned = new CommittedEnergy(settings, index, 0);
  }

  @Override
  public String reason() {
    return "energy";
  }

  @Override
  public boolean admits(MappingState state, Candidate candidate, int placement) {
    return cost(state, candidate, placement) <= taskBudget && fits(state, candidate, placement);
  }

  @Override
  public boolean mindsTypeOnly() {
    return true;
  }

  /**
   * Whether all budgets hold, and in a period with a budget a task starts before its end; whatever
   * the filter says.
   */
  boolean fits(MappingState state, Candidate candidate, int placement) {
    double joules = cost(state, candidate, placement) * stretch(state, candidate, placement);
    double start = state.expectedReadyTime(placement);
    if (isLimited && (start >= nextStart || committedJoules + assigned(state) + joules > budget)) {
      return false;
    }
    return brokenLater(state, candidate, placement) == null;
  }

  /** What a task is expected to cost, in joules at the mean price. */
  private double cost(MappingState state, Candidate candidate, int placement) {
    return WorthLimit.cost(settings.tariff(), state, candidate, placement);
  }

  /** By what a task counts as more than it is expected to take. */
  double stretch(int type, int machineType, int pState) {
    Pmf time = pet.get(type, machineType, pState);
    return settings.probability() == 0 || time.mean() == 0 ? 1 : settings.ticks(time) / time.mean();
  }

  private double stretch(MappingState state, Candidate candidate, int placement) {
    Placement at = state.placement(placement);
    return stretch(candidate.task().type(), machineType(state, at), at.pState());
  }

  private static int machineType(MappingState state, Placement placement) {
    return state.system().machines().get(placement.machine()).type().id();
  }

  /** What so many joules cost that are taken now. */
  double cost(double joules, long now) {
    return joules * settings.tariff().factor(now);
  }

  /** What is left of the budget of the present period, in joules. */
  double leftJoules(MappingState state) {
    return isLimited ? budget - committedJoules - assigned(state) : Double.POSITIVE_INFINITY;
  }

  /** What a task would take of the first later budget that it breaks; null if there is none. */
  private @Nullable Basis brokenLater(MappingState state, Candidate candidate, int placement) {
    double ready = state.expectedReadyTime(placement);
    double stretch = stretch(state, candidate, placement);
    long end = Math.round(ready + state.meanExecutionTime(candidate, placement) * stretch);
    if (end <= nextStart) {
      return null;
    }
    assigned(state);
    double joules = state.expectedEnergy(candidate, placement) * stretch;
    for (int i = next; settings.period(i).start() < end; i++) {
      EnergyPeriod period = periods.apply(i);
      double share = settings.tariff().cost(joules, Math.round(ready), end, period.span());
      double all = period.budgetJoules().orElse(Double.POSITIVE_INFINITY);
      double left = all - committed.joules(i) - assigned.joules(i);
      if (share > left) {
        return new Basis("energy in J in a later period", share, left);
      }
    }
    return null;
  }

  /** The whole energy of what was assigned in the session so far. */
  private double assigned(MappingState state) {
    List<Decision> decisions = state.decisions();
    if (!state.equals(of) || counted > decisions.size()) {
      of = state;
      counted = 0;
      assignedJoules = 0;
      assigned.clear();
    }
    while (counted < decisions.size()) {
      if (decisions.get(counted++) instanceof Decision.Assign assign) {
        count(state, assign);
      }
    }
    return assignedJoules;
  }

  private void count(MappingState state, Decision.Assign assign) {
    Placement placement = assign.placement();
    int machineType = machineType(state, placement);
    int type = assign.task().type();
    double joules =
        eec.joules(type, machineType, placement.pState())
            * stretch(type, machineType, placement.pState());
    boolean isLater = state.expectedReadyTime(placement.id()) > nextStart;
    if (settings.tariff().isFlat() && !isLater) {
      assignedJoules += joules;
      return;
    }
    MachineQueue queue = state.queue(placement.machine());
    int last = place(queue, assign);
    long start = Math.round(queue.readyTime(last).mean());
    long end = Math.round(queue.completionTime(last).mean());
    assignedJoules += joules * settings.tariff().factor(start, end);
    if (isLater) {
      assigned.add(start, end, joules);
    }
  }

  private static int place(MachineQueue queue, Decision.Assign assign) {
    int last = queue.size() - 1;
    while (queue.task(last).id() != assign.task().id()) {
      last--;
    }
    return last;
  }

  @Override
  public Basis basis(MappingState state, Candidate candidate, int placement) {
    double joules = cost(state, candidate, placement);
    double start = state.expectedReadyTime(placement);
    double allowed = Math.min(taskBudget, leftJoules(state));
    Basis later = brokenLater(state, candidate, placement);
    if (joules > allowed) {
      return new Basis("energy in J", joules, allowed);
    }
    return later == null || (isLimited && start >= nextStart)
        ? new Basis("expected start", start, nextStart)
        : later;
  }
}
