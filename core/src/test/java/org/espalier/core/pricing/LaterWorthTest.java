package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** What counts against a start, since tasks can still be started later. */
class LaterWorthTest {
  /** The first task can wait for 100 ticks, the second for none. */
  private static double[] gains(double... worths) {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    scene.arrive(0, 0, 110).arrive(0, 0, 10).settle(0);
    FluidPrices prices = new FluidPrices();
    SuccessWorth successes = new SuccessWorth(0, new Sufferage(0));
    Pace pace = new Pace();
    prices.update(
        scene.session(), new ArrivalRates(Forecast.NONE), pace, successes, new double[] {0});
    WaitingTasks waiting = WaitingTasks.of(scene.session(), scene.session().open());
    StartWorth worth =
        new WorthByDeadline(
            scene.session(), waiting, successes, pace, prices, false, new HashMap<>());
    List<Start> later = List.of(new Start(0, new Start.Kind(0, 20, 1), false));
    return LaterWorth.at(later, worth).takenFrom(worths);
  }

  @Test
  void whatCannotWaitGainsMore() {
    double[] gains = gains(0.9, 0.9);

    assertThat(gains[1]).isEqualTo(0.9);
    assertThat(gains[0]).isBetween(0.1, 0.5);
  }

  @Test
  void whatIsWorthSomethingStaysWorthSomething() {
    double[] gains = gains(0.1, -1);

    assertThat(gains[0]).isPositive();
    assertThat(gains[1]).isEqualTo(-1);
  }
}
