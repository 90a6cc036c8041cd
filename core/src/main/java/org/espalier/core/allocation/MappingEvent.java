package org.espalier.core.allocation;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;

/**
 * A mapping event: the state that a policy looks at to decide, after reactive drops and before
 * anything else. Read-only, and valid until the policy returns. A policy tries and takes its
 * decisions in a {@link MappingSession}.
 */
public final class MappingEvent {
  private final HcSystem system;
  private final AllocationRules rules;
  private final long now;
  private final List<Candidate> candidates;
  private final MachineQueues manager;

  /** As they stood when they were last looked at, in the event or before. */
  private final MachineQueue[] queues;

  private final int withRoom;
  private final List<Departure> departures;
  private final boolean explain;
  private final Placements placements;

  MappingEvent(
      HcSystem system,
      AllocationRules rules,
      long now,
      List<Candidate> candidates,
      MachineQueues queues,
      List<Departure> departures,
      boolean explain,
      Placements placements) {
    this.system = system;
    this.rules = rules;
    this.now = now;
    this.candidates = Collections.unmodifiableList(candidates);
    this.manager = queues;
    this.queues = queues.view();
    this.withRoom = queues.withRoom();
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

  /** The batch queue: unmapped tasks in order of arrival. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /** The machine queues, by machine index. */
  public List<MachineQueue> queues() {
    return IntStream.range(0, queues.length).mapToObj(m -> unshownQueue(m).shown()).toList();
  }

  /** Number of machines. */
  int machines() {
    return queues.length;
  }

  /**
   * The queue of a machine for use inside the package, where nobody keeps it. Queues are brought to
   * the present time one by one, when they are asked for.
   */
  MachineQueue unshownQueue(int machine) {
    queues[machine] = manager.at(queues[machine], now);
    return queues[machine];
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
    return manager.search();
  }

  /** The placements of the system. */
  Placements placements() {
    return placements;
  }
}
