package org.espalier.analysis.rounding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.SmallProblems;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.bound.MakespanEnergyBound;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class MakespanEnergyRoundingTest {
  private static final BooleanSupplier ON = () -> false;
  private static final MakespanEnergyRounding.Settings SIXTY =
      new MakespanEnergyRounding.Settings(60, 60);

  private static ParetoArchive<Allocation> front(
      StaticProblem problem,
      MakespanEnergyBound bound,
      MakespanEnergyRounding.Settings settings,
      BooleanSupplier stop) {
    ParetoArchive<Allocation> archive = new ParetoArchive<>();
    MakespanEnergyRounding.addTo(archive, problem, bound, settings, stop);
    return archive;
  }

  @ParameterizedTest
  @CsvSource({"env2, 0.988", "env6, 0.993", "env9, 0.996", "investigation1, 0.995"})
  void theFrontIsNearTheBound(String instance, double share) {
    StaticProblem problem = ParetoInputs.problem(instance);
    MakespanEnergyBound bound = MakespanEnergyBound.of(problem, () -> false);
    ParetoArchive<Allocation> front = front(problem, bound, SIXTY, ON);

    Losses reference = bound.reference();
    assertThat(Indicators.share(front.losses(), reference, bound.hypervolume(reference)))
        .isBetween(share, 1.0);
  }

  @Test
  void pointsAreThoseOfTheirAllocationsAndNotBelowTheBound() {
    SplittableRandom random = new SplittableRandom(11);
    for (int run = 0; run < 300; run++) {
      int lastArrival = run % 2 == 0 ? 0 : 500;
      StaticProblem problem =
          SmallProblems.random(random, new SmallProblems.Size(30, 4, 4, 8, lastArrival), 0);
      MakespanEnergyBound bound = MakespanEnergyBound.of(problem, () -> false);
      ParetoArchive<Allocation> front =
          front(problem, bound, new MakespanEnergyRounding.Settings(8, 16), ON);

      assertThat(front.size()).isPositive();
      for (ParetoArchive.Entry<Allocation> entry : front.entries()) {
        AllocationTotals totals = AllocationOutcome.of(problem, entry.item()).totals();
        assertThat(ObjectivePair.MAKESPAN_ENERGY.losses(totals)).isEqualTo(entry.losses());
        assertThat(totals.dropped()).isZero();
        assertThat(totals.joules() * (1 + 1e-9))
            .isGreaterThanOrEqualTo(bound.joules(totals.makespanSeconds() * (1 + 1e-9)));
      }
    }
  }

  @Test
  void theLeastEnergyIsAlwaysFound() {
    SplittableRandom random = new SplittableRandom(12);
    for (int run = 0; run < 100; run++) {
      StaticProblem problem =
          SmallProblems.random(random, new SmallProblems.Size(20, 4, 4, 6, 0), 0);
      MakespanEnergyBound bound = MakespanEnergyBound.of(problem, () -> false);
      ParetoArchive<Allocation> front = front(problem, bound, SIXTY, ON);
      assertThat(front.losses().getLast().second())
          .isLessThanOrEqualTo(bound.minimumJoules() * (1 + 1e-9));
    }
  }

  static Stream<JsonNode> exhaustiveFronts() {
    return VectorProblems.vectors("exhaustive").stream()
        .filter(vector -> vector.get("name").asString().contains("makespan and energy"));
  }

  /** As near as fractions lead: six or seven tasks are few. */
  @ParameterizedTest
  @MethodSource("exhaustiveFronts")
  void itComesNearToWholeFronts(JsonNode vector) {
    StaticProblem problem = VectorProblems.problem(vector.get("system"));
    MakespanEnergyBound bound = MakespanEnergyBound.of(problem, () -> false);
    List<Losses> front = front(problem, bound, SIXTY, ON).losses();
    List<Losses> whole =
        vector.get("front").values().stream()
            .map(point ->
                new Losses(point.get("makespan_s").asDouble(), point.get("energy_j").asDouble()))
            .toList();

    Losses reference = bound.reference();
    double share =
        Indicators.hypervolume(front, reference) / Indicators.hypervolume(whole, reference);
    assertThat(share).isBetween(0.97, 1 + 1e-9);
    assertThat(bound.hypervolume(reference))
        .isGreaterThan(Indicators.hypervolume(whole, reference));
  }

  @Test
  void itEndsWhenItIsStopped() {
    StaticProblem problem = ParetoInputs.problem("env6");
    MakespanEnergyBound bound = MakespanEnergyBound.of(problem, () -> false);
    assertThat(front(problem, bound, SIXTY, () -> true).size()).isPositive();
  }
}
