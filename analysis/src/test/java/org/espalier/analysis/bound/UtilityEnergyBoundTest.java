package org.espalier.analysis.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.SmallProblems;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class UtilityEnergyBoundTest {
  private static final BooleanSupplier ON = () -> false;

  @Test
  void noAllocationIsAboveTheCurve() {
    SplittableRandom random = new SplittableRandom(13);
    UtilityEnergyBound.Settings settings = new UtilityEnergyBound.Settings(5, 20, 20);
    for (int run = 0; run < 150; run++) {
      StaticProblem problem =
          SmallProblems.random(
              random, new SmallProblems.Size(12, 4, 3, 4, 1000), run % 2 == 0 ? 0 : 0.5);
      UtilityEnergyBound bound = UtilityEnergyBound.search(problem, settings, ON);
      List<Losses> points = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        AllocationTotals totals = random(random, problem);
        points.add(ObjectivePair.UTILITY_ENERGY.losses(totals));
        assertThat(totals.utility()).isLessThanOrEqualTo(bound.utility(totals.joules()) + 1e-9);
      }
      for (Losses reference : List.of(bound.reference(), new Losses(-5, 1e9))) {
        assertThat(Indicators.hypervolume(points, reference))
            .isLessThanOrEqualTo(bound.hypervolume(reference) * (1 + 1e-9));
      }
    }
  }

  private static AllocationTotals random(SplittableRandom random, StaticProblem problem) {
    int[] placements = SmallProblems.randomPlacements(random, problem);
    int[] orders = random.ints(placements.length, 0, placements.length).toArray();
    return AllocationOutcome.of(problem, Allocation.of(placements, orders)).totals();
  }

  /** The shipped lines, whose area was computed elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"dataset1", "dataset2", "dataset3", "stochastic"})
  void areasAreThoseOfTheReference(String instance) {
    StaticProblem problem = ParetoInputs.problem(instance);
    List<PriceBound> lines =
        ReferenceBounds.points(instance).stream()
            .map(line -> new PriceBound(line[0], line[1], new double[1][1], new double[0]))
            .toList();
    assertThat(lines).hasSize(16);
    UtilityEnergyBound bound = new UtilityEnergyBound(problem, lines);
    assertThat(bound.hypervolume(reference(instance)))
        .isCloseTo(ReferenceBounds.hypervolume(instance), withPercentage(0.001));
    if (!problem.mayDrop()) {
      assertThat(bound.reference().second())
          .isCloseTo(reference(instance).second(), withPercentage(0.001));
    }
  }

  private static Losses reference(String instance) {
    Losses reference = ReferenceBounds.reference(instance);
    return ObjectivePair.UTILITY_ENERGY.losses(reference.first(), reference.second());
  }

  @ParameterizedTest
  @ValueSource(strings = {"dataset1", "dataset2"})
  void boundsAreAsGoodAsTheShippedOnes(String instance) {
    assertThat(shareOfShipped(instance)).isBetween(0.98, 1.005);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"dataset3", "stochastic"})
  void boundsOfLargeProblemsAreAsGoodAsTheShippedOnes(String instance) {
    assertThat(shareOfShipped(instance)).isBetween(0.98, 1.005);
  }

  private static double shareOfShipped(String instance) {
    UtilityEnergyBound bound =
        UtilityEnergyBound.search(
            ParetoInputs.problem(instance), UtilityEnergyBound.Settings.DEFAULT, ON);
    return bound.hypervolume(reference(instance)) / ReferenceBounds.hypervolume(instance);
  }

  /** The last prices of each vector are good ones. */
  @Test
  void pricesOfFewTasksAreAsGoodAsThoseOfTheVectors() {
    for (JsonNode vector : VectorProblems.vectors("price_bound")) {
      StaticProblem problem = PriceBoundTest.problem(vector.get("name").asString());
      JsonNode good = vector.get("cases").get(vector.get("cases").size() - 1);
      PricedTasks search = new PricedTasks(problem, vector.get("slot_s").asDouble(), 16);
      double lambda = vector.get("weight_per_j").asDouble();
      PriceBound bound = search.from(lambda, search.free(), 0.5, 1000, ON);
      assertThat(bound.value())
          .isBetween(
              vector.get("optimum_of_exhaustive_front").asDouble(),
              good.get("bound").asDouble() + 0.01);
    }
  }

  @Test
  void aSearchDependsOnItsStepsOnly() {
    StaticProblem problem = ParetoInputs.problem("dataset1");
    UtilityEnergyBound.Settings settings = new UtilityEnergyBound.Settings(3, 20, 5);
    UtilityEnergyBound first = UtilityEnergyBound.search(problem, settings, ON);
    UtilityEnergyBound second = UtilityEnergyBound.search(problem, settings, ON);
    assertThat(first.lines()).hasSize(4);
    for (int i = 0; i < first.lines().size(); i++) {
      assertThat(second.lines().get(i).value()).isEqualTo(first.lines().get(i).value());
      assertThat(second.lines().get(i).taskValues()).isEqualTo(first.lines().get(i).taskValues());
    }
  }

  @Test
  void aSearchThatIsStoppedHasAllItsLines() {
    StaticProblem problem = ParetoInputs.problem("dataset1");
    UtilityEnergyBound bound =
        UtilityEnergyBound.search(problem, UtilityEnergyBound.Settings.DEFAULT, () -> true);
    assertThat(bound.lines()).hasSize(17);
    assertThat(bound.lines().getFirst().lambda()).isZero();
    assertThat(bound.hypervolume(bound.reference())).isPositive().isFinite();
  }
}
