package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** What counts against a start, since tasks can still be started later. */
class LaterWorthTest {
  /** Starts at which tasks are worth what is given. */
  private record Given(List<Candidate> waiting, double... worths) implements StartWorth {
    @Override
    public double[] at(Start start) {
      return worths.clone();
    }

    @Override
    public List<Offer> offers(Start start, Candidate candidate) {
      return List.of();
    }
  }

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
    Start start = new Start(0, new Start.Kind(0, 0, 1), true);
    LaterWorth later = LaterWorth.of(worth, List.of(start), _ -> 20);
    return new LaterWorth(new Given(worth.waiting(), worths), later.later()).at(start);
  }

  @Test
  void whatCannotWaitGainsMore() {
    double[] gains = gains(0.9, 0.9);

    assertThat(gains[1]).isEqualTo(0.9);
    assertThat(gains[0]).isBetween(0.01, 0.1);
  }

  @Test
  void whatIsWorthSomethingStaysWorthSomething() {
    double[] gains = gains(0.1, -1);

    assertThat(gains[0]).isPositive();
    assertThat(gains[1]).isEqualTo(-1);
  }
}
