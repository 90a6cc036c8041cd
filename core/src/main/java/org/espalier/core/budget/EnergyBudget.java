package org.espalier.core.budget;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a policy within the energy budgets of periods (DISSERTATION 3.3). No task is assigned that
 * would break the budget of the present period or of a later one, or would start after the end of a
 * period with a budget; a task for which that is so everywhere is postponed to the next period if
 * it is worth more than a threshold then, and else dropped. What a task may take at most is said by
 * an energy filter; one whose choices it all refuses waits.
 *
 * <p>What is committed is the energy of tasks that have left since it looked first, of those that
 * are running and of those that are pending, as far as it falls into a period. It remembers them;
 * one serves one policy. Not safe for use by several threads.
 */
public final class EnergyBudget {
  private final EnergySettings settings;
  private final double utilityThreshold;

  private final SpentInPeriod spent;
  private final Set<Integer> postponed = new HashSet<>();
  private int period = -1;
  private long now;

  /** Whether that has begun; before the first one there is no limit. */
  private boolean hasBegun;

  private @Nullable EecMatrix known;
  private @Nullable EnergyStanding standing;

  /**
   * A budget of which nothing is spent.
   *
   * @param utilityThreshold what a postponed task must be worth more than
   */
  public EnergyBudget(EnergySettings settings, double utilityThreshold) {
    this.settings = settings;
    this.utilityThreshold = utilityThreshold;
    this.spent = new SpentInPeriod(settings);
  }

  /** Begins a mapping event: tasks that wait for another period are set aside. */
  public void begin(MappingSession session) {
    now = session.now();
    if (settings.periods().isEmpty()) {
      return;
    }
    for (Departure departure : session.event().departures()) {
      spent.spend(session.system(), departure);
      postponed.remove(departure.task().id());
    }
    standing = null;
    int present = settings.indexAt(session.now());
    boolean begun = session.now() >= settings.period(present).start();
    if (present != period || begun != hasBegun) {
      period = present;
      hasBegun = begun;
      postponed.clear();
    }
    for (Candidate candidate : session.open()) {
      if (postponed.contains(candidate.task().id())) {
        session.setAside(candidate);
      }
    }
  }

  /** Counts what was spent before it looked first. */
  public void goOnFrom(SpentEnergy before) {
    spent.goOnFrom(before);
    standing = spent.standing(before.since()).orElse(null);
  }

  /** How the budget stood at the last mapping event; empty if there was none for it. */
  public Optional<EnergyStanding> standing() {
    return Optional.ofNullable(standing);
  }

  /** Number of tasks that wait for another period. */
  public int postponed() {
    return postponed.size();
  }

  /**
   * When the next period begins or energy has another price, for which tasks may wait; empty if
   * there is no budget any more.
   */
  public OptionalLong nextPeriod() {
    boolean isLimited = period >= 0 && settings.hasBudgetFrom(period);
    long next = isLimited ? startOfNext() : Long.MAX_VALUE;
    if (settings.needsPower() && !settings.tariff().isFlat()) {
      next = Math.min(next, settings.tariff().nextChange(now));
    }
    return next < Long.MAX_VALUE ? OptionalLong.of(next) : OptionalLong.empty();
  }

  private long startOfNext() {
    EnergyPeriod present = settings.period(period);
    return hasBegun ? present.end() : present.start();
  }

  /** Maps by a heuristic, within the budget; what does not fit is postponed or dropped. */
  public void map(MappingSession session, MappingHeuristic heuristic) {
    settings
        .joulesPerWorth()
        .ifPresent(most -> session.filterBy(new WorthLimit(settings.tariff(), most)));
    if (period < 0 || !settings.hasBudgetFrom(period)) {
      heuristic.map(session);
      return;
    }
    CommittedEnergy committed = committed(session);
    EecMatrix eec = eec(session.system());
    double taskBudget =
        isLimited()
            ? settings.filter().joules(state(session, committed), eec)
            : Double.POSITIVE_INFINITY;
    EnergyLimits limits =
        new EnergyLimits(
            settings,
            i -> resolved(i, committed),
            period,
            hasBegun,
            committed,
            eec,
            session.system().pet(),
            taskBudget);
    session.filterBy(limits);
    if (isLimited()) {
      session.setEnergy(standing(committed));
    }
    heuristic.map(session);
    postpone(session, limits);
    standing = isLimited() ? standing(committedAfter(session)) : null;
  }

  /** A period with its share of what is left. */
  private EnergyPeriod resolved(int index, CommittedEnergy committed) {
    return spent.period(index, period, committed.beforeJoules());
  }

  /** Whether a budget is in force. */
  private boolean isLimited() {
    return hasBegun && settings.period(period).budgetJoules().isPresent();
  }

  private EecMatrix eec(HcSystem system) {
    EecMatrix eec = EecMatrix.of(system, known);
    known = eec;
    return eec;
  }

  /** What is committed before anything is mapped. */
  private CommittedEnergy committed(MappingSession session) {
    return committed(session, m -> Integer.MAX_VALUE);
  }

  /** What is committed when all is mapped: but for what does not start in time, and goes back. */
  private CommittedEnergy committedAfter(MappingSession session) {
    List<MachineQueue> before = session.event().queues();
    return committed(session, m -> before.get(m).size());
  }

  /**
   * What is committed by the decisions taken so far.
   *
   * @param sizes by machine, number of tasks that are there whenever they start
   */
  private CommittedEnergy committed(MappingSession session, IntUnaryOperator sizes) {
    CommittedEnergy committed = new CommittedEnergy(settings, period, spent.joules(period));
    HcSystem system = session.system();
    AllocationRules rules = session.event().rules();
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      long free = session.now();
      int starting = queue.isBusy() ? 0 : 1;
      for (int i = 0; i < Math.min(queue.size(), queue.fixed() + starting); i++) {
        if (i >= Math.max(1, sizes.applyAsInt(m)) && !rules.startsInTime(free, session.now())) {
          break;
        }
        long start = i == 0 && queue.isBusy() ? queue.start() : free;
        free = Math.round(settings.ticks(queue.completionTime(i)));
        double ticks = free - start;
        int type = queue.task(i).type();
        committed.add(start, free, system.taskJoules(type, queue.placement(i), ticks));
      }
    }
    return committed;
  }

  /** When the task at a position is expected to end. */
  private static long end(MachineQueue queue, int position) {
    return Math.round(queue.completionTime(position).mean());
  }

  /** How the present period stands before anything is mapped. */
  private EnergyState state(MappingSession session, CommittedEnergy committed) {
    EnergyPeriod present = settings.period(period);
    double remaining = 0;
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      long free = queue.size() == 0 ? session.now() : end(queue, queue.size() - 1);
      remaining += Math.max(0, present.end() - Math.max(session.now(), free));
    }
    double all = (double) session.machines() * (present.end() - present.start());
    return new EnergyState(
        resolved(period, committed).budgetJoules().orElseThrow(),
        committed.joules(period),
        remaining,
        all);
  }

  private EnergyStanding standing(CommittedEnergy committed) {
    double pending = committed.joules(period) - spent.joules(period);
    return spent.standing(period, committed.beforeJoules(), pending);
  }

  /** What fits nowhere is postponed or dropped. */
  private void postpone(MappingSession session, EnergyLimits limits) {
    Set<Integer> told = told(session);
    Map<Integer, Outlook> outlooks = new HashMap<>();
    for (Candidate candidate : session.waiting()) {
      if (!postponed.contains(candidate.task().id())) {
        Outlook outlook =
            outlooks.computeIfAbsent(
                candidate.task().type(), type -> outlook(session, limits, candidate));
        boolean stays = outlook.fits || staysPostponed(session, candidate, outlook);
        if (stays
            && outlook.cheapest >= 0
            && session.event().explain()
            && !told.contains(candidate.task().id())) {
          session.noteRefused(candidate, outlook.cheapest);
        }
      }
    }
  }

  /** The tasks of which something was said in the event, if anyone wants to know. */
  private static Set<Integer> told(MappingSession session) {
    Set<Integer> told = new HashSet<>();
    if (session.event().explain()) {
      session.decisions().forEach(decision -> told.add(decision.task().id()));
    }
    return told;
  }

  /**
   * What tasks of a type may expect when an event has mapped what it maps.
   *
   * @param fits whether one fits the budgets anywhere, as far as is known of machines that take no
   *     tasks at present
   * @param cheapest the placement on which one takes least energy; -1 if none takes tasks
   * @param shortest its least mean execution time in P-state 0, in ticks
   */
  private record Outlook(boolean fits, int cheapest, double shortest) {}

  private Outlook outlook(MappingSession session, EnergyLimits limits, Candidate candidate) {
    int type = candidate.task().type();
    PetMatrix pet = session.system().pet();
    EecMatrix eec = eec(session.system());
    boolean fits = false;
    int cheapest = -1;
    double least = Double.POSITIVE_INFINITY;
    double shortest = Double.POSITIVE_INFINITY;
    for (int p = 0; p < session.placements(); p++) {
      Placement placement = session.placement(p);
      int machineType = session.system().machines().get(placement.machine()).type().id();
      if (pet.canRun(type, machineType)) {
        shortest = Math.min(shortest, pet.get(type, machineType, 0).mean());
        double joules = eec.joules(type, machineType, placement.pState());
        if (session.canRun(candidate, p)) {
          fits = fits || limits.fits(session, candidate, p);
          cheapest = joules < least ? p : cheapest;
          least = Math.min(least, joules);
        } else {
          double most = joules * limits.stretch(type, machineType, placement.pState());
          fits = fits || limits.cost(most, session.now()) <= limits.leftJoules(session);
        }
      }
    }
    return new Outlook(fits, cheapest, shortest);
  }

  /** Postpones a candidate, or drops it; whether it stays. */
  private boolean staysPostponed(MappingSession session, Candidate candidate, Outlook outlook) {
    double later = startOfNext() + outlook.shortest;
    Task task = candidate.task().falling();
    double utility = task.utility().of(task, Math.round(later));
    if (utility > utilityThreshold) {
      postponed.add(candidate.task().id());
      return true;
    }
    session.discard(
        candidate,
        DropReason.LOW_UTILITY,
        new Basis("utility in the next period", utility, utilityThreshold));
    return false;
  }
}
