package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityBound;
import org.espalier.testsupport.TestSample;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DaySpecTest {
  private static final JsonNode VECTORS = VectorFile.read("/vectors-ue/arrivals.json");
  private static final HcSystem SYSTEM = SystemGenerator.generate(SystemSpec.of("days"), 1);
  private static final long MINUTE = 60_000;
  private static final long WARM_UP = 120 * MINUTE;
  private static final long END = 1560 * MINUTE;

  private static DaySpec spec(Environment environment) {
    return new DaySpec(33_000, DaySpec.WARM_UP, DaySpec.LONGEST_GAP, environment);
  }

  private static DecayingUtility utility(Task task) {
    return (DecayingUtility) task.utility();
  }

  private static List<Task> inDay(Workload workload) {
    return workload.tasks().stream().filter(task -> task.arrival() >= WARM_UP).toList();
  }

  @Test
  void aFunctionOfSeedAndTrial() {
    DaySpec spec = DaySpec.of(33_000);
    Workload workload = spec.generate(SYSTEM, 5, 2);

    assertThat(spec.generate(SYSTEM, 5, 2)).isEqualTo(workload);
    assertThat(spec.generate(SYSTEM, 5, 3).tasks()).isNotEqualTo(workload.tasks());
    assertThat(spec.generate(SYSTEM, 6, 2).tasks()).isNotEqualTo(workload.tasks());
    assertThat(workload.name()).isEqualTo("trial_2");
  }

  /** General types in phase: the load of a whole hour follows the sine, but for bursts. */
  @Test
  void theLoadMayRiseAndFallOnceADay() {
    Workload workload = DaySpec.of(50_000).withAmplitude(0.8).generate(SYSTEM, 1, 1);
    long[] hours = new long[26];
    workload.tasks().stream()
        .filter(task -> !DayGenerator.isSpecial(SYSTEM.pet(), task.type()))
        .forEach(task -> hours[(int) (task.arrival() / (60 * MINUTE))]++);
    double mean = Arrays.stream(hours, 0, 24).average().orElseThrow();

    for (int h = 0; h < hours.length; h++) {
      double expected = mean * (1 + 0.8 * Math.sin(2 * Math.PI * (h + 0.5) / 24));
      assertThat((double) hours[h]).as("hour " + h).isCloseTo(expected, within(0.12 * mean));
    }
    assertThat((double) workload.size())
        .isCloseTo(DaySpec.of(50_000).expectedTasks(), within(50_000 * 0.03));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, Double.NaN})
  void anAmplitudeIsAShareOfTheMean(double amplitude) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DaySpec.of(50_000).withAmplitude(amplitude))
        .withMessageContaining("expected a number from 0 to below 1");
  }

  @Test
  void tasksArriveForTwentySixHoursAndHaveNoDeadline() {
    List<Task> tasks = DaySpec.of(33_000).generate(SYSTEM, 1, 1).tasks();

    assertThat(tasks).allMatch(task -> task.deadline() == Task.NO_DEADLINE);
    assertThat(tasks.getFirst().arrival()).isBetween(0L, MINUTE);
    assertThat(tasks.getLast().arrival()).isBetween(END - MINUTE, END);
    assertThat(tasks.stream().map(Task::type).distinct()).hasSize(100);
    assertThat((double) tasks.size())
        .isCloseTo(DaySpec.of(33_000).expectedTasks(), within(33_000 * 0.03));
  }

  static IntStream numbersOfTasks() {
    int[] all = {32_000, 33_000, 50_000};
    return TestSample.of(1, all.length).map(i -> all[i]);
  }

  /**
   * Against the means of an independent program over trials of its own, within 1 % or its interval.
   */
  @ParameterizedTest
  @MethodSource("numbersOfTasks")
  void asManyTasksAsExpected(int perDay) {
    JsonNode expected =
        VECTORS
            .get("counts")
            .valueStream()
            .filter(c -> c.get("perDay").asInt() == perDay)
            .filter(c -> c.get("burstsRescaledToTheMean").asBoolean())
            .findFirst()
            .orElseThrow();
    int trials = 20;
    double all = 0;
    double special = 0;
    double bound = 0;
    for (int trial = 1; trial <= trials; trial++) {
      HcSystem system = SystemGenerator.generate(SystemSpec.of("days"), trial);
      Workload workload = DaySpec.of(perDay).generate(system, 1, trial);
      List<Task> tasks = inDay(workload);
      all += tasks.size();
      special += tasks.stream().filter(task -> isSpecial(system, task)).count();
      bound += new UtilityBound(system, new TimeSpan(WARM_UP, END)).of(workload.tasks());
    }
    assertNear(all / trials, expected.get("tasksIn24h"));
    assertNear(special / trials, expected.get("specialTasksIn24h"));
    assertNear(bound / trials, expected.get("maximumUtilityBound"));
  }

  private static void assertNear(double actual, JsonNode meanAndInterval) {
    double mean = meanAndInterval.get(0).asDouble();
    double interval = meanAndInterval.get(1).asDouble();
    assertThat(actual).isCloseTo(mean, within(Math.max(0.01 * mean, interval)));
  }

  private static boolean isSpecial(HcSystem system, Task task) {
    return system.taskTypes().get(task.type()).name().startsWith("special");
  }

  @Test
  void prioritiesAndClassesComeInTheirShares() {
    List<Task> tasks = DaySpec.of(50_000).generate(SYSTEM, 1, 1).tasks();
    double all = tasks.size();

    assertThat(shares(tasks, 8.0) / all).isCloseTo(0.0405, within(0.004));
    assertThat(shares(tasks, 4.0) / all).isCloseTo(0.1295, within(0.007));
    assertThat(shares(tasks, 2.0) / all).isCloseTo(0.3, within(0.01));
    assertThat(shares(tasks, 1.0) / all).isCloseTo(0.53, within(0.01));
    assertThat(
            tasks.stream()
                .collect(
                    Collectors.groupingBy(t -> utility(t).utilityClass(), Collectors.counting())))
        .hasSize(4)
        .allSatisfy((c, count) -> assertThat(count / all).isCloseTo(0.25, within(0.01)));
  }

  private static long shares(List<Task> tasks, double priority) {
    return tasks.stream().filter(task -> utility(task).priority() == priority).count();
  }

  /** What tasks are worth changes nothing else of them. */
  @Test
  void scalesAndClassesAreAsAskedForAndArrivalsTheSame() {
    List<Task> eight = DaySpec.of(33_000).generate(SYSTEM, 1, 1).tasks();
    List<Task> thousand =
        spec(EnvironmentReader.source("appendix-h")).generate(SYSTEM, 1, 1).tasks();
    List<Task> twenty = spec(EnvironmentReader.source("chapter-4")).generate(SYSTEM, 1, 1).tasks();

    assertThat(thousand.stream().map(task -> utility(task).priority()).distinct())
        .containsExactlyInAnyOrder(1.0, 10.0, 100.0, 1000.0);
    assertThat(twenty.stream().map(task -> utility(task).utilityClass()).distinct()).hasSize(20);
    assertThat(arrivals(thousand)).isEqualTo(arrivals(eight)).isEqualTo(arrivals(twenty));
  }

  private static List<Long> arrivals(List<Task> tasks) {
    return tasks.stream().map(Task::arrival).toList();
  }

  @Test
  void specialTaskTypesAreThoseOfMachinesThatRunOnlySome() {
    for (int type = 0; type < 100; type++) {
      assertThat(DayGenerator.isSpecial(SYSTEM.pet(), type)).isEqualTo(type < 17);
    }
    PetMatrix all = PetMatrix.ofExecutionTimes(new long[][][] {{{3}, {4}}, {{5}, {6}}}, 1);
    assertThat(DayGenerator.isSpecial(all, 0)).isFalse();
  }

  @Test
  void tooFewTasksForTheLongestGapAreRefused() {
    assertThat(DaySpec.of(15_000).problem(SYSTEM)).isEmpty();
    assertThat(DaySpec.of(14_999).problem(SYSTEM).orElseThrow())
        .contains("14999 a day for 100 task types", "1728 s", "expected 15000 or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DaySpec.of(800).generate(SYSTEM, 1, 1))
        .withMessageContaining("tasks is 800");
  }

  /** Fewer by some: a gap drawn where the rate is low may pass over a peak. */
  @Test
  void withALongerGapASmallDayHasAboutItsTasks() {
    DaySpec spec =
        new DaySpec(
            1_000, Duration.ZERO, Duration.ofDays(1), EnvironmentReader.source("chapter-2"));
    double tasks = 0;
    for (int trial = 1; trial <= 30; trial++) {
      tasks += spec.generate(SYSTEM, 1, trial).size() / 30.0;
    }
    assertThat(tasks).isBetween(800.0, 950.0);
  }

  @Test
  void badSpecificationsAreRefused() {
    Duration gap = DaySpec.LONGEST_GAP;

    assertRefused("tasks is 0", 0, Duration.ZERO, gap);
    assertRefused("warm-up is", 9, Duration.ofHours(25), gap);
    assertRefused("warm-up is", 9, Duration.ofHours(-1), gap);
    assertRefused("longest gap is", 9, Duration.ZERO, Duration.ZERO);
    assertRefused("longest gap is", 9, Duration.ZERO, Duration.ofDays(2));
  }

  private static void assertRefused(String message, int tasks, Duration warmUp, Duration gap) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DaySpec(tasks, warmUp, gap, DaySpec.of(9).environment()))
        .withMessageContaining(message);
  }
}
