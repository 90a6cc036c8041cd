package org.espalier.core.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Steps of a price down to where as much is taken as there is. */
class PriceDescentTest {
  /** What is taken falls from 2 at no price to 0 at a price of 4; there is 1 of it. */
  @Test
  void aPriceComesToWhereAsMuchIsTakenAsThereIs() {
    PriceDescent descent = new PriceDescent(1, 1);
    double price = 0;
    for (int step = 1; step <= 400; step++) {
      descent.begin(step);
      price = descent.moved(0, 0, price, 1 - (2 - price / 2), 0.5 / Math.sqrt(step));
    }

    assertThat(price).isCloseTo(2, within(0.05));
  }

  @Test
  void noPriceIsNegative() {
    PriceDescent descent = new PriceDescent(1, 2);
    descent.begin(1);

    assertThat(descent.moved(0, 0, 0.1, 1, 5)).isZero();
    assertThat(descent.moved(0, 1, 0, 1, 5)).isZero();
    assertThatThrownBy(() -> descent.begin(0)).hasMessageContaining("expected 1 or more");
  }
}
