package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.heterogeneity.Moments;
import org.espalier.workload.system.SystemFiles;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SystemEnlargerTest {
  private static final HcSystem REAL = read("data-set-1");
  private static final List<Integer> SPECIAL = List.of(3, 3, 2, 2);
  private static final JsonNode MOMENTS =
      VectorFile.read("/vectors/gram-charlier.json").get("real");

  private static HcSystem read(String name) {
    return SystemFiles.read(Repository.file("inputs/pareto/%s.yaml".formatted(name))).value();
  }

  private static void assertMoments(Moments actual, JsonNode expected) {
    assertThat(actual.mean()).isCloseTo(expected.get(0).asDouble(), within(1e-6));
    assertThat(Math.pow(actual.mean() * actual.coefficientOfVariation(), 2))
        .isCloseTo(expected.get(1).asDouble(), within(1e-5));
    assertThat(actual.skewness()).isCloseTo(expected.get(2).asDouble(), within(1e-6));
    assertThat(actual.kurtosis()).isCloseTo(expected.get(3).asDouble(), within(1e-6));
  }

  @Test
  void wantedMomentsAreThoseOfTheRealNumbers() {
    EnlargedSystem enlarged = SystemEnlarger.enlarge(REAL, 30, SPECIAL, 1);
    assertThat(enlarged.times()).hasSize(10);
    assertThat(enlarged.powers()).hasSize(10);
    assertMoments(enlarged.times().getFirst().wanted(), MOMENTS.get("average time"));
    assertMoments(enlarged.powers().getFirst().wanted(), MOMENTS.get("average power"));
    for (int j = 0; j < 9; j++) {
      assertThat(enlarged.times().get(j + 1).machineType())
          .isEqualTo(REAL.machineTypes().get(j).name());
      assertMoments(enlarged.times().get(j + 1).wanted(), MOMENTS.get("time ratios").get(j));
    }
  }

  @Test
  void theRealSystemIsAPartOfIt() {
    HcSystem large = SystemEnlarger.enlarge(REAL, 30, SPECIAL, 1).system();
    assertThat(large.taskTypes()).hasSize(30);
    assertThat(large.machineTypes()).hasSize(13);
    assertThat(large.machines()).hasSize(13);
    assertThat(large.taskTypes().subList(0, 5)).isEqualTo(REAL.taskTypes());
    assertThat(large.pet().part(range(0, 5), range(4, 13))).isEqualTo(REAL.pet());
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 9; j++) {
        assertThat(large.activeWatts(i, j + 4, 0)).isEqualTo(REAL.activeWatts(i, j, 0));
      }
    }
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  /** The averages and ratios drawn are those of which the moments are told. */
  @Test
  void newTaskTypesAreAverageTimesRatio() {
    EnlargedSystem enlarged = SystemEnlarger.enlarge(REAL, 1000, SPECIAL, 3);
    HcSystem large = enlarged.system();
    double[] averages =
        IntStream.range(5, 15).mapToDouble(i -> specialSeconds(large, i) * 10).toArray();
    for (int j = 0; j < 9; j++) {
      EnlargedSystem.Fit fit = enlarged.times().get(j + 1);
      for (int i = 5; i < 15; i++) {
        double seconds = large.pet().get(i, j + 4, 0).mean() * large.tickSeconds();
        double ratio = seconds / averages[i - 5];
        assertThat(ratio)
            .isBetween(0.0, fit.wanted().mean() * (1 + 5 * fit.wanted().coefficientOfVariation()));
      }
      assertThat(fit.sampled().mean())
          .isCloseTo(
              fit.clipped().mean(),
              within(0.2 * fit.clipped().mean() * fit.clipped().coefficientOfVariation()));
    }
    Moments clipped = enlarged.times().getFirst().clipped();
    Moments sampled = enlarged.times().getFirst().sampled();
    assertThat(sampled.mean()).isCloseTo(clipped.mean(), within(0.1 * clipped.mean()));
    assertThat(sampled.coefficientOfVariation())
        .isCloseTo(clipped.coefficientOfVariation(), within(0.05));
    assertThat(sampled.skewness()).isCloseTo(clipped.skewness(), within(0.3));
    assertThat(sampled.kurtosis()).isCloseTo(clipped.kurtosis(), within(0.6));
  }

  private static double specialSeconds(HcSystem system, int taskType) {
    return IntStream.range(0, 4)
        .filter(j -> system.pet().canRun(taskType, j))
        .mapToDouble(j -> system.pet().get(taskType, j, 0).mean() * system.tickSeconds())
        .sum();
  }

  @Test
  void specialMachineTypesTakeTheFirstNewTaskTypesInTurn() {
    HcSystem large = SystemEnlarger.enlarge(REAL, 30, SPECIAL, 1).system();
    int[][] expected = {{5, 6, 7}, {8, 9, 10}, {11, 12}, {13, 14}};
    for (int j = 0; j < 4; j++) {
      int special = j;
      assertThat(IntStream.range(0, 30).filter(i -> large.pet().canRun(i, special)).toArray())
          .containsExactly(expected[j]);
      assertThat(IntStream.of(expected[j]).mapToDouble(i -> large.activeWatts(i, special, 0)))
          .allSatisfy(watts -> assertThat(watts).isBetween(100.0, 400.0));
    }
  }

  @Test
  void theSeedAndNothingElseDecides() {
    HcSystem once = SystemEnlarger.enlarge(REAL, 30, SPECIAL, 1).system();
    assertThat(SystemEnlarger.enlarge(REAL, 30, SPECIAL, 1).system()).isEqualTo(once);
    assertThat(SystemEnlarger.enlarge(REAL, 30, SPECIAL, 2).system().pet())
        .isNotEqualTo(once.pet());
    HcSystem larger = SystemEnlarger.enlarge(REAL, 40, SPECIAL, 1).system();
    assertThat(larger.pet().part(range(0, 30), range(0, 13))).isEqualTo(once.pet());
  }

  @Test
  void withoutPowerThereIsNone() {
    HcSystem unpowered =
        new HcSystem(
            "plain",
            REAL.tick(),
            REAL.taskTypes(),
            REAL.machineTypes().stream()
                .map(type -> new MachineType(type.id(), type.name()))
                .toList(),
            IntStream.range(0, 9)
                .mapToObj(j ->
                    new Machine(j, "m" + j, new MachineType(j, REAL.machineTypes().get(j).name())))
                .toList(),
            REAL.pet());
    EnlargedSystem enlarged = SystemEnlarger.enlarge(unpowered, 12, List.of(2), 1);
    assertThat(enlarged.powers()).isEmpty();
    assertThat(enlarged.system().apc()).isEmpty();
    assertThat(enlarged.system().isPowered()).isFalse();
  }

  @Test
  void withoutNewTaskTypesTheSystemIsTheSame() {
    EnlargedSystem same = SystemEnlarger.enlarge(REAL, 5, List.of(), 1);
    assertThat(same.system().pet()).isEqualTo(REAL.pet());
    assertThat(same.times().getFirst().sampled().mean()).isNaN();
  }

  @Test
  void whatCannotBeMadeLargerIsToldAllAtOnce() {
    assertThat(SystemEnlarger.problems(REAL, 4, List.of(0)))
        .containsExactly(
            "task types: 4; expected the 5 that there are to 1000",
            "special machine types: [0]; expected up to 26 counts of task types, each at least 1");
    assertThat(SystemEnlarger.problems(REAL, 8, SPECIAL))
        .containsExactly("special machine types execute 10 new task types; there are 3");
    assertThat(SystemEnlarger.problems(read("data-set-2-and-3"), 40, SPECIAL))
        .contains(
            "task type C-Ray has no certain execution time on machine type Special-purpose machine A; all pairs need one");
    assertThat(SystemEnlarger.problems(read("four-hours"), 200, SPECIAL))
        .anyMatch(problem -> problem.contains("has 3 P-states; a system that is made larger"));
    assertThatThrownBy(() -> SystemEnlarger.enlarge(REAL, 4, List.of(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the 5 that there are");
  }
}
