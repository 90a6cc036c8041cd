package org.espalier.simulator.engine;

import java.util.HashMap;
import java.util.Map;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.model.Task;

/**
 * The decisions of a mapping event, taken once more on a session of its own. So one can look at
 * what each of them does, while the policy decides as if nobody looked.
 */
public final class Retake {
  private final MappingSession session;
  private final Map<Integer, Candidate> candidates = new HashMap<>();

  /** A retake that has taken no decision yet. */
  public Retake(MappingEvent event) {
    this.session = new MappingSession(event);
    event.candidates().forEach(candidate -> candidates.put(candidate.task().id(), candidate));
  }

  /** The state after the decisions that were taken. */
  public MappingSession session() {
    return session;
  }

  /** The machine whose queue a decision changes; -1 if it changes none. */
  public static int machineOf(Decision decision) {
    return decision instanceof Decision.Defer ? -1 : decision.machine();
  }

  /** Takes the next decision; one that is not legal changes nothing. */
  public void take(Decision decision) {
    switch (decision) {
      case Decision.Assign assign -> assign(assign);
      case Decision.Drop drop -> drop(drop, drop.machine(), drop.reason());
      case Decision.Evict evict -> drop(evict, evict.machine(), evict.reason());
      case Decision.Defer defer -> {}
      case Decision.Discard discard -> {}
    }
  }

  private void assign(Decision.Assign decision) {
    Candidate candidate = candidates.get(decision.task().id());
    if (candidate != null) {
      session.assign(candidate, decision.placement().id(), decision.basis());
    }
  }

  private void drop(Decision decision, int machine, DropReason reason) {
    int place = placeOf(decision.task().id(), session.queue(machine));
    if (place >= 0) {
      session.drop(machine, place, reason, decision.basis());
    }
  }

  /** The place of a task in a queue; -1 if it is not there. */
  public static int placeOf(int task, MachineQueue queue) {
    return queue.tasks().stream().map(Task::id).toList().indexOf(task);
  }
}
