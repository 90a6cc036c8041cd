package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.TinySystems;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No task that must be completed is lost where all of them can be done, however much else comes.
 * They come so far apart, and with so much time, that each can wait for the longest task that may
 * run and then take as long as any.
 */
class MustBeOnTimeTest {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final long LONGEST = 40;

  static Stream<String> policies() {
    List<PolicySettings> presets = List.of(PolicySettings.THESIS, PolicySettings.JOURNAL);
    return REGISTRY.names().stream()
        .filter(name ->
            presets.stream()
                .allMatch(p -> REGISTRY.find(name).orElseThrow().provider().putsMustFirst(p)));
  }

  private static HcSystem system(Random random) {
    boolean certain = random.nextBoolean();
    Pmf[][] times = new Pmf[2 + random.nextInt(3)][2 + random.nextInt(2)];
    for (Pmf[] row : times) {
      for (int j = 0; j < row.length; j++) {
        int least = 5 + random.nextInt((int) LONGEST - 5);
        row[j] =
            certain || least == LONGEST
                ? Pmf.of(least, 1, 1)
                : TinySystems.either(least, (int) LONGEST);
      }
    }
    return TinySystems.of(times);
  }

  /** Three times as much as fits, and now and then one that must be completed. */
  private static Workload workload(HcSystem system, Random random) {
    List<Task> tasks = new ArrayList<>();
    double rate = 3.0 * system.machines().size() / mean(system.pet());
    long until = 800;
    for (double at = 0; at < until; at -= Math.log(1 - random.nextDouble()) / rate) {
      long deadline = (long) at + 30 + random.nextInt(200);
      double worth = random.nextInt(4) == 0 ? 8 : 1;
      tasks.add(task(system, random, (long) at, deadline, new DeadlineUtility(worth)));
    }
    for (long at = 60L + random.nextInt(50); at < until; at += LONGEST + random.nextInt(60)) {
      tasks.add(task(system, random, at, at + 2 * LONGEST, new DeadlineUtility(1, true)));
    }
    tasks.sort(Comparator.comparingLong(Task::arrival));
    return new Workload(
        "must",
        IntStream.range(0, tasks.size())
            .mapToObj(id -> {
              Task t = tasks.get(id);
              return new Task(id, t.type(), t.arrival(), t.deadline(), t.utility());
            })
            .toList());
  }

  private static Task task(
      HcSystem system, Random random, long arrival, long deadline, DeadlineUtility utility) {
    return new Task(0, random.nextInt(system.taskTypes().size()), arrival, deadline, utility);
  }

  private static double mean(PetMatrix pet) {
    return IntStream.range(0, pet.taskTypes())
        .mapToDouble(i ->
            IntStream.range(0, pet.machineTypes())
                .mapToDouble(j -> pet.get(i, j, 0).mean())
                .average()
                .orElseThrow())
        .average()
        .orElseThrow();
  }

  private static AllocationRules rules(Random random) {
    AllocationRules pending = AllocationRules.bounded(6, DroppingScope.PENDING);
    return switch (random.nextInt(3)) {
      case 0 -> pending;
      case 1 -> AllocationRules.bounded(3, DroppingScope.EXECUTING);
      default -> pending.withManagement(new TaskManagement.PendingSlot());
    };
  }

  @ParameterizedTest
  @MethodSource("policies")
  void noneIsLostThatCanBeDone(String policy) {
    TestSample.of(1, 30)
        .forEach(drawn -> {
          long seed = 31L * policy.hashCode() + drawn;
          Random random = new Random(seed);
          HcSystem system = system(random);
          AllocationRules rules = rules(random);
          PolicySettings preset =
              random.nextBoolean() ? PolicySettings.THESIS : PolicySettings.JOURNAL;
          CounterStream times = new CounterStream(seed, 0, system.pet());
          Trial trial = new Trial(system, rules, workload(system, random), times, 1_000_000);
          PolicyRegistry.Entry entry = REGISTRY.find(policy).orElseThrow();
          TrialOutcome outcome = EventEngine.run(trial, entry.create(preset.withRules(rules)));
          List<Departure> must =
              outcome.departures().stream().filter(d -> d.task().mustComplete()).toList();
          assertThat(must).hasSizeGreaterThan(5);
          assertThat(must).as("seed %s", seed).allMatch(d -> d.fate() == Fate.ON_TIME);
          assertThat(outcome.departures()).anyMatch(d -> d.fate() != Fate.ON_TIME);
        });
  }
}
