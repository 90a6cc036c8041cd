package org.espalier.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Incidents;
import org.espalier.simulator.engine.Trial;
import org.espalier.testkit.TinyWorkloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded runs simulated again. */
class WhatIfTest {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final HcSystem SYSTEM = RandomLife.system();
  private static final int DRAWS = 5;

  /** The journal of a simulated run in which users and machines do this and that. */
  static List<Journal.Entry> journal(String policy, long seed) {
    Random random = new Random(seed);
    Workload workload = workload(random, 300);
    List<Journal.Entry> journal = new ArrayList<>();
    journal.add(began(policy, 0, List.of(), List.of()));
    EventEngine.run(
        new Trial(
            SYSTEM,
            PolicySettings.JOURNAL.rules(),
            workload,
            new CounterStream(seed, 0, SYSTEM.pet())),
        REGISTRY.find(policy).orElseThrow().create(PolicySettings.JOURNAL),
        incidents(workload, random),
        journal::add);
    return journal;
  }

  private static Journal.Began began(
      String policy, long time, List<Task> waiting, List<Journal.Running> running) {
    return new Journal.Began(
        time,
        SYSTEM,
        PolicySettings.JOURNAL.rules(),
        policy,
        "{}",
        waiting,
        running,
        Optional.empty(),
        List.of());
  }

  private static Workload workload(Random random, int tasks) {
    TinyWorkloads workload = TinyWorkloads.empty();
    long now = 0;
    for (int i = 0; i < tasks; i++) {
      now += random.nextInt(6);
      workload.task(random.nextInt(3), now, now + 10 + random.nextInt(40));
    }
    return workload.build();
  }

  private static Incidents incidents(Workload workload, Random random) {
    List<Journal.Entry> entries = new ArrayList<>();
    Pmf learned = Pmf.of(5, 5, 0.25, 0.25, 0.25, 0.25);
    for (Task task : workload.tasks()) {
      if (random.nextInt(8) == 0) {
        entries.add(new Journal.Cancelled(task.arrival() + random.nextInt(20), task));
      }
    }
    entries.add(new Journal.MachineChanged(200, 1, false));
    entries.add(new Journal.Learned(300, 0, 0, 0, learned));
    entries.add(new Journal.MachineChanged(350, 1, true));
    entries.sort(Comparator.comparingLong(Journal.Entry::time));
    Set<Integer> failing =
        IntStream.range(0, workload.size())
            .filter(i -> i % 9 == 4)
            .boxed()
            .collect(Collectors.toSet());
    return new Incidents(entries, failing);
  }

  /** What is known suffices for the policy that was there, whatever is drawn for the rest. */
  @ParameterizedTest
  @ValueSource(strings = {"PAM", "MM", "PAMF", "MSD-P", "MOC", "FCFS-Drop"})
  void theRecordedPolicyGivesTheRecordedOutcome(String policy) {
    RecordedRun run = RecordedRun.of(journal(policy, policy.hashCode()));

    WhatIf whatIf = new WhatIf(run, DRAWS, 1);

    assertThat(run.onTime()).isBetween(30, 270);
    assertThat(run.counted()).isEqualTo(300);
    assertThat(whatIf.under(REGISTRY, policy, Map.of()).onTime())
        .isEqualTo(Collections.nCopies(DRAWS, run.onTime()));
  }

  @Test
  void anotherPolicyGivesAnotherThatDependsOnTheSeedAlone() {
    RecordedRun run = RecordedRun.of(journal("PAM", 1));

    WhatIf.Outcome first = new WhatIf(run, 20, 1).under(REGISTRY, "Random", Map.of());
    WhatIf.Outcome again = new WhatIf(run, 20, 1).under(REGISTRY, "Random", Map.of());
    WhatIf.Outcome other = new WhatIf(run, 20, 2).under(REGISTRY, "Random", Map.of());

    assertThat(again).isEqualTo(first);
    assertThat(other.onTime()).isNotEqualTo(first.onTime());
    MeanInterval difference = first.against(new WhatIf(run, 20, 1).recorded());
    assertThat(difference.mean() + difference.halfWidth()).isNegative();
  }

  @Test
  void optionsOfTheRulesCountToo() {
    RecordedRun run = RecordedRun.of(journal("PAM", 1));
    WhatIf whatIf = new WhatIf(run, DRAWS, 1);

    assertThat(whatIf.under(REGISTRY, "PAM", Map.of("queue_capacity", "1")))
        .isNotEqualTo(whatIf.under(REGISTRY, "PAM", Map.of()));
  }

  @Test
  void whatEndedWellHasItsTimeInTheWorkload() {
    assertThat(left(Fate.LATE, 9).recorded().workload().recorded())
        .containsExactly(Map.entry(1, new RecordedTime(9, MACHINE.type().name(), 0)));
    for (Fate fate : List.of(Fate.FAILED, Fate.EVICTED, Fate.CANCELLED)) {
      assertThat(left(fate, 9).recorded().workload().recorded()).isEmpty();
    }
  }

  private static final Machine MACHINE = SYSTEM.machines().getFirst();
  private static final Machine OTHER = SYSTEM.machines().getLast();

  /** Task 1 of type 0 runs on machine 0 from 0 on and leaves, and task 0 never runs. */
  private static RecordedRun left(Fate fate, long time) {
    Task idle = new Task(7, 0, 0, 100);
    Task task = new Task(8, 0, 0, 100);
    List<Journal.Entry> journal = new ArrayList<>();
    journal.add(
        began(
            "PAM",
            0,
            List.of(idle),
            List.of(new Journal.Running(new Placement(0, 0, 0), task, 0))));
    journal.add(new Journal.Left(new Departure(task, fate, new Placement(0, 0, 0), 0, time)));
    return RecordedRun.of(journal);
  }

  private static Map<Long, Long> times(RecordedRun run, int task, Machine machine) {
    return IntStream.range(0, 4000)
        .mapToObj(draw -> new RecordedTimes(run, 1, draw).of(run.task(task).task(), machine, 0))
        .collect(Collectors.groupingBy(time -> time, Collectors.counting()));
  }

  private static void assertShares(Map<Long, Long> times, Map<Long, Double> expected) {
    assertThat(times.keySet()).isEqualTo(expected.keySet());
    times.forEach((time, count) ->
        assertThat(count / 4000.0).isCloseTo(expected.get(time), Offset.offset(0.03)));
  }

  /**
   * On machine type 0: 5, 10 or 15 with 0.5, 0.25, 0.25; on type 1: 10, 15, 20 with 0.3, 0.3, 0.4.
   */
  @Test
  void aTaskThatNeverRanTakesWhatItsTypeTakes() {
    RecordedRun run = left(Fate.ON_TIME, 9);

    assertShares(times(run, 0, MACHINE), Map.of(5L, 0.5, 10L, 0.25, 15L, 0.25));
    assertShares(times(run, 0, OTHER), Map.of(10L, 0.3, 15L, 0.3, 20L, 0.4));
  }

  /** 9 counts as 10: levels 0.5 to 0.75, of which 0.5 to 0.6 are 15 on the other machine. */
  @Test
  void aTaskThatEndedTakesItsTimeThereAndItsQuantileElsewhere() {
    for (Fate fate : List.of(Fate.ON_TIME, Fate.LATE, Fate.FAILED)) {
      RecordedRun run = left(fate, 9);

      assertShares(times(run, 1, MACHINE), Map.of(9L, 1.0));
      assertShares(times(run, 1, OTHER), Map.of(15L, 0.4, 20L, 0.6));
    }
  }

  /** Longer than 5: levels above 0.5, of which 0.1 of 0.5 are 15 on the other machine. */
  @Test
  void aTaskThatWasStoppedTakesLongerThanItRan() {
    for (Fate fate : List.of(Fate.EVICTED, Fate.CANCELLED, Fate.DROPPED_RUNNING)) {
      RecordedRun run = left(fate, 7);

      assertShares(times(run, 1, MACHINE), Map.of(10L, 0.5, 15L, 0.5));
      assertShares(times(run, 1, OTHER), Map.of(15L, 0.2, 20L, 0.8));
    }
  }

  @Test
  void timesBeyondTheDistributionAreTheGreatestElsewhere() {
    assertShares(times(left(Fate.EVICTED, 99), 1, MACHINE), Map.of(104L, 1.0));
    assertShares(times(left(Fate.EVICTED, 99), 1, OTHER), Map.of(20L, 1.0));
    assertShares(times(left(Fate.ON_TIME, 99), 1, MACHINE), Map.of(99L, 1.0));
  }

  @Test
  void tasksThatHaveNotLeftAreNotCounted() {
    List<Journal.Entry> journal = journal("PAM", 3);
    RecordedRun half = RecordedRun.of(journal.subList(0, journal.size() / 2));

    assertThat(half.counted()).isLessThan(half.size()).isPositive();
    assertThat(new WhatIf(half, 1, 1).under(REGISTRY, "MM", Map.of()).onTime().getFirst())
        .isLessThanOrEqualTo(half.counted());
  }

  @Test
  void aRunBeginsWithTheFirstStartOfTheSameMachinesAndRules() {
    List<Journal.Entry> whole = journal("PAM", 3);
    Journal.Began other =
        new Journal.Began(
            0,
            SYSTEM,
            PolicySettings.THESIS.rules(),
            "PAM",
            "{}",
            List.of(new Task(90, 0, 0, 50)),
            List.of(),
            Optional.empty(),
            List.of());
    List<Journal.Entry> journal = new ArrayList<>();
    journal.add(whole.get(1));
    journal.add(other);
    journal.addAll(whole);

    RecordedRun run = RecordedRun.of(journal);

    assertThat(run.leftOut()).isEqualTo(2);
    assertThat(run.size()).isEqualTo(300);
    assertThatThrownBy(() -> RecordedRun.of(journal.subList(0, 1)))
        .hasMessageContaining("no start of the service");
  }

  /** A start in the midst: machines forget what was learned, and running tasks go on. */
  @Test
  void anotherStartChangesNothingButBeliefs() {
    Task task = new Task(0, 0, 0, 100);
    Pmf learned = Pmf.of(5, 5, 0.25, 0.75);
    List<Journal.Entry> journal =
        List.of(
            began("PAM", 0, List.of(), List.of()),
            new Journal.Arrived(1, task),
            new Journal.Started(1, new Placement(0, 0, 0), task),
            new Journal.Learned(2, 0, 0, 0, learned),
            new Journal.MachineChanged(3, 1, false),
            began(
                "MM", 5, List.of(), List.of(new Journal.Running(new Placement(0, 0, 0), task, 1))),
            new Journal.MachineChanged(5, 1, false),
            new Journal.Left(new Departure(task, Fate.ON_TIME, new Placement(0, 0, 0), 1, 9)));

    RecordedRun run = RecordedRun.of(journal);

    assertThat(run.last().policy()).isEqualTo("MM");
    assertThat(run.task(0).ran()).contains(new Ran(0, 0, 0, 8, true));
    assertThat(run.learned().pet().get(0, 0, 0)).isEqualTo(SYSTEM.pet().get(0, 0, 0));
    assertThat(run.incidents().entries())
        .containsExactly(
            new Journal.Learned(2, 0, 0, 0, learned),
            new Journal.MachineChanged(3, 1, false),
            new Journal.Learned(5, 0, 0, 0, SYSTEM.pet().get(0, 0, 0)));
  }
}
