package org.espalier.simulator.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.espalier.report.statistics.MeanInterval;
import org.junit.jupiter.api.Test;

class LoadSearchTest {
  private static Optional<LoadSearch.Found> find(DoubleUnaryOperator share, double least) {
    return LoadSearch.find(load -> new MeanInterval(30, share.applyAsDouble(load), 2), least);
  }

  /** Shares that fall from 100 along many curves, with the greatest load known beforehand. */
  @Test
  void findsTheGreatestLoadWithinOnePercent() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      double half = Math.exp(random.nextDouble(-2, 2));
      double steep = random.nextDouble(1, 5);
      double least = random.nextDouble(5, 99);
      double greatest = half * Math.pow(100 / least - 1, 1 / steep);
      LoadSearch.Found found =
          find(load -> 100 / (1 + Math.pow(load / half, steep)), least).orElseThrow();

      assertThat(found.load()).isBetween(greatest / 1.0101, greatest * 1.0001);
      assertThat(found.share().mean()).isGreaterThanOrEqualTo(least);
      assertThat(found.isBound()).isTrue();
    }
  }

  /** A share that falls by 10 points a unit of load: 2 points are 0.2 units. */
  @Test
  void itsIntervalIsThatOfTheShareOverItsSlope() {
    LoadSearch.Found found = find(load -> 100 - 10 * load, 75).orElseThrow();

    assertThat(found.halfWidth()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void loadsThatAreNeverOrAlwaysServedAreTold() {
    assertThat(find(load -> 90, 95)).isEmpty();
    LoadSearch.Found always = find(load -> 99, 95).orElseThrow();
    assertThat(always.isBound()).isFalse();
    assertThat(always.load()).isEqualTo(LoadSearch.MOST);
    assertThat(always.halfWidth()).isNaN();
  }
}
