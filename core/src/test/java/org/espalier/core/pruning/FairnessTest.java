package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sufferage of task types, measured against one half and against all types. */
class FairnessTest {
  /** A task that left. */
  private record Left(int type, boolean onTime) {}

  private static List<Left> random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] shares = random.doubles(4).toArray();
    List<Left> left = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int type = random.nextInt(shares.length);
      left.add(new Left(type, random.nextDouble() < shares[type]));
    }
    return left;
  }

  /** The sufferage of a type after all that left, each step as it is defined. */
  private static double plain(List<Left> all, int type, double factor) {
    double sufferage = 0;
    for (int i = 0; i < all.size(); i++) {
      double left = 0;
      double onTime = 0;
      for (int j = 0; j <= i; j++) {
        double counts = Math.pow(1 - 1 / 3000.0, i - j);
        left += counts;
        onTime += all.get(j).onTime() ? counts : 0;
      }
      double share = onTime / left;
      if (all.get(i).type() == type) {
        sufferage += factor * (share - (all.get(i).onTime() ? 1 : 0));
        sufferage = Math.max(-1, Math.min(1, sufferage));
      }
    }
    return sufferage;
  }

  /** After a long good time a load comes under which types have 50 and 10 % on time. */
  @Test
  void amongTypesALongGoodTimeIsForgotten() {
    Fairness fairness = Fairness.amongTypes(0.1);
    for (int i = 0; i < 100_000; i++) {
      fairness.update(i % 2, true);
    }
    for (int i = 0; i < 10_000; i++) {
      fairness.update(0, i % 2 == 0);
      fairness.update(1, i % 10 == 0);
    }

    assertThat(fairness.sufferage(0)).isLessThan(-0.5);
    assertThat(fairness.sufferage(1)).isGreaterThan(0.5);
  }

  @Test
  void amongTypesItFollowsTheShareOfAll() {
    for (long seed = 1; seed <= 50; seed++) {
      List<Left> all = random(seed);
      Fairness fairness = Fairness.amongTypes(0.2);
      all.forEach(left -> fairness.update(left.type(), left.onTime()));

      for (int type = 0; type < 4; type++) {
        assertThat(fairness.sufferage(type)).isCloseTo(plain(all, type, 0.2), within(1e-12));
      }
    }
  }

  /** By the steps of PAMF both types suffer to the full where a third of either is on time. */
  @Test
  void typesThatFareAlikeDoNotSuffer() {
    Fairness ofPamf = new Fairness(0.1);
    Fairness amongTypes = Fairness.amongTypes(0.1);
    for (int i = 0; i < 300; i++) {
      for (int type = 0; type < 2; type++) {
        ofPamf.update(type, i % 3 == 0);
        amongTypes.update(type, i % 3 == 0);
      }
    }

    assertThat(ofPamf.sufferage(0)).isGreaterThan(0.8);
    assertThat(amongTypes.sufferage(0)).isBetween(-0.3, 0.3);
    assertThat(amongTypes.sufferage(1)).isBetween(-0.3, 0.3);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    Fairness fairness = Fairness.amongTypes(0.1);
    fairness.update(0, true);
    fairness.update(1, false);
    Fairness copy = fairness.copy();
    double before = fairness.sufferage(1);

    copy.update(1, false);
    assertThat(fairness.sufferage(1)).isEqualTo(before);
    fairness.update(1, false);
    assertThat(fairness.sufferage(1)).isEqualTo(copy.sufferage(1)).isGreaterThan(before);
  }
}
