package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sufferage of task types, measured against all tasks. */
class SufferageTest {
  private static final double[] FEW = {1, 1, 1, 1};

  /** A task that left. */
  private record Left(int type, boolean onTime) {}

  private static Sufferage after(List<Left> left, double factor, double... lately) {
    Sufferage sufferage = new Sufferage(factor);
    sufferage.come(lately);
    left.forEach(task -> sufferage.left(task.type(), task.onTime()));
    sufferage.noneIsGiven();
    return sufferage;
  }

  private static List<Left> random(long seed, double... shares) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Left> left = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int type = random.nextInt(shares.length);
      left.add(new Left(type, random.nextDouble() < shares[type]));
    }
    return left;
  }

  /** The share of the first tasks on time, each task of the past by its weight now. */
  private static double shareOfFirst(int count, List<Left> all, double memory) {
    double left = 0;
    double onTime = 0;
    for (int i = 0; i < count; i++) {
      double counts = Math.pow(1 - 1 / memory, count - 1 - i);
      left += counts;
      onTime += all.get(i).onTime() ? counts : 0;
    }
    return onTime / left;
  }

  /** The sum of what each task of a type told, by its weight now. */
  private static double plain(List<Left> all, int type, double memory, double memoryOfAll) {
    double sum = 0;
    int later = 0;
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).type() == type) {
        double told = shareOfFirst(i + 1, all, memoryOfAll) - (all.get(i).onTime() ? 1 : 0);
        sum += Math.pow(1 - 1 / memory, later++) / memory * told;
      }
    }
    return sum;
  }

  @Test
  void itIsTheMeanOfWhatTasksTold() {
    for (long seed = 1; seed <= 20; seed++) {
      List<Left> all = random(seed, 0.9, 0.5, 0.3, 0.1);
      Sufferage sufferage = after(all, 0.1, FEW);

      for (int type = 0; type < 4; type++) {
        assertThat(sufferage.of(type)).isCloseTo(plain(all, type, 10, 40), within(1e-12));
      }
    }
  }

  /**
   * What came lately is remembered, where that is more than the factor tells; types that do not
   * come are no part of all.
   */
  @Test
  void whereManyComeManyCount() {
    List<Left> all = random(3, 0.9, 0.1);
    Sufferage sufferage = after(all, 0.1, 50, 2, 0, 0);

    assertThat(sufferage.of(0)).isCloseTo(plain(all, 0, 50, 60), within(1e-12));
    assertThat(sufferage.of(1)).isCloseTo(plain(all, 1, 10, 60), within(1e-12));
  }

  /** A third of all tasks is on time: by the steps of PAMF all types would suffer to the full. */
  @Test
  void typesThatFareAlikeDoNotSuffer() {
    List<Left> left = new ArrayList<>();
    for (int i = 0; i < 900; i++) {
      left.add(new Left(i % 2, i / 2 % 3 == 0));
    }
    Sufferage sufferage = after(left, 0.05, FEW);

    assertThat(sufferage.of(0)).isCloseTo(0, within(0.03));
    assertThat(sufferage.of(1)).isCloseTo(0, within(0.03));
  }

  /** After a long good time a load comes under which types have 50 and 10 % on time. */
  @Test
  void aLongGoodTimeIsForgotten() {
    List<Left> left = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      left.add(new Left(i % 2, true));
    }
    for (int i = 0; i < 400; i++) {
      left.add(new Left(0, i % 2 == 0));
      left.add(new Left(1, i % 10 == 0));
    }
    Sufferage sufferage = after(left, 0.05, FEW);

    assertThat(sufferage.of(0)).isCloseTo(-0.2, within(0.05));
    assertThat(sufferage.of(1)).isCloseTo(0.2, within(0.05));
  }

  /** As if it had left with its chance, but for what is then known of all tasks. */
  @Test
  void whatMachinesHaveCountsByItsChance() {
    Sufferage sufferage = after(random(5, 0.6, 0.4), 0.1, 1, 1);
    double before = sufferage.of(0);
    double other = sufferage.of(1);
    Sufferage onTime = after(random(5, 0.6, 0.4), 0.1, 1, 1);
    Sufferage late = after(random(5, 0.6, 0.4), 0.1, 1, 1);
    onTime.isGiven(0, 1);
    late.isGiven(0, 0);
    sufferage.isGiven(0, 0.25);

    assertThat(late.of(0) - onTime.of(0)).isCloseTo(0.1, within(1e-12));
    assertThat(sufferage.of(0)).isCloseTo(0.25 * onTime.of(0) + 0.75 * late.of(0), within(1e-12));
    assertThat(sufferage.of(1)).isEqualTo(other);
    sufferage.noneIsGiven();
    assertThat(sufferage.of(0)).isEqualTo(before);
  }

  @Test
  void nothingIsKnownBeforeATaskLeft() {
    Sufferage sufferage = new Sufferage(0.1);
    assertThat(sufferage.of(3)).isZero();
    sufferage.come(1, 0);
    sufferage.isGiven(0, 0.9);
    assertThat(sufferage.of(0)).isZero();
  }

  @Test
  void aFactorOfNoneIsNoFairness() {
    Sufferage sufferage = after(random(1, 0.9, 0.1), 0, 1, 1);
    sufferage.isGiven(1, 0.5);

    assertThat(sufferage.of(0)).isZero();
    assertThat(sufferage.of(1)).isZero();
  }

  @Test
  void aFactorAboveOneIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sufferage(1.1))
        .withMessage("fairness factor is 1.1; expected [0, 1]");
  }
}
