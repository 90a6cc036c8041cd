package org.espalier.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.RandomProblems;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.bound.UtilityEnergyBound;
import org.espalier.analysis.front.Dominance;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Sampled(0.6)
class PriceSweepTest {
  private static final UtilityEnergyBound.Settings ROUGH =
      new UtilityEnergyBound.Settings(16, 50, 15);

  private static ParetoArchive<Allocation> search(
      StaticProblem problem, UtilityEnergyBound bound, PriceSweep.Settings settings, int threads) {
    return PriceSweep.search(problem, bound, settings, threads, () -> false, points -> {});
  }

  private static ParetoArchive<Allocation> search(StaticProblem problem, int rounds, int threads) {
    UtilityEnergyBound bound = UtilityEnergyBound.search(problem, ROUGH, () -> false);
    return search(problem, bound, new PriceSweep.Settings(40, 2, rounds, 8000, 1), threads);
  }

  /** Or a better one: the enumeration executes each task that is not too late. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "6 tasks, 3 machines, utility and energy",
        "6 tasks, 3 machines, utility and energy, dropping below 0.5",
        "7 tasks, 3 machines, 2 P-states, utility and energy"
      })
  void itFindsEveryPointOfAWholeFrontThatIsOptimalForSomeWeight(String name) {
    JsonNode vector = VectorProblems.vector("exhaustive", name);
    StaticProblem problem = VectorProblems.problem(vector.get("system"));
    List<Losses> found = search(problem, 3, 2).losses();
    List<Losses> corners = corners(vector.get("front"));
    assertThat(corners).hasSizeGreaterThan(4);
    for (Losses corner : corners) {
      Losses nearly = new Losses(corner.first() + 1e-6, corner.second() + 1e-3);
      assertThat(found).anyMatch(point -> Dominance.weaklyDominates(point, nearly));
    }
  }

  /** The corners of the lower convex hull of a front. */
  private static List<Losses> corners(JsonNode front) {
    List<Losses> points =
        front.values().stream()
            .map(node ->
                ObjectivePair.UTILITY_ENERGY.losses(
                    node.get("utility").asDouble(), node.get("energy_j").asDouble()))
            .sorted((a, b) -> Double.compare(a.first(), b.first()))
            .toList();
    List<Losses> hull = new ArrayList<>();
    for (Losses point : points) {
      while (hull.size() > 1 && !isCorner(hull.get(hull.size() - 2), hull.getLast(), point)) {
        hull.removeLast();
      }
      hull.add(point);
    }
    return hull;
  }

  private static boolean isCorner(Losses a, Losses b, Losses c) {
    double one = (b.second() - a.second()) * (c.first() - b.first());
    double other = (c.second() - b.second()) * (b.first() - a.first());
    return one < other - 1e-9 * Math.abs(other);
  }

  @Test
  void pointsAreThoseOfTheirAllocationsAndWithinTheBound() {
    SplittableRandom random = new SplittableRandom(41);
    for (int run = 0; run < 30; run++) {
      StaticProblem problem = RandomProblems.of(random, 1 + random.nextInt(12));
      UtilityEnergyBound bound = UtilityEnergyBound.search(problem, ROUGH, () -> false);
      var front = search(problem, bound, new PriceSweep.Settings(1, 2, 1, 1000, run), 1);
      assertThat(front.size()).isPositive();
      for (ParetoArchive.Entry<Allocation> entry : front.entries()) {
        Losses losses = entry.losses();
        assertThat(losses)
            .isEqualTo(
                ObjectivePair.UTILITY_ENERGY.losses(
                    AllocationOutcome.of(problem, entry.item()).totals()));
        assertThat(-losses.first()).isLessThanOrEqualTo(bound.utility(losses.second()) + 1e-6);
      }
    }
  }

  @Test
  void theFrontDoesNotHangOnTheNumberOfThreads() {
    StaticProblem problem = ParetoInputs.problem("dataset1");
    ParetoArchive<Allocation> one = search(problem, 1, 1);
    ParetoArchive<Allocation> three = search(problem, 1, 3);
    assertThat(three.entries()).isEqualTo(one.entries());
  }

  @Test
  void itEndsWhenItIsTold() {
    StaticProblem problem = ParetoInputs.problem("dataset1");
    UtilityEnergyBound bound = UtilityEnergyBound.search(problem, ROUGH, () -> false);
    var settings = new PriceSweep.Settings(20, 2, 9, 5000, 1);
    List<List<Losses>> rounds = new ArrayList<>();
    var front = PriceSweep.search(problem, bound, settings, 1, () -> true, rounds::add);
    assertThat(rounds).hasSize(1);
    assertThat(front.size()).isPositive();
  }

  @Test
  void listsByPricesAreNearTheBound() {
    StaticProblem problem = ParetoInputs.problem("dataset3");
    assertThat(share(search(problem, 0, 2), 47.767805e6, 1.13612e11)).isGreaterThan(0.955);
  }

  @Test
  void dataSetOneIsNearTheBound() {
    StaticProblem problem = ParetoInputs.problem("dataset1");
    assertThat(share(search(problem, 3, 2), 4.904498e6, 7.86041e8)).isGreaterThan(0.945);
  }

  @Test
  @Tag("slow")
  void dataSetTwoIsNearTheBound() {
    StaticProblem problem = ParetoInputs.problem("dataset2");
    assertThat(share(search(problem, 3, 2), 12.061212e6, 7.63609e9)).isGreaterThan(0.975);
  }

  @Test
  @Tag("slow")
  void dataSetThreeIsNearTheBound() {
    StaticProblem problem = ParetoInputs.problem("dataset3");
    assertThat(share(search(problem, 3, 2), 47.767805e6, 1.13612e11)).isGreaterThan(0.965);
  }

  @Test
  @Tag("slow")
  void theFourHoursAreNearTheBound() {
    StaticProblem problem = ParetoInputs.problem("stochastic");
    assertThat(share(search(problem, 3, 2), 200e6, 1.60362e12)).isGreaterThan(0.94);
  }

  /** Of the hypervolume of the shipped bound. */
  private static double share(ParetoArchive<Allocation> front, double joules, double bound) {
    return Indicators.hypervolume(front.losses(), new Losses(0, joules)) / bound;
  }
}
