package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What machine time costs, and for how many tasks to come the program is solved. */
class FluidPricesTest {
  @Test
  void demandsAreFurtherApartTheFewerTasksAreToCome() {
    assertThat(FluidPrices.demands(10_000)).containsExactly(0.98, 1, 1.02);
    assertThat(FluidPrices.demands(100)).containsExactly(0.8, 1, 1.2);
    assertThat(FluidPrices.demands(16)).containsExactly(0.5, 1, 1.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.1, 4, 5, 1e9})
  void demandsHaveAMeanOfOne(double expected) {
    double[] demands = FluidPrices.demands(expected);

    assertThat(demands[0]).isNotNegative();
    assertThat(demands).isSorted();
    assertThat((demands[0] + demands[2]) / 2).isCloseTo(1, within(1e-12));
  }

  /** The first task has a month, all others a minute. */
  @Test
  void aFarDeadlineDoesNotMakeTheLoadLookLight() {
    Market usual = new Market();
    Market withOne = new Market();
    usual.arrive(0, 0, 60);
    withOne.arrive(0, 0, 2_600_000);
    for (int now = 5; now < 500; now += 5) {
      usual.arrive(now, 0, now + 60);
      withOne.arrive(now, 0, now + 60);
    }

    double charge = usual.prices().charge(0, 10);
    assertThat(charge).isPositive();
    assertThat(withOne.prices().charge(0, 10)).isCloseTo(charge, withinPercentage(20));
  }

  /** Tasks that only a machine takes that is not there. */
  @Test
  void whatNoMachineTakesIsNoLoad() {
    Market alone = new Market();
    Market beside = new Market();
    for (int now = 0; now < 500; now += 10) {
      alone.arrive(now, 0, now + 60);
      beside.arrive(now, 0, now + 60);
      beside.arrive(now, 1, now + 60);
    }

    double charge = alone.prices().charge(0, 10);
    assertThat(charge).isPositive();
    assertThat(beside.prices().charge(0, 10)).isCloseTo(charge, within(1e-9));
  }

  /** Tasks take 10 ticks and have 9, or 10. */
  @Test
  void whatCannotBeOnTimeIsNoLoad() {
    Market late = new Market();
    Market justInTime = new Market();
    for (int now = 0; now < 500; now += 5) {
      late.arrive(now, 0, now + 9);
      justInTime.arrive(now, 0, now + 10);
    }

    assertThat(late.prices().charge(0, 10)).isZero();
    assertThat(justInTime.prices().charge(0, 10)).isPositive();
  }

  /** Where types are to fare alike a task that suffers is worth more, and so is the time for it. */
  @Test
  void timeCostsAsMuchMoreAsTasksAreWorthMore() {
    Sufferage sufferage = new Sufferage(0.1);
    sufferage.come(1, 1);
    for (int i = 0; i < 20; i++) {
      sufferage.left(0, false);
      sufferage.left(1, true);
    }
    sufferage.noneIsGiven();
    SuccessWorth successes = new SuccessWorth(2, sufferage);
    Market market = new Market();
    for (int now = 0; now < 500; now += 5) {
      market.arrive(now, 0, now + 60);
    }

    double charge = market.prices().charge(0, 10);
    assertThat(charge).isPositive();
    assertThat(successes.of(0)).isGreaterThan(1.5);
    assertThat(market.prices(successes).charge(0, 10))
        .isCloseTo(successes.of(0) * charge, within(1e-9));
  }

  /** Two task types, each with a machine of its own; the second is not there. Nothing starts. */
  private static final class Market {
    private final ArrivalRates rates = new ArrivalRates(Forecast.NONE);
    private final Scene scene = new Scene(system()).to(session -> rates.observe(session.event()));

    private Market() {
      scene.manager().machineChanged(0, 1, false);
    }

    private static HcSystem system() {
      Pmf time = Pmf.at(10, 1);
      return Scene.system(new @Nullable Pmf[][] {{time, null}, {null, time}});
    }

    private void arrive(long now, int type, long deadline) {
      scene.arrive(now, type, deadline).settle(now);
    }

    private FluidPrices prices() {
      return prices(new SuccessWorth(0, new Sufferage(0)));
    }

    private FluidPrices prices(SuccessWorth successes) {
      FluidPrices prices = new FluidPrices();
      double now = scene.session().now();
      prices.update(scene.session(), rates, new Pace(), successes, new double[] {now, now});
      return prices;
    }
  }
}
