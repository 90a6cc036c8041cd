package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.allocation.PlacementQuestion.Extent;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeferringRule;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.ScoreRounding;
import org.jspecify.annotations.Nullable;

/**
 * A working copy of a {@link MappingEvent}: virtual machine queues, and the decisions taken so far.
 * A pruner and a heuristic work on it one after the other.
 *
 * <p>Chances of success and expected utilities are rounded to 1e-9, expected times to 1e-4 tick, so
 * that they can be compared directly; what was computed once for a task and a tail of a queue is
 * remembered. Not safe for use by several threads.
 */
public final class MappingSession implements MappingState {
  private final MappingEvent event;

  /** By machine, its queue with the decisions taken so far; null where it was not looked at. */
  private final @Nullable MachineQueue[] queues;

  /** Machines whose queues are not those of the event. */
  private final BitSet changedMachines = new BitSet();

  private final int[] machineOf;
  private int withRoom;
  private final List<Decision> decisions = new ArrayList<>();
  private final Set<Candidate> taken = new HashSet<>();

  /** The candidates that are taken but stay in the batch queue. */
  private final Set<Candidate> setAside = new HashSet<>();

  private List<Candidate> open;
  private boolean openIsStale;
  private @Nullable EnergyStanding energy;

  /** Filters that leave what they refuse in the batch queue. */
  private PairFilter[] filters = {};

  /** Filters that discard what they refuse. */
  private PairFilter[] discarding = {};

  /** The latest completion that is possible on the first few machines. */
  private long latestCompletion = Long.MIN_VALUE;

  private int completionsLookedAt;

  /** By machine type; null until one is asked for. */
  private ReadyOrder @Nullable [] readyOrders;

  /** A working copy of an event without any decision yet. */
  public MappingSession(MappingEvent event) {
    this.event = event;
    this.open = event.candidates();
    this.queues = new MachineQueue[event.machines()];
    this.machineOf = event.placements().machines();
    this.withRoom = event.withRoom();
  }

  /** The state before any decision. */
  public MappingEvent event() {
    return event;
  }

  @Override
  public HcSystem system() {
    return event.system();
  }

  @Override
  public AllocationRules rules() {
    return event.rules();
  }

  @Override
  public long now() {
    return event.now();
  }

  @Override
  public int machines() {
    return queues.length;
  }

  @Override
  public MachineQueue queue(int machine) {
    MachineQueue queue = queues[machine];
    if (queue == null) {
      queue = event.queue(machine);
      queues[machine] = queue;
    }
    return queue;
  }

  /** The queue of a machine, of which nothing is asked that time changes. */
  public MachineQueue queueBefore(int machine) {
    MachineQueue queue = queues[machine];
    return queue == null ? event.queueBefore(machine) : queue;
  }

  @Override
  public int placements() {
    return machineOf.length;
  }

  @Override
  public Placement placement(int id) {
    return event.placements().get(id);
  }

  /** The placement of a machine in P-state 0. */
  public int fastestPlacement(int machine) {
    return queueBefore(machine).firstPlacement();
  }

  @Override
  public int machineOf(int placement) {
    return machineOf[placement];
  }

  private MachineQueue queueOf(int placement) {
    return queue(machineOf[placement]);
  }

  @Override
  public boolean hasRoom(int placement) {
    return queueBefore(machineOf[placement]).hasRoom();
  }

  /** Whether one more task fits anywhere. */
  public boolean hasRoom() {
    return withRoom > 0;
  }

  /** The machines that {@linkplain MachineQueue#isIdle are idle} after the decisions so far. */
  public BitSet idle() {
    BitSet idle = (BitSet) event.idle().clone();
    changedMachines.stream().forEach(machine -> idle.set(machine, queue(machine).isIdle()));
    return idle;
  }

  /**
   * The candidates that are not yet mapped, deferred or discarded, in order of arrival. A list that
   * was returned does not change when more of them are mapped.
   */
  public List<Candidate> open() {
    if (openIsStale) {
      open = open.stream().filter(candidate -> !taken.contains(candidate)).toList();
      openIsStale = false;
    }
    return open;
  }

  /** Looks at some candidates only, of those that are not yet mapped, deferred or discarded. */
  public void openOnly(List<Candidate> some) {
    open = some;
    openIsStale = true;
  }

  /**
   * The candidates that stay in the batch queue by the decisions taken so far, in order of arrival.
   * They are the open ones, and those that were set aside or refused by a filter.
   */
  public List<Candidate> waiting() {
    return event.candidates().stream()
        .filter(candidate -> !taken.contains(candidate) || setAside.contains(candidate))
        .toList();
  }

  @Override
  public boolean canRun(Candidate candidate, int placement) {
    return queueBefore(machineOf[placement]).canRun(candidate.task().type());
  }

  /** Whether a machine that can run a candidate takes tasks at present. */
  public boolean canRunSomewhere(Candidate candidate) {
    int taskType = candidate.task().type();
    return IntStream.range(0, system().machineTypes().size())
        .anyMatch(m -> system().pet().canRun(taskType, m) && byReadyTime(m).takesTasks());
  }

  @Override
  public double chanceOfSuccess(Candidate candidate, int placement) {
    return event.estimates(candidate).chanceOfSuccess(queueOf(placement), placement);
  }

  @Override
  public double chanceOfSuccessAtMost(Candidate candidate, int placement) {
    return event.estimates(candidate).chanceAtMost(queueOf(placement), placement);
  }

  @Override
  public double expectedCompletionAtLeast(Candidate candidate, int placement) {
    return event.estimates(candidate).expectedCompletionAtLeast(queueOf(placement), placement);
  }

  @Override
  public double expectedCompletionAtMost(Candidate candidate, int placement) {
    return event.estimates(candidate).expectedCompletionAtMost(queueOf(placement), placement);
  }

  /**
   * The first placement in an order for a candidate.
   *
   * @param ofAll whether those without room count; then, if a full one comes first, some full one
   *     that comes before all with room is returned, or the first one if explanations are wanted
   * @return -1 if the candidate can run nowhere
   */
  public int bestPlacement(Candidate candidate, PlacementOrder order, boolean ofAll) {
    Extent extent = !ofAll ? Extent.WITH_ROOM : event.explain() ? Extent.EXACTLY_ALL : Extent.ALL;
    return event.search().best(this, changedMachines, candidate, order, extent);
  }

  /**
   * The placements that may come first for candidates of one type with deadlines from that of one
   * to that of another. Asked of orders whose score is a number of tails, where there {@linkplain
   * #isOfMany are many}.
   *
   * @param ofAll whether those without room count
   * @param among some placements of which no other one comes first; empty for all
   * @return empty if none with room comes first; null if they are many
   */
  public int @Nullable [] contenders(
      Candidate soonest, Candidate latest, PlacementOrder order, boolean ofAll, int... among) {
    Extent extent = ofAll ? Extent.ALL : Extent.WITH_ROOM;
    return event.search().contenders(this, changedMachines, soonest, latest, order, extent, among);
  }

  /** How many best placements were searched for so far, and not known from earlier searches. */
  public long searches() {
    return event.search().searches();
  }

  /** Whether there are many placements, so that a search looks at groups of machines first. */
  public boolean isOfMany() {
    return event.search().isOfMany();
  }

  @Override
  public boolean chanceMayExceed(Candidate candidate, double level) {
    return event.search().chanceMayExceed(this, changedMachines, candidate, level);
  }

  @Override
  public double expectedCompletion(Candidate candidate, int placement) {
    return event.estimates(candidate).expectedCompletion(queueOf(placement), placement);
  }

  @Override
  public double expectedUtility(Candidate candidate, int placement) {
    MachineQueue queue = queueOf(placement);
    Task task = candidate.task();
    if (!queue.canRun(task.type())) {
      return 0;
    }
    Pmf ready = queue.tail();
    Pmf execution = queue.executionTime(task.type(), placement - queue.firstPlacement());
    double expected =
        CompletionTimes.expectation(
            queue.scope(),
            ready,
            execution,
            task.deadline(),
            time -> task.utility().of(task, time));
    if (ready.isCertain() && execution.isCertain()) {
      return expected;
    }
    long earliest = ready.earliest() + execution.earliest();
    return Math.min(ScoreRounding.chance(expected), task.utility().falling().of(task, earliest));
  }

  @Override
  public double expectedEnergy(Candidate candidate, int placement) {
    MachineQueue queue = queueOf(placement);
    int type = candidate.task().type();
    if (!queue.canRun(type)) {
      return Double.POSITIVE_INFINITY;
    }
    int pState = placement - queue.firstPlacement();
    double ticks = queue.executionTime(type, pState).mean();
    return system().taskJoules(type, queue.machine().type().id(), pState, ticks);
  }

  @Override
  public double expectedReadyTime(int placement) {
    return ScoreRounding.time(queueOf(placement).expectedReadyTime());
  }

  /** The machines of a type by when they are expected to be free. */
  public ReadyOrder byReadyTime(int machineType) {
    ReadyOrder[] orders = readyOrders;
    if (orders == null) {
      orders =
          Arrays.stream(event.placements().machinesOfTypes())
              .map(machines -> new ReadyOrder(this, machines))
              .toArray(ReadyOrder[]::new);
      readyOrders = orders;
    }
    return orders[machineType];
  }

  @Override
  public double meanExecutionTime(Candidate candidate, int placement) {
    MachineQueue queue = queueOf(placement);
    int type = candidate.task().type();
    return queue.canRun(type)
        ? ScoreRounding.time(queue.executionTime(type, placement - queue.firstPlacement()).mean())
        : Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean cannotBeLate(Candidate candidate) {
    long deadline = candidate.task().deadline();
    while (deadline >= latestCompletion && completionsLookedAt < machines()) {
      long next = queue(completionsLookedAt++).nextCompletionAtMost();
      latestCompletion = Math.max(latestCompletion, next);
    }
    return deadline >= latestCompletion;
  }

  /** How the budget of energy in force stands before anything is mapped; empty if there is none. */
  public Optional<EnergyStanding> energy() {
    return Optional.ofNullable(energy);
  }

  /** Says how the budget of energy stands that is in force. */
  public void setEnergy(EnergyStanding standing) {
    energy = standing;
  }

  /** Adds a filter, which decides from now on too which pairs are mapped. */
  public void filterBy(PairFilter filter) {
    if (filter.discards().isPresent()) {
      discarding = with(discarding, filter);
    } else {
      filters = with(filters, filter);
    }
  }

  private static PairFilter[] with(PairFilter[] filters, PairFilter filter) {
    PairFilter[] more = Arrays.copyOf(filters, filters.length + 1);
    more[filters.length] = filter;
    return more;
  }

  /** Whether a filter may not admit a pair. */
  public boolean hasFilters() {
    return filters.length > 0;
  }

  /** The rule by which one filter defers, if it is the only one that may not admit a pair. */
  public Optional<DeferringRule> onlyDefers() {
    return filters.length == 1 && filters[0] instanceof DeferringFilter only
        ? Optional.of(only.rule())
        : Optional.empty();
  }

  /** Whether all filters that may not admit a pair give tasks of one type the same answer. */
  public boolean filtersMindTypeOnly() {
    return Arrays.stream(filters).allMatch(PairFilter::mindsTypeOnly);
  }

  /**
   * Whether all filters admit a pair, but for those that discard what they refuse: these judge the
   * choice that a heuristic has made. A pair that a filter refuses is not mapped.
   */
  public boolean admits(Candidate candidate, int placement) {
    for (PairFilter filter : filters) {
      if (!filter.admits(this, candidate, placement)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a machine has room for a candidate and all filters may admit it there. */
  public boolean isMappable(Candidate candidate) {
    for (PairFilter filter : filters) {
      if (!filter.mayAdmit(this, candidate)) {
        assert filter instanceof DeferringFilter || isRefusedEverywhere(candidate, filter)
            : "%s is admitted by the filter %s, which had said that it is nowhere"
                .formatted(candidate, filter.reason());
        return false;
      }
    }
    return hasRoom();
  }

  private boolean isRefusedEverywhere(Candidate candidate, PairFilter filter) {
    return IntStream.range(0, placements())
        .noneMatch(p -> hasRoom(p) && canRun(candidate, p) && filter.admits(this, candidate, p));
  }

  /**
   * Maps a candidate to the end of the queue of a machine, unless a filter refuses the pair.
   *
   * @param basis the number this is based on
   * @return whether it was mapped; if not, it is no longer open, and stays in the batch queue
   *     unless the filter discards it
   * @throws IllegalDecisionException if the queue is full, the candidate cannot run there or is no
   *     longer open
   */
  public boolean assign(Candidate candidate, int placement, Basis basis) {
    checkAssignment(candidate, placement);
    if (!admits(candidate, placement)) {
      noteRefused(candidate, placement);
      setAside(candidate);
      return false;
    }
    for (PairFilter filter : discarding) {
      if (!filter.admits(this, candidate, placement)) {
        discard(
            candidate, filter.discards().orElseThrow(), filter.basis(this, candidate, placement));
        return false;
      }
    }
    removeOpen(candidate);
    replace(machineOf[placement], with(candidate, placement));
    decisions.add(new Decision.Assign(candidate.task(), placement(placement), basis));
    return true;
  }

  /**
   * Says which filter refuses a pair and why, if anyone wants to know; the candidate stays open.
   */
  public void noteRefused(Candidate candidate, int placement) {
    if (event.explain()) {
      for (PairFilter filter : filters) {
        if (!filter.admits(this, candidate, placement)) {
          Basis basis = filter.basis(this, candidate, placement);
          decisions.add(
              new Decision.Defer(
                  candidate.asked().task(), placement(placement), filter.reason(), basis));
        }
      }
    }
  }

  /**
   * Takes a candidate out of this mapping event: it stays in the batch queue.
   *
   * @throws IllegalDecisionException if it is no longer open
   */
  public void setAside(Candidate candidate) {
    removeOpen(candidate);
    setAside.add(candidate.asked());
  }

  /**
   * Takes a candidate out of the system: it is not worth running any more.
   *
   * @throws IllegalDecisionException if it is no longer {@link #waiting}
   */
  public void discard(Candidate candidate, DropReason reason, Basis basis) {
    if (!setAside.remove(candidate.asked())) {
      removeOpen(candidate);
    }
    decisions.add(new Decision.Discard(candidate.asked().task(), reason, basis));
  }

  /**
   * Puts the tasks that were mapped to a machine in this session in another order.
   *
   * @param order for each place behind the tasks that were there before, the place of the task that
   *     is to take it
   */
  public void reorder(int machine, int... order) {
    List<Integer> places = new ArrayList<>();
    List<Decision.Assign> assigned = new ArrayList<>();
    for (int i = 0; i < decisions.size(); i++) {
      if (decisions.get(i) instanceof Decision.Assign assign && assign.machine() == machine) {
        places.add(i);
        assigned.add(assign);
      }
    }
    int[] all = IntStream.range(0, assigned.size()).toArray();
    if (!Arrays.equals(Arrays.stream(order).sorted().toArray(), all)) {
      throw new IllegalDecisionException(
          "%s tasks of machine %s are to be put in the order %s; expected each place from 0 once"
              .formatted(assigned.size(), queue(machine).machine().name(), Arrays.toString(order)));
    }
    MachineQueue queue = event.queue(machine);
    for (int i = 0; i < order.length; i++) {
      Decision.Assign assign = assigned.get(order[i]);
      decisions.set(places.get(i), assign);
      queue = queue.with(assign.task(), assign.placement().pState());
    }
    replace(machine, queue);
  }

  /**
   * A session like this one in which a candidate is mapped to a placement, to see what that would
   * leave. Nothing done to it has an effect here.
   */
  public MappingSession trialWith(Candidate candidate, int placement) {
    MappingSession trial = new MappingSession(event);
    System.arraycopy(queues, 0, trial.queues, 0, queues.length);
    trial.filters = filters;
    trial.discarding = discarding;
    trial.open = open;
    trial.energy = energy;
    trial.taken.addAll(taken);
    trial.setAside.addAll(setAside);
    trial.removeOpen(candidate);
    trial.withRoom = withRoom;
    trial.changedMachines.or(changedMachines);
    trial.replace(machineOf[placement], with(candidate, placement));
    return trial;
  }

  /** Drops the task at a position of a machine queue; the running one is evicted. */
  public void drop(int machine, int position, DropReason reason, Basis basis) {
    MachineQueue queue = queue(machine);
    boolean running = queue.isBusy() && position == 0;
    decisions.add(
        running
            ? new Decision.Evict(queue.task(position), machine, reason, basis)
            : new Decision.Drop(queue.task(position), machine, reason, basis));
    replace(machine, queue.dropped(position, now()));
  }

  private MachineQueue with(Candidate candidate, int placement) {
    MachineQueue queue = queueOf(placement);
    return queue.with(candidate.task(), placement - queue.firstPlacement());
  }

  private void replace(int index, MachineQueue queue) {
    withRoom += (queue.hasRoom() ? 1 : 0) - (queue(index).hasRoom() ? 1 : 0);
    queues[index] = queue;
    changedMachines.set(index);
    event.changed(index);
    ReadyOrder[] orders = readyOrders;
    if (orders != null) {
      orders[queue.machine().type().id()].changed(index);
    }
    latestCompletion = Long.MIN_VALUE;
    completionsLookedAt = 0;
  }

  @Override
  public List<Decision> decisions() {
    return Collections.unmodifiableList(decisions);
  }

  private void checkAssignment(Candidate candidate, int placement) {
    MachineQueue queue = queueOf(placement);
    if (!hasRoom(placement)) {
      throw new IllegalDecisionException(
          "task %s was assigned to machine %s, whose queue is full (%s tasks); ask hasRoom first"
              .formatted(candidate.task().id(), queue.machine().name(), queue.size()));
    }
    if (!canRun(candidate, placement)) {
      throw new IllegalDecisionException(
          "task %s of type %s was assigned to machine %s, where it cannot run; ask canRun first"
              .formatted(
                  candidate.task().id(),
                  system().taskTypes().get(candidate.task().type()).name(),
                  queue.machine().name()));
    }
  }

  private void removeOpen(Candidate version) {
    Candidate candidate = version.asked();
    if (!event.isWaiting(candidate) || !taken.add(candidate)) {
      throw new IllegalDecisionException(
          "task %s is not open in this mapping event; it was mapped, deferred or discarded before"
              .formatted(candidate.task().id()));
    }
    openIsStale = true;
  }
}
