package org.espalier.analysis.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.RandomProblems;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

class SeedHeuristicTest {
  private static final double NEARLY = 1e-4;
  private static final ConcurrentHashMap<String, StaticProblem> PROBLEMS =
      new ConcurrentHashMap<>();

  @ParameterizedTest
  @CsvFileSource(resources = "/pareto/seeds.csv", numLinesToSkip = 1)
  void whatComesOfThemIsThatOfTheReference(
      String instance,
      String seed,
      double utility,
      double megajoules,
      double makespan,
      int dropped,
      String twoImplementations) {
    if ("NO".equals(twoImplementations)) {
      return;
    }
    StaticProblem problem = PROBLEMS.computeIfAbsent(instance, ParetoInputs::problem);
    SeedHeuristic heuristic = SeedHeuristic.of(seed).orElseThrow();
    AllocationTotals totals =
        AllocationOutcome.of(problem, heuristic.allocate(problem, rounding(instance, heuristic)))
            .totals();

    assertThat(totals.utility()).isCloseTo(utility, withPercentage(NEARLY));
    assertThat(totals.joules() / 1e6).isCloseTo(megajoules, withPercentage(NEARLY));
    assertThat(totals.makespanSeconds()).isCloseTo(makespan, withPercentage(NEARLY));
    assertThat(totals.dropped()).isEqualTo(dropped);
  }

  /** Rows that a program found which compares to the last bit, and that no second one confirms. */
  private static DoubleUnaryOperator rounding(String instance, SeedHeuristic heuristic) {
    boolean toTheLastBit =
        switch (heuristic) {
          case MAX_MAX_UPT, MAX_MAX_UPE ->
              instance.equals("dataset3") || instance.equals("stochastic");
          case MAX_MAX_UTILITY, MAX_MAX_UPP -> instance.equals("dataset3");
          default -> false;
        };
    return toTheLastBit ? DoubleUnaryOperator.identity() : SeedHeuristic::toNineDigits;
  }

  /** Beside one that looks at every placement of every task that is left. */
  @ParameterizedTest
  @EnumSource
  void theyTakeTheBestPairs(SeedHeuristic heuristic) {
    SplittableRandom random = new SplittableRandom(11);
    for (int run = 0; run < 100; run++) {
      StaticProblem problem = RandomProblems.of(random, 1 + random.nextInt(25));
      Allocation allocation = heuristic.allocate(problem);
      assertThat(allocation).isEqualTo(PlainSeeds.allocate(heuristic, problem));
    }
  }

  @Test
  void keysAreKnown() {
    for (SeedHeuristic heuristic : SeedHeuristic.values()) {
      assertThat(SeedHeuristic.of(heuristic.key())).contains(heuristic);
    }
    assertThat(SeedHeuristic.of("max-energy")).isEmpty();
  }

  @Test
  void roundingIsToOneInAMilliardAndKeepsTheOrder() {
    SplittableRandom random = new SplittableRandom(12);
    double last = Double.NEGATIVE_INFINITY;
    double[] values = random.doubles(1000, -1e6, 1e6).sorted().toArray();
    for (double value : values) {
      double rounded = SeedHeuristic.toNineDigits(value);
      assertThat(Math.abs(rounded - value)).isLessThanOrEqualTo(1e-9 * Math.abs(value));
      assertThat(rounded).isGreaterThanOrEqualTo(last);
      assertThat(SeedHeuristic.toNineDigits(Math.nextUp(rounded))).isEqualTo(rounded);
      last = rounded;
    }
    assertThat(SeedHeuristic.toNineDigits(Double.POSITIVE_INFINITY))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }
}
