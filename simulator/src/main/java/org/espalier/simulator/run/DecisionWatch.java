package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.simulator.engine.Retake;
import org.jspecify.annotations.Nullable;

/**
 * Passes on to a policy, and keeps one drop and one assignment that show what such decisions do. It
 * is the first drop of a task ahead of others after which their chances rise by 0.2 or more in all,
 * and the first assignment behind two tasks or more. Where there is none, it is the one that comes
 * nearest among the first hundred.
 */
final class DecisionWatch extends ForwardingPolicy implements Journal {
  private static final double ROOM = 0.2;
  private static final int LONG_QUEUE = 2;

  /** After so many decisions of a kind, the best one found will do. */
  private static final int PATIENCE = 100;

  private final Search drop = new Search(ROOM);
  private final Search assignment = new Search(LONG_QUEUE);
  private @Nullable Retake retake;
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
      retake = new Retake(event);
      taken = decisions;
    }
    return decisions;
  }

  /**
   * Takes the decisions again when the first of them is about to be applied: all are legal then.
   */
  @Override
  public void record(Entry entry) {
    Retake again = retake;
    if (entry instanceof Decided && again != null) {
      retake = null;
      if (taken.stream().anyMatch(this::isLookedFor)) {
        taken.forEach(decision -> take(again, decision));
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
    return Retake.machineOf(decision) >= 0 && search(decision).left > 0;
  }

  private Search search(Decision decision) {
    return decision instanceof Decision.Assign ? assignment : drop;
  }

  private void take(Retake again, Decision decision) {
    int machine = Retake.machineOf(decision);
    List<DecisionSnapshot.Queued> before =
        isLookedFor(decision) ? DecisionSnapshot.tasks(again.session().queue(machine)) : List.of();
    again.take(decision);
    if (!before.isEmpty() && !before.getLast().task().equals(decision.task())) {
      DecisionSnapshot snapshot =
          new DecisionSnapshot(
              decision,
              machine,
              again.session().now(),
              before,
              DecisionSnapshot.tasks(again.session().queue(machine)));
      search(decision).offer(snapshot, snapshot.isDrop() ? snapshot.gain() : before.size());
    }
  }
}
