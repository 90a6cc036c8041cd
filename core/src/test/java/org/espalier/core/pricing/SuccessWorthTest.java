package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What it is worth that a task is on time. */
class SuccessWorthTest {
  /** Of two types tasks of the second are on time, and those of the first are not. */
  private static Sufferage sufferage() {
    Sufferage sufferage = new Sufferage(0.1);
    sufferage.come(1, 1);
    for (int i = 0; i < 40; i++) {
      sufferage.left(0, false);
      sufferage.left(1, true);
    }
    sufferage.noneIsGiven();
    return sufferage;
  }

  @Test
  void withoutWeightItIsOne() {
    assertThat(new SuccessWorth(0, sufferage()).of(0)).isEqualTo(1);
  }

  @Test
  void whatSuffersIsWorthMoreByTheWeight() {
    Sufferage sufferage = sufferage();

    assertThat(new SuccessWorth(2, sufferage).of(0))
        .isCloseTo(1 + 2 * sufferage.of(0), within(1e-12))
        .isGreaterThan(1.5);
  }

  @Test
  void whatFaresBestIsStillWorthSomething() {
    assertThat(new SuccessWorth(10, sufferage()).of(1)).isPositive();
  }
}
