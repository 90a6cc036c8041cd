package org.espalier.profiler.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.ToIntFunction;
import org.espalier.report.statistics.MeanInterval;
import org.junit.jupiter.api.Test;

class RunMeanTest {
  private static final StoppingRule RULE = StoppingRule.DEFAULT;

  /** Times on a machine where each run is as fast as any other, with some spread. */
  private static DoubleSupplier steady(long seed, double spread) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> 1 + spread * random.nextGaussian();
  }

  /** Times on a machine that is faster for some runs and then slower. */
  private static DoubleSupplier drifting(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] state = {0};
    return () -> {
      state[0] = 0.8 * state[0] + 0.012 * random.nextGaussian();
      return 1 + state[0];
    };
  }

  private static double[] profile(DoubleSupplier command) {
    double[] values = new double[0];
    do {
      values = Arrays.copyOf(values, values.length + 1);
      values[values.length - 1] = command.getAsDouble();
    } while (!RULE.isEnough(values, Duration.ZERO));
    return values;
  }

  private static int pairsThatAgree(DoubleSupplier command) {
    int agree = 0;
    for (int pair = 0; pair < 1_000; pair++) {
      MeanInterval one = RunMean.of(profile(command));
      MeanInterval other = RunMean.of(profile(command));
      double apart = Math.abs(one.mean() - other.mean());
      agree += apart <= Math.min(one.halfWidth(), other.halfWidth()) ? 1 : 0;
    }
    return agree;
  }

  private static int holdTheTruth(DoubleSupplier command, ToIntFunction<double[]> holds) {
    int sum = 0;
    for (int profile = 0; profile < 1_000; profile++) {
      double[] values = new double[40];
      Arrays.setAll(values, i -> command.getAsDouble());
      sum += holds.applyAsInt(values);
    }
    return sum;
  }

  private static int holdsOne(MeanInterval interval) {
    return Math.abs(interval.mean() - 1) <= interval.halfWidth() ? 1 : 0;
  }

  @Test
  void twoProfilesOnASteadyMachineAgreeInSeventeenOfTwenty() {
    // with Student's interval alone they do in sixteen
    assertThat(pairsThatAgree(steady(1, 0.01))).isGreaterThanOrEqualTo(850);
    assertThat(pairsThatAgree(steady(2, 0.03))).isGreaterThanOrEqualTo(850);
  }

  @Test
  void nineteenOfTwentyHoldTheMeanOfASteadyMachine() {
    int held = holdTheTruth(steady(3, 0.02), values -> holdsOne(RunMean.of(values)));
    assertThat(held).isBetween(950, 990);
  }

  @Test
  void neighboursThatAreAlikeWidenTheInterval() {
    int held = holdTheTruth(drifting(4), values -> holdsOne(RunMean.of(values)));
    int byStudent = holdTheTruth(drifting(4), values -> holdsOne(MeanInterval.of(values)));
    assertThat(held).isGreaterThan(byStudent + 150);
  }

  @Test
  void fewRunsAndEqualOnes() {
    assertThat(RunMean.of(1)).isEqualTo(MeanInterval.of(1));
    assertThat(RunMean.of(1, 2, 3, 4, 5, 6, 9)).isEqualTo(MeanInterval.of(1, 2, 3, 4, 5, 6, 9));
    assertThat(RunMean.of(2, 2, 2, 2, 2, 2, 2, 2, 2).halfWidth()).isZero();
  }
}
