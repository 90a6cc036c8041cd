package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random trials whose queues are filled just in time: what a policy assigns is carried out if it
 * starts before the next mapping event, and else not.
 */
class FillPropertyTest {
  private static final List<String> POLICIES =
      List.of("MM", "PAM", "MSD", "MOC", "PAM-Drop", "Max-Max-UPT", "Sufferage", "Random", "MCT");
  private static final int SEEDS = 6;
  private static final long PERIOD = 7;

  private static AllocationRules rules(
      TaskManagement management, DroppingScope scope, Trigger trigger) {
    return AllocationRules.of(management, scope).withTrigger(trigger).withFill(Fill.JUST_IN_TIME);
  }

  private static AllocationPolicy policy(String name, AllocationRules rules) {
    PolicySettings settings = PolicySettings.JOURNAL.withRules(rules);
    return PolicyRegistry.builtIn().find(name).orElseThrow().create(settings);
  }

  private static List<Journal.Entry> run(
      TinyTrial tiny, AllocationRules rules, AllocationPolicy policy) {
    List<Journal.Entry> entries = new ArrayList<>();
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
    EventEngine.run(trial, new CheckedPolicy(policy), entries::add);
    return entries;
  }

  /** By task, the mapping event at which it was assigned for the last time. */
  private static Map<Integer, Long> assigned(List<Journal.Entry> entries) {
    Map<Integer, Long> at = new HashMap<>();
    long event = 0;
    for (Journal.Entry entry : entries) {
      if (entry instanceof Journal.EventHeld held) {
        event = held.time();
      } else if (entry instanceof Journal.Decided(long time, Decision.Assign assign)) {
        at.put(assign.task().id(), event);
      }
    }
    return at;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.05"})
  void withKnownTimesNoTaskStartsAtTheNextEventOrAfterIt(double charge) {
    for (TaskManagement management : List.of(new PendingSlot(), new BoundedQueues(3))) {
      for (DroppingScope scope : DroppingScope.values()) {
        AllocationRules rules =
            rules(management, scope, new Trigger(0, false, PERIOD))
                .withCharge(new SchedulerCharge(charge));
        POLICIES.forEach(name -> playKnown(name, rules));
      }
    }
  }

  private static void playKnown(String name, AllocationRules rules) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TinyTrial tiny = RandomTrials.WITH_CERTAIN_TIMES.trial(seed);
      List<Journal.Entry> entries = run(tiny, rules, policy(name, rules));
      Map<Integer, Long> assigned = assigned(entries);
      Map<Integer, Long> effects = effects(entries);
      assertThat(assigned).isNotEmpty();
      for (Journal.Entry entry : entries) {
        if (entry instanceof Journal.Started started) {
          int id = started.task().id();
          assertThat(started.time())
              .as(
                  "%s, %s, seed %d, task %d assigned at %d",
                  name, rules, seed, id, assigned.get(id))
              .isLessThan(Math.max(assigned.get(id) + PERIOD, effects.get(id) + 1));
        }
      }
    }
  }

  /** By task, when the decisions took effect by which it was assigned. */
  private static Map<Integer, Long> effects(List<Journal.Entry> entries) {
    Map<Integer, Long> effective = new HashMap<>();
    for (Journal.Entry entry : entries) {
      if (entry instanceof Journal.Decided(long time, Decision.Assign assign)) {
        effective.put(assign.task().id(), time);
      }
    }
    return effective;
  }

  @ParameterizedTest
  @EnumSource
  void withoutAPeriodNoTaskWaitsAtAMachine(RandomTrials kind) {
    for (TaskManagement management : List.of(new PendingSlot(), new BoundedQueues(3))) {
      AllocationRules rules = rules(management, DroppingScope.PENDING, Trigger.EVERY_EVENT);
      for (String name : POLICIES) {
        for (int seed = 0; seed < 2; seed++) {
          List<Journal.Entry> entries = run(kind.trial(seed), rules, policy(name, rules));
          Map<Integer, Long> assigned = assigned(entries);
          assertThat(entries)
              .filteredOn(Journal.Started.class::isInstance)
              .map(Journal.Started.class::cast)
              .as("%s, %s, seed %d", name, management, seed)
              .isNotEmpty()
              .allMatch(started -> started.time() == assigned.get(started.task().id()));
        }
      }
    }
  }

  /** What is kept is found again by adding up times. */
  @ParameterizedTest
  @ValueSource(strings = {"MM", "MSD", "Max-Max-UPT", "Sufferage", "Random"})
  void withKnownTimesAllThatStartsInTimeIsKept(String name) {
    AllocationRules rules =
        rules(new PendingSlot(), DroppingScope.NONE, new Trigger(0, false, PERIOD));
    int wentBack = 0;
    for (int seed = 1; seed <= 10; seed++) {
      TinyTrial tiny = RandomTrials.WITH_CERTAIN_TIMES.trial(seed);
      Plain plain = new Plain(policy(name, rules), tiny);
      List<Journal.Entry> entries = run(tiny, rules, plain);
      wentBack += plain.wentBack;

      assertThat(entries)
          .filteredOn(
              e -> e instanceof Journal.Decided(long t, Decision d) && d instanceof Decision.Assign)
          .map(entry -> ((Journal.Decided) entry).decision())
          .as("seed %d", seed)
          .isEqualTo(plain.kept);
    }
    assertThat(wentBack).isPositive();
  }

  /** Keeps which decisions of a policy start before the next mapping event, in their order. */
  private static final class Plain extends ForwardingPolicy {
    private final TinyTrial tiny;
    private final List<Decision> kept = new ArrayList<>();
    private int wentBack;

    Plain(AllocationPolicy policy, TinyTrial tiny) {
      super(policy);
      this.tiny = tiny;
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      Map<Integer, Long> ready = new TreeMap<>();
      event.queues().forEach(queue -> ready.put(ready.size(), free(queue, event.now())));
      List<Decision> decisions = super.decide(event);
      for (Decision decision : decisions) {
        if (decision instanceof Decision.Assign assign) {
          long start = ready.get(assign.machine());
          if (start < event.now() + PERIOD) {
            kept.add(assign);
            ready.put(assign.machine(), start + time(assign));
          } else {
            wentBack++;
          }
        }
      }
      return decisions;
    }

    private static long free(MachineQueue queue, long now) {
      return queue.size() == 0 ? now : queue.completionTime(queue.size() - 1).earliest();
    }

    private long time(Decision.Assign assign) {
      HcSystem system = tiny.system();
      return tiny.actualTimes()
          .of(assign.task(), system.machines().get(assign.machine()), assign.placement().pState());
    }
  }
}
