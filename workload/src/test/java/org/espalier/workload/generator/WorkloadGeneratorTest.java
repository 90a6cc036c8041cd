package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;

class WorkloadGeneratorTest {
  /** Two types of 1,000 and 3,000 ticks of 10 us: 10 and 30 units. */
  private static final HcSystem SYSTEM =
      new PetTable(
              List.of("short", "long"),
              List.of("m"),
              Duration.ofNanos(10_000),
              PetMatrix.of(new Pmf[][] {{Pmf.at(1000, 100)}, {Pmf.at(3000, 100)}}))
          .system("s");

  private static WorkloadSpec spec(ArrivalPattern pattern) {
    return WorkloadSpec.of(800, 15_000, pattern);
  }

  private static Workload generate(ArrivalPattern pattern, int trial) {
    return WorkloadGenerator.generate(spec(pattern), SYSTEM, 1, trial);
  }

  @Test
  void theSameArgumentsGiveTheSameWorkload() {
    Workload workload = generate(ArrivalPattern.Steady.OF_SOURCES, 3);

    assertThat(generate(ArrivalPattern.Steady.OF_SOURCES, 3)).isEqualTo(workload);
    assertThat(generate(ArrivalPattern.Steady.OF_SOURCES, 4).tasks())
        .isNotEqualTo(workload.tasks());
    assertThat(workload.size()).isEqualTo(800);
  }

  /** 15,000 tasks in 86,400 units: 800 tasks take 4,608 units of 100 ticks. */
  @Test
  void theIntensityDecidesTheRate() {
    for (ArrivalPattern pattern :
        List.of(
            ArrivalPattern.Steady.OF_SOURCES,
            ArrivalPattern.Spiky.OF_SOURCES,
            new ArrivalPattern.Poisson())) {
      double last = 0;
      for (int trial = 1; trial <= 30; trial++) {
        last += generate(pattern, trial).tasks().getLast().arrival() / 30.0;
      }
      assertThat(last).as("%s", pattern).isCloseTo(460_800, within(15_000.0));
    }
  }

  /** One of three types is a version of another. */
  @Test
  void whatIsAVersionOfAnotherTypeDoesNotArriveUnlessTypesNamesIt() {
    Pmf time = Pmf.at(1000, 100);
    HcSystem three =
        new PetTable(
                List.of("full", "poor", "other"),
                List.of("m"),
                Duration.ofNanos(10_000),
                PetMatrix.of(new Pmf[][] {{time}, {time}, {time}}))
            .system("s");
    List<TaskType> types =
        List.of(
            new TaskType(0, "full", List.of(new Version(0, 1), new Version(1, 0.5))),
            three.taskTypes().get(1),
            three.taskTypes().get(2));
    HcSystem system =
        new HcSystem("s", three.tick(), types, three.machineTypes(), three.machines(), three.pet());
    WorkloadSpec steady = spec(ArrivalPattern.Steady.OF_SOURCES);
    Workload workload = steady.generate(system, 1, 1);

    assertThat(workload.tasks()).extracting(Task::type).containsOnly(0, 2);
    assertThat(workload.tasks().getLast().arrival()).isCloseTo(460_800, within(60_000L));
    assertThat(steady.leftOut(system))
        .contains("no task of poor arrives, as a version of another type; types says what arrives");
    assertThat(steady.leftOut(three)).isEmpty();
  }

  /** deadline = arrival + mean(type) + slack * mean(all), the mean of all being 20 units. */
  @Test
  void deadlinesFollowTheRuleOfTheSources() {
    WorkloadSpec steady = spec(ArrivalPattern.Steady.OF_SOURCES);
    WorkloadSpec half =
        new WorkloadSpec(50, 15_000, steady.period(), steady.unit(), steady.pattern(), 0.5);

    assertThat(generate(ArrivalPattern.Steady.OF_SOURCES, 1).tasks())
        .allMatch(task -> task.deadline() - task.arrival() == (task.type() == 0 ? 3000 : 5000));
    assertThat(WorkloadGenerator.generate(half, SYSTEM, 1, 1).tasks())
        .allMatch(task -> task.deadline() - task.arrival() == (task.type() == 0 ? 2000 : 4000));
  }

  private static List<Long> gaps(Workload workload, int type) {
    List<Long> gaps = new ArrayList<>();
    long previous = -1;
    for (Task task : workload.tasks()) {
      if (task.type() == type) {
        if (previous >= 0) {
          gaps.add(task.arrival() - previous);
        }
        previous = task.arrival();
      }
    }
    return gaps;
  }

  private static double varianceOverMean(List<Long> gaps) {
    double mean = gaps.stream().mapToLong(gap -> gap).average().orElseThrow();
    double squares = gaps.stream().mapToDouble(gap -> (gap - mean) * (gap - mean)).sum();
    return squares / gaps.size() / mean;
  }

  /** In units the variance is 0.1 of the mean, in ticks of 1/100 unit 10 times. */
  @Test
  void steadyGapsHaveTheVarianceOfTheSources() {
    Workload workload = generate(ArrivalPattern.Steady.OF_SOURCES, 1);

    assertThat(varianceOverMean(gaps(workload, 0))).isCloseTo(10, within(3.0));
  }

  /** The standard deviation of an exponential gap is its mean: 1,152 ticks for two types. */
  @Test
  void poissonGapsAreExponential() {
    Workload workload = generate(new ArrivalPattern.Poisson(), 1);

    assertThat(varianceOverMean(gaps(workload, 1))).isCloseTo(1152, within(300.0));
  }

  /** Eight cycles of 57,600 ticks, the first half of each with twice the rate of the second. */
  @Test
  void spikyArrivalsAlternate() {
    int onPeak = 0;
    int offPeak = 0;
    for (int trial = 1; trial <= 10; trial++) {
      for (Task task : generate(ArrivalPattern.Spiky.OF_SOURCES, trial).tasks()) {
        if (task.arrival() < 400_000 && task.arrival() % 57_600 < 28_800) {
          onPeak++;
        } else if (task.arrival() < 400_000) {
          offPeak++;
        }
      }
    }
    // 400,000 ticks are 6.94 cycles: 7 halves on-peak, 6.94 - 3.5 cycles off-peak.
    assertThat(onPeak / (double) offPeak).isCloseTo(2.03, within(0.15));
  }

  @Test
  void typesDoNotBeginInStep() {
    List<Task> tasks = generate(ArrivalPattern.Steady.OF_SOURCES, 1).tasks();

    assertThat(tasks.get(0).arrival()).isLessThan(2 * 1152);
    assertThat(tasks.get(1).arrival()).isNotEqualTo(tasks.get(0).arrival());
  }
}
