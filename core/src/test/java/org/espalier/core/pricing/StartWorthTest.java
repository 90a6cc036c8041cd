package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What tasks are worth where they start; nothing has a price but the least. */
class StartWorthTest {
  private static final Pmf TIME = Pmf.of(10, 10, 0.5, 0.5);

  private final FluidPrices prices = new FluidPrices();
  private final SuccessWorth successes = new SuccessWorth(0, new Sufferage(0));

  /** The second task type does not run on the machine. Tasks have 30, 15 and 5 ticks. */
  private StartWorth worth(boolean evicts) {
    Scene scene = new Scene(Scene.system(new @Nullable Pmf[][] {{TIME, TIME}, {null, TIME}}));
    scene.arrive(0, 0, 30).arrive(0, 0, 15).arrive(0, 0, 5).arrive(0, 1, 90).settle(0);
    return worth(scene, evicts);
  }

  private StartWorth worth(Scene scene, boolean evicts) {
    MappingSession session = scene.session();
    Pace pace = new Pace();
    prices.update(
        session, new ArrivalRates(Forecast.NONE), pace, successes, new double[session.machines()]);
    return new StartWorth(session, WaitingTasks.of(session), successes, pace, prices, evicts);
  }

  @Test
  void itIsTheChanceOfSuccessLessThePriceOfTheTimeItTakes() {
    double[] worths = worth(false).at(0, new Start.Kind(0, 0, 1));

    assertThat(worths[0]).isCloseTo(prices.worth(0, 1, 15), within(1e-12)).isBetween(0.9, 1.0);
    assertThat(worths[1]).isCloseTo(prices.worth(0, 0.5, 12.5), within(1e-12));
    assertThat(worths[2]).isNotPositive();
    assertThat(worths[3]).as("cannot run there").isZero();
  }

  @Test
  void whatIsWorthMoreGainsAsMuchMoreAndPaysTheSame() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{TIME}}));
    scene.arrive(0, new Task(0, 0, 0, 30, new DeadlineUtility(8)));
    scene.arrive(0, new Task(1, 0, 0, 15, new DeadlineUtility(8)));
    scene.arrive(0, new Task(2, 0, 0, 30, new DeadlineUtility(1))).settle(0);
    double[] worths = worth(scene, false).at(0, new Start.Kind(0, 0, 1));

    assertThat(worths[0]).isCloseTo(prices.worth(0, 8, 15), within(1e-12));
    assertThat(worths[1]).isCloseTo(prices.worth(0, 4, 12.5), within(1e-12));
    assertThat(worths[2]).isCloseTo(prices.worth(0, 1, 15), within(1e-12));
  }

  @Test
  void aLaterStartIsWorthItsFactor() {
    double[] now = worth(false).at(0, new Start.Kind(0, 0, 1));
    double[] later = worth(false).at(0, new Start.Kind(0, 5, 0.5));

    assertThat(later[0]).isCloseTo(now[0] / 2, within(1e-12));
    assertThat(later[1])
        .as("half of its chance is left")
        .isCloseTo(prices.worth(0, 0.5, 10) / 2, within(1e-12));
  }

  @Test
  void whatMustBeCompletedLosesLittleByALaterStartWhateverStandsBesideIt() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{TIME}}));
    scene.arrive(0, new Task(0, 0, 0, 30, new DeadlineUtility(1e6)));
    scene.arrive(0, new Task(1, 0, 0, 30, new DeadlineUtility(1, true)));
    scene.arrive(0, new Task(2, 0, 0, 30, new DeadlineUtility(1e6))).settle(0);
    double[] worths = worth(scene, false).at(0, new Start.Kind(0, 0, 0.5));
    WaitingTasks waiting = WaitingTasks.of(scene.session());

    double now = prices.worth(0, 1e6, 15);
    for (int i = 0; i < worths.length; i++) {
      double factor = waiting.at(i).task().mustComplete() ? 0.99 : 0.5;
      assertThat(worths[i]).isCloseTo(factor * now, within(1e-6));
    }
  }

  @Test
  void whereTasksAreStoppedTheyAreWorthTheMostOfAllStops() {
    double[] evicted = worth(true).at(0, new Start.Kind(0, 0, 1));
    double[] kept = worth(false).at(0, new Start.Kind(0, 0, 1));

    assertThat(evicted[0]).isGreaterThanOrEqualTo(kept[0]);
    assertThat(evicted[1]).as("stopped at 10, not at 15").isGreaterThan(kept[1]);
  }
}
