package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What tasks are worth where they could start. */
class PairWorthTest {
  /** Worth 10 at arrival, and 1 less each 10 ticks. */
  private static Task task(int type) {
    UtilityPoints points = new UtilityPoints(List.of(new Point(0, 10), new Point(100, 0)));
    return new Task(type, type, 0, Task.NO_DEADLINE, points);
  }

  /** The second task type runs on the second machine type alone; two tasks have arrived at 0. */
  private static UtilityPrices prices() {
    UtilityPrices prices = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);
    new Scene(
            Scene.system(
                new @Nullable Pmf[][] {{Pmf.at(40, 1), Pmf.at(10, 1)}, {null, Pmf.at(20, 1)}}))
        .to(session -> prices.update(session, 1, 1))
        .arrive(0, task(0))
        .arrive(0, task(1))
        .settle(0);
    return prices;
  }

  @Test
  void itIsUtilityLessWhatItCosts() {
    UtilityPrices prices = prices();
    PairWorth worth = new PairWorth(prices, 1, 1);
    double first = 10 - 4 - prices.cost(prices.choices(0), 0, 0);
    double second = 10 - 1 - prices.cost(prices.choices(0), 1, 0);

    assertThat(worth.on(0, task(0), 0)).isCloseTo(Math.max(0, first), within(1e-9));
    assertThat(worth.in(1, 0, task(0), 0)).isCloseTo(second, within(1e-9));
    assertThat(worth.best(task(0), 0)).isCloseTo(Math.max(first, second), within(1e-9));
    double atHalf =
        Math.max(
            6 - prices.cost(prices.choices(0), 0, 0) / 2,
            9 - prices.cost(prices.choices(0), 1, 0) / 2);
    assertThat(worth.atHalf(task(0), 0)).isCloseTo(atHalf, within(1e-9));
  }

  @Test
  void whereATaskCannotRunItIsWorthNothing() {
    assertThat(new PairWorth(prices(), 1, 1).on(0, task(1), 0)).isZero();
    assertThat(new PairWorth(prices(), 1, 0).best(task(1), 0))
        .as("no machine is there")
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }
}
