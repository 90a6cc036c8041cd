package org.espalier.simulator.explanation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.DropReason;
import org.espalier.core.allocation.ForwardingPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * Looks over the shoulder of a policy: what the chances of one task were when it was decided about,
 * and what the drops of others did for them. The decisions of an event are taken once more, on a
 * session of its own, so that the policy decides as it would unwatched.
 */
final class PolicyWatch {
  private static final Gain UNKNOWN = new Gain(Double.NaN, Double.NaN);

  private final int id;
  private final Map<Integer, Gain> gains = new HashMap<>();
  private long eventTime = -1;
  private List<MachineChance> chances = List.of();

  PolicyWatch(int id) {
    this.id = id;
  }

  /** A chance before and after the drop of another task. */
  record Gain(double before, double after) {}

  AllocationPolicy around(AllocationPolicy policy) {
    return new ForwardingPolicy(policy) {
      @Override
      public List<Decision> decide(MappingEvent event) {
        List<Decision> decisions = super.decide(event);
        look(event, decisions);
        return decisions;
      }
    };
  }

  /** The chances in the last event, if it was at this time and the task was unmapped in it. */
  List<MachineChance> chancesAt(long time) {
    return time == eventTime ? chances : List.of();
  }

  /** What the drop of a task in the last event did for the chance on its machine. */
  Gain gainBy(Task dropped) {
    return gains.getOrDefault(dropped.id(), UNKNOWN);
  }

  private void look(MappingEvent event, List<Decision> decisions) {
    eventTime = event.now();
    chances = List.of();
    gains.clear();
    Optional<Candidate> candidate =
        event.candidates().stream().filter(c -> c.task().id() == id).findFirst();
    boolean queued =
        event.queues().stream().anyMatch(queue -> placeOf(id, queue) >= 0) || candidate.isPresent();
    if (queued) {
      new Retake(event, candidate.orElse(null)).takeAll(decisions);
    }
  }

  private static int placeOf(int task, MachineQueue queue) {
    for (int i = 0; i < queue.size(); i++) {
      if (queue.task(i).id() == task) {
        return i;
      }
    }
    return -1;
  }

  /** The decisions of one event, taken again. */
  private final class Retake {
    private final MappingSession session;
    private final Map<Integer, Candidate> open = new HashMap<>();
    private final @Nullable Candidate ours;
    private boolean decided;

    Retake(MappingEvent event, @Nullable Candidate ours) {
      this.session = new MappingSession(event);
      this.ours = ours;
      event.candidates().forEach(candidate -> open.put(candidate.task().id(), candidate));
    }

    void takeAll(List<Decision> decisions) {
      decisions.forEach(this::take);
      if (!decided) {
        chances = chancesNow();
      }
    }

    private void take(Decision decision) {
      switch (decision) {
        case Decision.Assign d -> assign(d);
        case Decision.Defer d -> notice(d.task());
        case Decision.Discard d -> notice(d.task());
        case Decision.Drop d -> drop(d.task(), d.machine(), d.reason(), d);
        case Decision.Evict d -> drop(d.task(), d.machine(), d.reason(), d);
      }
    }

    private void notice(Task task) {
      if (task.id() == id && !decided) {
        decided = true;
        chances = chancesNow();
      }
    }

    private void assign(Decision.Assign decision) {
      notice(decision.task());
      Candidate candidate = open.get(decision.task().id());
      if (candidate != null) {
        session.assign(candidate, decision.placement().id(), decision.basis());
      }
    }

    private void drop(Task task, int machine, DropReason reason, Decision decision) {
      int place = placeOf(task.id(), session.queue(machine));
      if (place >= 0) {
        double before = chanceOn(machine);
        session.drop(machine, place, reason, decision.basis());
        gains.put(task.id(), new Gain(before, chanceOn(machine)));
      }
    }

    /** Our chance on a machine: where it waits, or at the end of the queue if it is unmapped. */
    private double chanceOn(int machine) {
      int place = placeOf(id, session.queue(machine));
      if (place >= 0) {
        return session.queue(machine).chanceOfSuccess(place);
      }
      return ours == null ? Double.NaN : bestChance(ours, machine);
    }

    /** Chance at the end of the queue of a machine, in the P-state that gives the best one. */
    private double bestChance(Candidate candidate, int machine) {
      double best = 0;
      for (int p = 0; p < session.placements(); p++) {
        if (session.machineOf(p) == machine) {
          best = Math.max(best, session.chanceOfSuccess(candidate, p));
        }
      }
      return best;
    }

    private List<MachineChance> chancesNow() {
      List<MachineChance> now = new ArrayList<>();
      if (ours != null) {
        for (int m = 0; m < session.machines(); m++) {
          now.add(new MachineChance(m, bestChance(ours, m), session.queue(m).hasRoom()));
        }
      }
      return now;
    }
  }
}
