package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.espalier.workload.heterogeneity.RetunedSystem;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Generated systems have the shape of the source's, and moments of the method. */
class SystemGeneratorTest {
  private static final JsonNode VECTORS = VectorFile.read("/vectors/cvb.json");
  private static final SystemSpec SPEC = SystemSpec.of("generated");
  private static final double MINUTE = Duration.ofMinutes(1).toMillis();
  private static final int SPECIAL = 4;
  private static final int SYSTEMS = 300;
  private static final List<HcSystem> MANY =
      LongStream.range(0, SYSTEMS).mapToObj(seed -> SystemGenerator.generate(SPEC, seed)).toList();

  private static double minutes(HcSystem system, int taskType, int machineType, int pState) {
    return system.pet().get(taskType, machineType, pState).mean() / MINUTE;
  }

  private static Offset<Double> share(double share, double value) {
    return within(share * value);
  }

  @Test
  void theShapeIsThatOfTheSource() {
    HcSystem system = MANY.getFirst();

    assertThat(system.taskTypes()).hasSize(100);
    assertThat(system.machines()).hasSize(100);
    assertThat(system.machineTypes())
        .extracting(MachineType::name)
        .startsWith("special-0", "special-1", "special-2", "special-3", "general-0")
        .hasSize(13);
    for (HcSystem each : MANY) {
      int special = 0;
      for (int j = 0; j < SPECIAL; j++) {
        int machineType = j;
        long runs = IntStream.range(0, 100).filter(i -> each.pet().canRun(i, machineType)).count();
        assertThat(runs).isBetween(3L, 5L);
        special += (int) runs;
      }
      assertThat(special).isEqualTo(17);
      assertThat(IntStream.range(0, 100))
          .allMatch(i -> IntStream.range(SPECIAL, 13).allMatch(j -> each.pet().canRun(i, j)))
          .allMatch(i ->
              IntStream.range(0, SPECIAL).filter(j -> each.pet().canRun(i, j)).count()
                  == (i < 17 ? 1 : 0));
    }
  }

  @Test
  void theSameSeedGivesTheSameSystemAndAnotherAnother() {
    assertThat(SystemGenerator.generate(SPEC, 0)).isEqualTo(MANY.get(0));
    assertThat(MANY.get(1)).isNotEqualTo(MANY.get(0));
  }

  /** Values of all systems in rows of a task type, one for each machine type. */
  private record Rows(List<double[]> rows) {
    double mean() {
      return rows.stream().flatMapToDouble(DoubleStream::of).average().orElseThrow();
    }

    double variance(double mean) {
      return rows.stream()
          .flatMapToDouble(DoubleStream::of)
          .map(value -> (value - mean) * (value - mean))
          .average()
          .orElseThrow();
    }

    /** Mean product of the deviations of the first two entries of each row. */
    double covariance(double mean) {
      return rows.stream()
          .mapToDouble(row -> (row[0] - mean) * (row[1] - mean))
          .average()
          .orElseThrow();
    }
  }

  private interface Cell {
    double of(HcSystem system, int taskType, int machineType);
  }

  private static Rows general(Cell cell) {
    List<double[]> rows = new ArrayList<>();
    for (HcSystem system : MANY) {
      for (int i = 0; i < 100; i++) {
        int taskType = i;
        rows.add(
            IntStream.range(SPECIAL, 13).mapToDouble(j -> cell.of(system, taskType, j)).toArray());
      }
    }
    return new Rows(rows);
  }

  private static void assertMoments(Rows rows, JsonNode expected) {
    double mean = expected.get("mean").asDouble();
    assertThat(rows.mean()).isCloseTo(mean, share(0.005, mean));
    double variance = expected.get("entryVariance").asDouble();
    assertThat(rows.variance(mean)).isCloseTo(variance, share(0.02, variance));
    double covariance = expected.get("rowCovariance").asDouble();
    assertThat(rows.covariance(mean)).isCloseTo(covariance, share(0.15, covariance));
  }

  @Test
  void momentsOfExecutionTimesOnGeneralMachineTypes() {
    assertMoments(general((system, i, j) -> minutes(system, i, j, 0)), VECTORS.get("general"));
  }

  @Test
  void momentsOfExecutionTimesOnSpecialMachineTypes() {
    List<double[]> rows = new ArrayList<>();
    for (HcSystem system : MANY) {
      for (int i = 0; i < 17; i++) {
        int taskType = i;
        rows.add(
            IntStream.range(0, SPECIAL)
                .filter(j -> system.pet().canRun(taskType, j))
                .mapToDouble(j -> minutes(system, taskType, j, 0))
                .toArray());
      }
    }
    Rows times = new Rows(rows);
    JsonNode expected = VECTORS.get("special");
    double variance = expected.get("entryVariance").asDouble();

    assertThat(times.mean()).isCloseTo(1, within(0.008));
    assertThat(times.variance(1)).isCloseTo(variance, share(0.08, variance));
  }

  /** Dynamic power is four times the difference between P-state 0 and that of share 0.75. */
  @Test
  void momentsOfPower() {
    assertMoments(
        general((s, i, j) -> 4 * (s.apc().orElseThrow().get(i, j, 0) - s.apc().get().get(i, j, 1))),
        VECTORS.get("dynamicWatts"));
    Rows statics =
        new Rows(
            MANY.stream()
                .map(s ->
                    IntStream.range(SPECIAL, 13)
                        .mapToDouble(j ->
                            2 * s.apc().orElseThrow().get(50, j, 2) - s.apc().get().get(50, j, 0))
                        .toArray())
                .toList());
    assertThat(statics.mean()).isCloseTo(66, within(1.3));
    assertThat(Math.sqrt(statics.variance(66)) / 66).isCloseTo(0.25, within(0.015));
  }

  @Test
  void staticPowerIsThatOfTheMachineTypeAndIsNotScaled() {
    HcSystem system = MANY.getFirst();
    double ofOneTask = staticWatts(system, 20, 6);
    assertThat(staticWatts(system, 90, 6)).isCloseTo(ofOneTask, within(1e-9));
    assertThat(system.machineTypes().get(6).idleWatts()).isZero();
    assertThat(system.machineTypes().get(6).activeWatts(0))
        .isCloseTo(
            IntStream.range(0, 100)
                .mapToDouble(i -> system.apc().orElseThrow().get(i, 6, 0))
                .average()
                .orElseThrow(),
            within(1e-9));
  }

  private static double staticWatts(HcSystem system, int taskType, int machineType) {
    return 2 * system.apc().orElseThrow().get(taskType, machineType, 2)
        - system.apc().orElseThrow().get(taskType, machineType, 0);
  }

  @Test
  void slowDownIsAboveOneAndOfTheTruncatedGamma() {
    assertSlowDown(1, VECTORS.get("slowDown").get("intermediate"));
    assertSlowDown(2, VECTORS.get("slowDown").get("lowest"));
  }

  private static void assertSlowDown(int pState, JsonNode expected) {
    Rows factors = general((s, i, j) -> minutes(s, i, j, pState) / minutes(s, i, j, 0));
    double mean = expected.get("meanGivenAboveOne").asDouble();
    double deviation = expected.get("standardDeviationGivenAboveOne").asDouble();

    assertThat(factors.rows()).allMatch(row -> IntStream.range(0, 9).allMatch(j -> row[j] >= 1));
    assertThat(factors.mean()).isCloseTo(mean, within(0.002));
    assertThat(Math.sqrt(factors.variance(mean))).isCloseTo(deviation, within(0.002));
  }

  /** Ranges and means over 48 systems beside those of an independent program's 48. */
  @Test
  void heterogeneityOfSystemsAndOfThoseRetuned() {
    JsonNode expected = VECTORS.get("environments48");
    List<HcSystem> systems = MANY.subList(0, 48);
    List<HcSystem> low = systems.stream().map(s -> RetunedSystem.of(s, AffinityLevel.LOW)).toList();
    List<HcSystem> high =
        systems.stream().map(s -> RetunedSystem.of(s, AffinityLevel.HIGH)).toList();

    assertEnvironments(systems, SystemGeneratorTest::tma, expected.get("tma"), 0.02);
    assertEnvironments(high, SystemGeneratorTest::tma, expected.get("tmaHigh"), 0.03);
    assertThat(low).extracting(SystemGeneratorTest::tma).allMatch(tma -> tma < 1e-6);
    assertThat(systems)
        .extracting(s -> AffinityLevel.LOW.retuned(EcsMatrix.of(s.pet())))
        .extracting(speeds -> Heterogeneity.of(speeds).taskMachineAffinity())
        .allMatch(tma -> tma < 1e-15);
    assertEnvironments(
        systems, s -> measured(s).general().machinePerformance(), expected.get("mph"), 0.002);
    assertEnvironments(
        high, s -> measured(s).general().machinePerformance(), expected.get("mphHigh"), 0.002);
    assertEnvironments(
        systems, s -> measured(s).general().taskDifficulty(), expected.get("tdh"), 0.001);
    assertEnvironments(
        high, s -> measured(s).general().taskDifficulty(), expected.get("tdhHigh"), 0.001);
    assertEnvironments(
        systems, SystemGeneratorTest::meanMinutes, expected.get("meanGeneralMinutes"), 0.01);
    assertEnvironments(
        low, SystemGeneratorTest::meanMinutes, expected.get("meanGeneralMinutesLow"), 0.01);
    // A speed that nearly vanishes has a long time, so that a single system may lie far outside.
    double[] minutes =
        high.stream().mapToDouble(SystemGeneratorTest::meanMinutes).sorted().toArray();
    assertThat(minutes[24]).isBetween(12.0, 13.5);
  }

  /** The mean is near, and no system is far outside of the range. */
  private static void assertEnvironments(
      List<HcSystem> systems, ToDoubleFunction<HcSystem> measure, JsonNode expected, double near) {
    double mean = expected.get("mean").asDouble();
    double least = expected.get("min").asDouble();
    double greatest = expected.get("max").asDouble();
    double span = greatest - least;
    DoubleSummaryStatistics values = systems.stream().mapToDouble(measure).summaryStatistics();
    assertThat(values.getAverage()).isCloseTo(mean, share(near, mean));
    assertThat(values.getMin()).isGreaterThan(least - span / 2);
    assertThat(values.getMax()).isLessThan(greatest + span / 2);
  }

  private static Heterogeneity measured(HcSystem system) {
    return Heterogeneity.of(EcsMatrix.of(system.pet()));
  }

  private static double tma(HcSystem system) {
    return measured(system).taskMachineAffinity();
  }

  private static double meanMinutes(HcSystem system) {
    return IntStream.range(0, 100)
        .mapToDouble(i ->
            IntStream.range(SPECIAL, 13)
                .mapToDouble(j -> minutes(system, i, j, 0))
                .average()
                .orElseThrow())
        .average()
        .orElseThrow();
  }

  @Test
  void retuningKeepsPowerAndTheFactorsOfPStates() {
    HcSystem system = MANY.getFirst();
    HcSystem high = RetunedSystem.of(system, AffinityLevel.HIGH);

    assertThat(high.apc()).isEqualTo(system.apc());
    assertThat(high.machineTypes()).isEqualTo(system.machineTypes());
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 13; j++) {
        assertThat(high.pet().canRun(i, j)).isEqualTo(system.pet().canRun(i, j));
        if (system.pet().canRun(i, j)) {
          assertThat(minutes(high, i, j, 2) / minutes(high, i, j, 0))
              .isCloseTo(minutes(system, i, j, 2) / minutes(system, i, j, 0), within(1e-3));
        }
      }
    }
  }

  @Test
  void withoutVariationEveryTimeIsTheMean() {
    SystemSpec spec =
        new SystemSpec(
            "plain",
            Duration.ofSeconds(1),
            new SystemSpec.TaskTypes(2, 1, 1, 1, 0),
            new SystemSpec.MachineTypes(List.of(1), Duration.ofSeconds(10), 0),
            new SystemSpec.MachineTypes(List.of(2), Duration.ofSeconds(100), 0),
            new SystemSpec.Power(60, 0, 40, 0, 0, List.of(1.0, 0.25), 0, true));
    HcSystem system = SystemGenerator.generate(spec, 7);

    assertThat(system.pet().get(0, 0, 0).mean()).isEqualTo(10);
    assertThat(system.pet().get(1, 1, 0).mean()).isEqualTo(100);
    assertThat(system.pet().get(1, 1, 1).mean()).isEqualTo(200);
    assertThat(system.pet().canRun(1, 0)).isFalse();
    assertThat(system.apc().orElseThrow().get(1, 1, 1)).isEqualTo(70);
    assertThat(system.machineTypes().getFirst().idleWatts()).isEqualTo(60);
    assertThat(system.machines()).hasSize(3);
  }

  @Test
  void everyProblemIsTold() {
    SystemSpec.MachineTypes none =
        new SystemSpec.MachineTypes(List.of(), Duration.ofMinutes(1), 0.1);
    assertThat(
            SystemSpec.problems(
                new SystemSpec.TaskTypes(100, 17, 0, 5, 0.1),
                new SystemSpec.MachineTypes(
                    Collections.nCopies(101, 1), Duration.ofMinutes(1), 0.1),
                none,
                new SystemSpec.Power(66, 0.1, 133, 0.1, 0.1, List.of(1.0, 1.5), 0.1, false)))
        .containsExactly(
            "special_each is 0..5; expected a range from 1 on, since a special machine type without"
                + " a special task type has nothing to run",
            "general_machines is empty, so that 83 task types could run on no machine; give machine"
                + " types that run them",
            "special_machines names 101 machine types; expected at most 100",
            "power_shares is [1.0, 1.5]; expected shares of the dynamic power above 0 and at most 1,"
                + " the first 1 and each below the one before");
    assertThatThrownBy(() ->
            new SystemSpec(
                "s",
                Duration.ofMillis(1),
                new SystemSpec.TaskTypes(100, 21, 3, 5, 0.1),
                SPEC.special(),
                SPEC.general(),
                SPEC.power()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "special_task_types is 21; 4 special machine types with 3 to 5 each have 12 to 20");
  }
}
