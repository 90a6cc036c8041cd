package org.espalier.core.allocation;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * A mapping event: the state that a policy looks at to decide, after reactive drops and before
 * anything else. Read-only, and valid until the policy returns. A policy tries and takes its
 * decisions in a {@link MappingSession}.
 */
public final class MappingEvent {
  private final HcSystem system;
  private final AllocationRules rules;
  private final long now;
  private final BatchQueue batch;
  private final List<Candidate> candidates;
  private final MachineQueues manager;
  private final PlacementSearch search;

  /** As they stood when they were last looked at, in the event or before. */
  private final MachineQueue[] queues;

  private final int withRoom;
  private final BitSet idle;
  private final List<Departure> departures;
  private final boolean explain;
  private final Placements placements;
  private @Nullable IntToDoubleFunction moreWorth;

  MappingEvent(
      HcSystem system,
      AllocationRules rules,
      long now,
      BatchQueue batch,
      MachineQueues queues,
      PlacementSearch search,
      List<Departure> departures,
      boolean explain,
      Placements placements) {
    this.system = system;
    this.rules = rules;
    this.now = now;
    this.batch = batch;
    this.candidates = Collections.unmodifiableList(batch.candidates());
    this.manager = queues;
    this.search = search;
    this.queues = queues.view();
    this.withRoom = queues.withRoom();
    this.idle = queues.idle();
    this.departures = Collections.unmodifiableList(departures);
    this.explain = explain;
    this.placements = placements;
  }

  /** The system as the policy believes it to be. */
  public HcSystem system() {
    return system;
  }

  /** The rules of the resource manager. */
  public AllocationRules rules() {
    return rules;
  }

  /** Current time in ticks. */
  public long now() {
    return now;
  }

  /** Whether tasks that wait may be worth more than others, to policies that mind it. */
  public boolean mayDifferInWorth() {
    return moreWorth != null || batch.hadWorth();
  }

  /** What policies by deadlines take it to be worth that a task is on time. */
  public double worth(Task task) {
    Task asked = task.asked();
    return task.share() * (rules.worth(asked) + moreWorth(asked.type()));
  }

  /** By how much more than their own worth all tasks of a type count. */
  public double moreWorth(int type) {
    return moreWorth == null ? 0 : moreWorth.applyAsDouble(type);
  }

  /** Lets all tasks of a type count for so much more, for the policy that decides. */
  public void addToWorth(IntToDoubleFunction more) {
    moreWorth = more;
  }

  /** The batch queue: unmapped tasks in order of arrival. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /** The unmapped tasks of a type in order of their deadlines. */
  public List<Candidate> byDeadline(int taskType) {
    return Collections.unmodifiableList(batch.byDeadline(taskType));
  }

  /** The machine queues, by machine index. */
  public List<MachineQueue> queues() {
    return IntStream.range(0, queues.length).mapToObj(this::queue).toList();
  }

  /** Number of machines. */
  int machines() {
    return queues.length;
  }

  /**
   * The queue of a machine. Queues are brought to the present time one by one, when they are asked
   * for.
   */
  MachineQueue queue(int machine) {
    queues[machine] = manager.at(queues[machine], now);
    return queues[machine];
  }

  /** The queue of a machine as it was last looked at; only time has passed since. */
  MachineQueue queueBefore(int machine) {
    return queues[machine];
  }

  /** Machines that are idle; not to be changed. */
  BitSet idle() {
    return idle;
  }

  /** Number of machines with room. */
  int withRoom() {
    return withRoom;
  }

  /**
   * Tasks that left the system since the last mapping event, this one's reactive drops included.
   */
  public List<Departure> departures() {
    return departures;
  }

  /** Deadline misses since the last mapping event (JOURNAL 5.4). */
  public int misses() {
    int misses = 0;
    for (Departure departure : departures) {
      if (departure.fate().isMiss()) {
        misses++;
      }
    }
    return misses;
  }

  /** Whether anyone wants to know why tasks were deferred. */
  public boolean explain() {
    return explain;
  }

  /** Finds placements for candidates. */
  PlacementSearch search() {
    return search;
  }

  /** A queue of a machine is looked at that is not as it was. */
  void changed(int machine) {
    manager.changed().set(machine);
  }

  /** What a candidate may expect at the ends of the queues. */
  Estimates estimates(Candidate candidate) {
    return manager.estimates(candidate);
  }

  /** Whether a candidate is in the batch queue. */
  boolean isWaiting(Candidate candidate) {
    return batch.holds(candidate);
  }

  /** The placements of the system. */
  Placements placements() {
    return placements;
  }
}
