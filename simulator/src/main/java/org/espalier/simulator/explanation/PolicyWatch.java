package org.espalier.simulator.explanation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.Task;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.simulator.engine.Retake;
import org.espalier.simulator.explanation.MachineChance.Payment;
import org.jspecify.annotations.Nullable;

/**
 * Watches a policy for one task: its chances when it was decided about, and what the drops of
 * others did for them. The decisions of an event are taken once more.
 */
final class PolicyWatch {
  private static final Gain UNKNOWN = new Gain(Double.NaN, Double.NaN);

  private final int id;
  private final Map<Integer, Gain> gains = new HashMap<>();
  private final Map<Integer, Payment> payments = new HashMap<>();
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
        look(policy, event, decisions);
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

  private void look(AllocationPolicy policy, MappingEvent event, List<Decision> decisions) {
    eventTime = event.now();
    chances = List.of();
    gains.clear();
    Optional<Candidate> candidate =
        event.candidates().stream().filter(c -> c.task().id() == id).findFirst();
    boolean queued =
        event.queues().stream().anyMatch(queue -> Retake.placeOf(id, queue) >= 0)
            || candidate.isPresent();
    if (queued) {
      new Look(policy, event, candidate.orElse(null)).takeAll(decisions);
    }
  }

  /** The decisions of one event, taken again. */
  private final class Look {
    private final AllocationPolicy policy;
    private final MappingEvent event;
    private final Retake retake;
    private final MappingSession session;
    private final @Nullable Candidate ours;
    private boolean decided;

    Look(AllocationPolicy policy, MappingEvent event, @Nullable Candidate ours) {
      this.policy = policy;
      this.event = event;
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
        notePayment(decision);
        retake.take(decision);
      }
    }

    private void notice(Task task) {
      if (task.id() == id && !decided) {
        decided = true;
        chances = chancesNow();
      }
    }

    private void notePayment(Decision decision) {
      int machine = Retake.machineOf(decision);
      event.candidates().stream()
          .filter(other -> machine >= 0 && other.task().equals(decision.task()))
          .findFirst()
          .flatMap(other -> policy.price(session, other, machine))
          .ifPresent(price ->
              payments.put(machine, new Payment(decision.task().id(), event.now(), price)));
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

    private Optional<MachineChance.Price> price(Candidate candidate, int machine) {
      MachineQueue queue = session.queue(machine);
      boolean idle = queue.isAvailable() && queue.size() == 0 && !queue.isClearing();
      return policy
          .price(session, candidate, machine)
          .map(own ->
              new MachineChance.Price(idle, own, Optional.ofNullable(payments.get(machine))));
    }

    private List<MachineChance> chancesNow() {
      List<MachineChance> now = new ArrayList<>();
      if (ours != null) {
        for (int m = 0; m < session.machines(); m++) {
          MachineQueue queue = session.queue(m);
          now.add(new MachineChance(m, bestChance(ours, m), queue.hasRoom(), price(ours, m)));
        }
      }
      return now;
    }
  }
}
