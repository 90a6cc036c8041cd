package org.espalier.core.budget;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.DropReason;
import org.espalier.core.allocation.EnergyStanding;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.SpentEnergy;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a policy within the energy budgets of periods (DISSERTATION 3.3). In a period with a budget
 * no task is assigned that would break it, or would start after the end of the period; a task for
 * which that is so everywhere is postponed to the next period if it is worth more than a threshold
 * then, and else dropped. What a task may take at most is said by an energy filter; one whose
 * choices it all refuses waits.
 *
 * <p>What is committed is the energy of tasks that have left since it looked first, of those that
 * are running and of those that are pending, as far as it falls into the period. It remembers them;
 * one serves one policy. Not safe for use by several threads.
 */
public final class EnergyBudget {
  private final EnergySettings settings;
  private final double utilityThreshold;

  private final SpentByPeriod spent;
  private final Set<Integer> postponed = new HashSet<>();
  private int period = -1;
  private @Nullable EecMatrix known;
  private @Nullable EnergyStanding standing;

  /**
   * A budget of which nothing is spent.
   *
   * @param utilityThreshold what a postponed task must be worth more than
   */
  public EnergyBudget(EnergySettings settings, double utilityThreshold) {
    this(settings, utilityThreshold, new SpentByPeriod(settings));
  }

  private EnergyBudget(EnergySettings settings, double utilityThreshold, SpentByPeriod spent) {
    this.settings = settings;
    this.utilityThreshold = utilityThreshold;
    this.spent = spent;
  }

  /** An independent one with the same memory. */
  public EnergyBudget copy() {
    EnergyBudget copy = new EnergyBudget(settings, utilityThreshold, spent.copy());
    copy.postponed.addAll(postponed);
    copy.period = period;
    copy.known = known;
    copy.standing = standing;
    return copy;
  }

  /** Begins a mapping event: tasks that wait for another period are set aside. */
  public void begin(MappingSession session) {
    if (settings.periods().isEmpty()) {
      return;
    }
    for (Departure departure : session.event().departures()) {
      spent.spend(session.system(), departure);
      postponed.remove(departure.task().id());
    }
    standing = null;
    int present = settings.indexAt(session.now());
    if (present != period) {
      period = present;
      postponed.clear();
      spent.forgetBefore(present);
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

  /** After tasks that earn too little were dropped, before a heuristic maps. */
  public @Nullable Event limit(MappingSession session) {
    if (settings.periods().isEmpty()) {
      return null;
    }
    EnergyPeriod present = settings.period(period);
    if (session.now() < present.start() || present.budgetJoules().isEmpty()) {
      return null;
    }
    EnergyState state = state(session, present);
    double before = spent.joules(period);
    standing =
        new EnergyStanding(
            present.start(),
            present.end(),
            state.budgetJoules(),
            before,
            state.committedJoules() - before);
    Event event = new Event(present, state, settings.filter().joules(state, eec(session.system())));
    session.filterBy(event);
    return event;
  }

  private EecMatrix eec(HcSystem system) {
    EecMatrix eec = known;
    if (eec == null || !eec.system().equals(system)) {
      eec = new EecMatrix(system);
      known = eec;
    }
    return eec;
  }

  /** How the present period stands; to be asked before anything is mapped in the session. */
  private EnergyState state(MappingSession session, EnergyPeriod present) {
    double committed = spent.joules(period);
    double remaining = 0;
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      long free = session.now();
      for (int i = 0; i < queue.size(); i++) {
        long start = i == 0 && queue.isBusy() ? queue.start() : free;
        free = Math.round(queue.completionTime(i).mean());
        double joules =
            (free - start)
                * session.system().tickSeconds()
                * session.system().activeWatts(queue.task(i).type(), queue.placement(i));
        committed += joules * present.share(start, free);
      }
      remaining += Math.max(0, present.end() - Math.max(session.now(), free));
    }
    double all = (double) session.machines() * (present.end() - present.start());
    double budget = present.budgetJoules().orElseThrow();
    return new EnergyState(budget, committed, remaining, all);
  }

  /** Ends a mapping event: what cannot be done in this period is postponed or dropped. */
  public void end(MappingSession session, @Nullable Event event) {
    if (event == null) {
      return;
    }
    Set<Integer> told = told(session);
    for (Candidate candidate : new ArrayList<>(session.open())) {
      if (event.fitsAnywhere(session, candidate)) {
        explain(session, candidate, told);
      } else {
        postpone(session, candidate, event.period, told);
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

  /** Says why a task waits, unless that was said. */
  private static void explain(MappingSession session, Candidate candidate, Set<Integer> told) {
    if (session.event().explain() && !told.contains(candidate.task().id())) {
      session.noteRefused(candidate, cheapest(session, candidate));
    }
  }

  /** The placement on which a candidate takes least energy. */
  private static int cheapest(MappingSession session, Candidate candidate) {
    int cheapest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < session.placements(); p++) {
      if (session.canRun(candidate, p) && session.expectedEnergy(candidate, p) < least) {
        cheapest = p;
        least = session.expectedEnergy(candidate, p);
      }
    }
    return cheapest;
  }

  private void postpone(
      MappingSession session, Candidate candidate, EnergyPeriod present, Set<Integer> told) {
    double later = present.end() + shortest(session, candidate);
    double utility = candidate.task().utility().of(candidate.task(), Math.round(later));
    if (utility > utilityThreshold) {
      postponed.add(candidate.task().id());
      explain(session, candidate, told);
      session.setAside(candidate);
    } else {
      session.discard(
          candidate,
          DropReason.LOW_UTILITY,
          new Basis("utility in the next period", utility, utilityThreshold));
    }
  }

  /** The least mean execution time of a candidate in P-state 0, in ticks. */
  private static double shortest(MappingSession session, Candidate candidate) {
    double shortest = Double.POSITIVE_INFINITY;
    for (int m = 0; m < session.machines(); m++) {
      int placement = session.fastestPlacement(m);
      shortest = Math.min(shortest, session.meanExecutionTime(candidate, placement));
    }
    return shortest;
  }

  /** What the energy of a period allows in one mapping event. */
  public static final class Event implements PairFilter {
    private final EnergyPeriod period;
    private final EnergyState state;
    private final double taskBudget;
    private int counted;
    private double assignedJoules;
    private @Nullable MappingSession of;

    private Event(EnergyPeriod period, EnergyState state, double taskBudget) {
      this.period = period;
      this.state = state;
      this.taskBudget = taskBudget;
    }

    @Override
    public String reason() {
      return "energy";
    }

    @Override
    public boolean admits(MappingSession session, Candidate candidate, int placement) {
      return session.expectedEnergy(candidate, placement) <= taskBudget
          && fits(session, candidate, placement);
    }

    @Override
    public boolean mindsTypeOnly() {
      return true;
    }

    /** Whether the budget holds, and the task starts within the period. */
    private boolean fits(MappingSession session, Candidate candidate, int placement) {
      double joules = session.expectedEnergy(candidate, placement);
      return session.expectedReadyTime(placement) < period.end()
          && state.committedJoules() + assigned(session) + joules <= state.budgetJoules();
    }

    private boolean fitsAnywhere(MappingSession session, Candidate candidate) {
      for (int p = 0; p < session.placements(); p++) {
        if (session.canRun(candidate, p) && fits(session, candidate, p)) {
          return true;
        }
      }
      return false;
    }

    /** The energy of what was assigned in the session so far. */
    private double assigned(MappingSession session) {
      List<Decision> decisions = session.decisions();
      if (!session.equals(of) || counted > decisions.size()) {
        of = session;
        counted = 0;
        assignedJoules = 0;
      }
      while (counted < decisions.size()) {
        if (decisions.get(counted++) instanceof Decision.Assign assign) {
          HcSystem system = session.system();
          int type = assign.task().type();
          Placement placement = assign.placement();
          int machineType = system.machines().get(placement.machine()).type().id();
          double ticks = system.pet().get(type, machineType, placement.pState()).mean();
          assignedJoules += ticks * system.tickSeconds() * system.activeWatts(type, placement);
        }
      }
      return assignedJoules;
    }

    @Override
    public Basis basis(MappingSession session, Candidate candidate, int placement) {
      double joules = session.expectedEnergy(candidate, placement);
      double left = state.remainingJoules() - assigned(session);
      return joules > Math.min(taskBudget, left)
          ? new Basis("energy in J", joules, Math.min(taskBudget, left))
          : new Basis(
              "expected start in ticks", session.expectedReadyTime(placement), period.end());
    }
  }
}
