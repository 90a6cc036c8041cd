package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testsupport.Sampled;
import org.espalier.workload.pet.BelievedPets;
import org.junit.jupiter.api.Test;

/** A machine that fails, with exponential times, against what can be worked out. */
@Sampled(0.5)
class FailuresTest {
  private static final double MEAN = 1_000;
  private static final double BETWEEN = 3_000;
  private static final double REPAIR = 500;
  private static final int TASKS = 20_000;

  private static final AllocationRules RULES = AllocationRules.bounded(3, DroppingScope.EXECUTING);

  /** P(X <= t) is that of the exponential distribution at all multiples of 10 ticks. */
  private static Pmf exponential() {
    double[] masses = new double[2_001];
    for (int k = 1; k < masses.length; k++) {
      masses[k] = Math.exp(-10 * (k - 1) / MEAN) - Math.exp(-10 * k / MEAN);
    }
    return Pmf.normalised(0, 10, masses);
  }

  private static HcSystem system(int machines) {
    MachineType type =
        new MachineType(0, "frail", 3_600, 0, 0)
            .failing(
                Optional.of(
                    new MachineType.Failures(
                        Duration.ofMillis((long) BETWEEN), Duration.ofMillis((long) REPAIR))));
    return new HcSystem(
        "frail",
        Duration.ofMillis(1),
        List.of(new TaskType(0, "task")),
        List.of(type),
        IntStream.range(0, machines).mapToObj(m -> new Machine(m, "m" + m, type)).toList(),
        PetMatrix.of(new Pmf[][] {{exponential()}}));
  }

  private static Workload workload(long apart, long shortest, int kinds) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(new Task(i, 0, i * apart, i * apart + shortest * (1 + i % kinds)));
    }
    return new Workload("tasks", tasks);
  }

  private static Trial trial(HcSystem system, Workload workload) {
    return trial(system, workload, 0);
  }

  private static Trial trial(HcSystem system, Workload workload, int retries) {
    return new Trial(
        BelievedPets.thinned(system),
        RULES,
        workload,
        new CounterStream(7, 1, system.pet()),
        TimeSpan.NEVER,
        Optional.of(new Trial.Failures(7, 1, retries)));
  }

  private static Watch watch() {
    PolicySettings settings = PolicySettings.THESIS.withRules(RULES);
    return new Watch(PolicyRegistry.builtIn().find("MM").orElseThrow().create(settings));
  }

  /**
   * Each task is alone, and on time if the machine is there, or is repaired in time, and lives as
   * long as the task takes.
   */
  @Test
  void asManyAreOnTimeAsExponentialFailuresAndRepairsLeave() {
    long left = 800;
    TrialOutcome outcome = EventEngine.run(trial(system(1), workload(20_000, left, 1)), watch());

    double ends = 1 / MEAN + 1 / BETWEEN;
    double repairs = 1 / REPAIR;
    double there = (1 - Math.exp(-ends * left)) / (MEAN * ends);
    double repaired =
        (1
                - Math.exp(-repairs * left)
                - repairs / (repairs - ends) * (Math.exp(-ends * left) - Math.exp(-repairs * left)))
            / (MEAN * ends);
    double available = BETWEEN / (BETWEEN + REPAIR);
    double share = available * there + (1 - available) * repaired;
    double halfWidth = 1.96 * Math.sqrt(share * (1 - share) / TASKS);
    assertThat(outcome.count(Fate.ON_TIME) / (double) TASKS).isCloseTo(share, within(halfWidth));
    assertThat(outcome.count(Fate.FAILED)).isGreaterThan(TASKS / 10);
    long away =
        outcome.away().stream()
            .mapToLong(a -> Math.min(a.until(), outcome.endTime()) - a.from())
            .sum();
    assertThat(away / (double) outcome.endTime()).isCloseTo(1 - available, within(0.01));
  }

  /** A task that takes t is lost exp(t / mtbf) - 1 times in the mean before it comes to its end. */
  @Test
  void whatIsRunAgainIsLostAsOftenAsFailuresAre() {
    TrialOutcome outcome =
        EventEngine.run(trial(system(1), workload(20_000, 1_000_000_000, 1), 100), watch());

    assertThat(outcome.count(Fate.ON_TIME)).isEqualTo(TASKS);
    double timesLost = 1 / (1 - MEAN / BETWEEN) - 1;
    assertThat(outcome.lost().size() / (double) TASKS).isCloseTo(timesLost, within(0.04));
    Map<Long, TrialOutcome.Away> failures = new HashMap<>();
    outcome.away().forEach(away -> failures.put(away.from(), away));
    assertThat(outcome.lost()).allMatch(lost -> failures.containsKey(lost.time()));
    long busy = outcome.executions().mapToLong(ran -> ran.time() - ran.start()).sum();
    assertThat(outcome.activeTicks(system(1), new TimeSpan(0, TimeSpan.NEVER)))
        .containsExactly(busy);
    assertThat(busy).isGreaterThan((long) (1.3 * MEAN * TASKS));
  }

  /** A task is run again so often and no more. */
  @Test
  void whatWasLostOnceTooOftenFails() {
    TrialOutcome once =
        EventEngine.run(trial(system(1), workload(20_000, 1_000_000_000, 1), 1), watch());

    Map<Integer, Integer> lost = new HashMap<>();
    once.lost().forEach(ran -> lost.merge(ran.task().id(), 1, Integer::sum));
    assertThat(lost.values()).containsOnly(1);
    assertThat(once.count(Fate.FAILED)).isBetween(1, once.lost().size());
    assertThat(once.departures())
        .filteredOn(left -> left.fate() == Fate.FAILED)
        .allMatch(left -> lost.containsKey(left.task().id()));
  }

  /** Of tasks that start, and of those that run on, as many are on time as is expected. */
  @Test
  void chancesCountThatTheMachineMayFail() {
    Watch watch = watch();
    TrialOutcome outcome = EventEngine.run(trial(system(2), workload(700, 500, 8)), watch);

    Map<Integer, Fate> fates = new HashMap<>();
    for (Departure departure : outcome.departures()) {
      fates.put(departure.task().id(), departure.fate());
    }
    for (List<Watch.Chance> all : List.of(watch.starting, watch.running)) {
      double[][] bins = new double[10][3];
      for (Watch.Chance one : all) {
        double[] bin = bins[(int) Math.min(9, one.chance() * 10)];
        bin[0]++;
        bin[1] += one.chance();
        bin[2] += fates.get(one.task()) == Fate.ON_TIME ? 1 : 0;
      }
      assertThat(Arrays.stream(bins).filter(bin -> bin[0] > 1_500)).hasSizeGreaterThan(2);
      for (double[] bin : bins) {
        if (bin[0] > 1_500) {
          assertThat(bin[2] / bin[0]).isCloseTo(bin[1] / bin[0], within(0.02));
        }
      }
    }
  }

  /** Looks at the chances of what begins at a mapping event, and of what runs. */
  private static final class Watch extends ForwardingPolicy {
    record Chance(int task, double chance) {}

    private final List<Chance> starting = new ArrayList<>();
    private final List<Chance> running = new ArrayList<>();

    Watch(AllocationPolicy policy) {
      super(policy);
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      List<Decision> decisions = super.decide(event);
      Retake retake = new Retake(event);
      decisions.forEach(retake::take);
      for (int m = 0; m < retake.session().machines(); m++) {
        MachineQueue queue = retake.session().queue(m);
        if (queue.size() > 0) {
          (queue.isBusy() ? running : starting)
              .add(new Chance(queue.task(0).id(), queue.chanceOfSuccess(0)));
        }
      }
      return decisions;
    }
  }
}
