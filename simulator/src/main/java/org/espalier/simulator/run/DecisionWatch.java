package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.DropReason;
import org.espalier.core.allocation.ForwardingPolicy;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * Passes on to a policy, and keeps one drop and one assignment that show what such decisions do:
 * the first drop from before another task by which the chances behind it rose by 0.2 or more
 * together, and the first assignment behind two tasks or more. Where there is none, the one that
 * comes nearest among the first hundred.
 */
final class DecisionWatch extends ForwardingPolicy implements Journal {
  private static final double ROOM = 0.2;
  private static final int LONG_QUEUE = 2;

  /** After so many decisions of a kind, the best one found will do. */
  private static final int PATIENCE = 100;

  private final Search drop = new Search(ROOM);
  private final Search assignment = new Search(LONG_QUEUE);
  private @Nullable MappingSession session;
  private List<Decision> taken = List.of();

  DecisionWatch(AllocationPolicy policy) {
    super(policy);
  }

  /** The looking for one decision. */
  private static final class Search {
    private final double enough;
    private @Nullable DecisionSnapshot found;
    private double best;
    private int left = PATIENCE;

    Search(double enough) {
      this.enough = enough;
    }

    void offer(DecisionSnapshot snapshot, double value) {
      if (found == null || value > best) {
        found = snapshot;
        best = value;
      }
      left = value >= enough ? 0 : left - 1;
    }
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    List<Decision> decisions = super.decide(event);
    if (drop.left > 0 || assignment.left > 0) {
      session = new MappingSession(event);
      taken = decisions;
    }
    return decisions;
  }

  /**
   * Takes the decisions again when the first of them is about to be applied: all are legal then.
   */
  @Override
  public void record(Entry entry) {
    MappingSession copy = session;
    if (entry instanceof Decided && copy != null) {
      session = null;
      if (taken.stream().anyMatch(this::isLookedFor)) {
        replay(copy, taken);
      }
    }
  }

  /** What was found, the drop first. */
  List<DecisionSnapshot> found() {
    List<DecisionSnapshot> all = new ArrayList<>();
    Optional.ofNullable(drop.found).ifPresent(all::add);
    Optional.ofNullable(assignment.found).ifPresent(all::add);
    return all;
  }

  private boolean isLookedFor(Decision decision) {
    return switch (decision) {
      case Decision.Assign assign -> assignment.left > 0;
      case Decision.Drop dropped -> drop.left > 0;
      case Decision.Evict evicted -> drop.left > 0;
      case Decision.Defer deferred -> false;
      case Decision.Discard discarded -> false;
    };
  }

  /** Takes the decisions, one after the other, on a copy of the state. */
  private void replay(MappingSession copy, List<Decision> decisions) {
    for (Decision decision : decisions) {
      switch (decision) {
        case Decision.Assign assign -> assign(copy, assign);
        case Decision.Drop dropped -> drop(copy, dropped, dropped.machine(), dropped.reason());
        case Decision.Evict evicted -> drop(copy, evicted, evicted.machine(), evicted.reason());
        case Decision.Defer deferred -> {}
        case Decision.Discard discarded -> {}
      }
    }
  }

  private void drop(MappingSession copy, Decision decision, int machine, DropReason reason) {
    MachineQueue queue = copy.queue(machine);
    int position = queue.tasks().stream().map(Task::id).toList().indexOf(decision.task().id());
    boolean looks = drop.left > 0 && position < queue.size() - 1;
    List<DecisionSnapshot.Queued> before = looks ? DecisionSnapshot.tasks(queue) : List.of();
    copy.drop(machine, position, reason, decision.basis());
    if (looks) {
      DecisionSnapshot snapshot = snapshot(copy, decision, machine, before);
      drop.offer(snapshot, snapshot.gain());
    }
  }

  private void assign(MappingSession copy, Decision.Assign decision) {
    int ahead = copy.queue(decision.machine()).size();
    boolean looks = assignment.left > 0 && ahead > 0;
    List<DecisionSnapshot.Queued> before =
        looks ? DecisionSnapshot.tasks(copy.queue(decision.machine())) : List.of();
    copy.assign(candidate(copy, decision), decision.placement().id(), decision.basis());
    if (looks) {
      DecisionSnapshot snapshot = snapshot(copy, decision, decision.machine(), before);
      assignment.offer(snapshot, ahead);
    }
  }

  private static Candidate candidate(MappingSession copy, Decision decision) {
    return copy.open().stream()
        .filter(open -> open.task().id() == decision.task().id())
        .findFirst()
        .orElseThrow();
  }

  private static DecisionSnapshot snapshot(
      MappingSession copy, Decision decision, int machine, List<DecisionSnapshot.Queued> before) {
    return new DecisionSnapshot(
        decision, machine, copy.now(), before, DecisionSnapshot.tasks(copy.queue(machine)));
  }
}
