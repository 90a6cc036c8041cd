package org.espalier.simulator.explanation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.Task;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.simulator.engine.Retake;
import org.jspecify.annotations.Nullable;

/**
 * Watches a policy for one task: its chances when it was decided about, and what the drops of
 * others did for them. The decisions of an event are taken once more.
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
        event.queues().stream().anyMatch(queue -> Retake.placeOf(id, queue) >= 0)
            || candidate.isPresent();
    if (queued) {
      new Look(event, candidate.orElse(null)).takeAll(decisions);
    }
  }

  /** The decisions of one event, taken again. */
  private final class Look {
    private final Retake retake;
    private final MappingSession session;
    private final @Nullable Candidate ours;
    private boolean decided;

    Look(MappingEvent event, @Nullable Candidate ours) {
      this.retake = new Retake(event);
      this.session = retake.session();
      this.ours = ours;
    }

    void takeAll(List<Decision> decisions) {
      decisions.forEach(this::take);
      if (!decided) {
        chances = chancesNow();
      }
    }

    private void take(Decision decision) {
      if (decision instanceof Decision.Drop || decision instanceof Decision.Evict) {
        int machine = Retake.machineOf(decision);
        double before = chanceOn(machine);
        retake.take(decision);
        gains.put(decision.task().id(), new Gain(before, chanceOn(machine)));
      } else {
        notice(decision.task());
        retake.take(decision);
      }
    }

    private void notice(Task task) {
      if (task.id() == id && !decided) {
        decided = true;
        chances = chancesNow();
      }
    }

    /** Our chance on a machine: where it waits, or at the end of the queue if it is unmapped. */
    private double chanceOn(int machine) {
      int place = Retake.placeOf(id, session.queue(machine));
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
