package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.StartWorth.Offer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What tasks are worth where they start; nothing has a price but the least. */
class WorthByDeadlineTest {
  private static final Pmf TIME = Pmf.of(10, 10, 0.5, 0.5);

  private final FluidPrices prices = new FluidPrices();
  private final SuccessWorth successes = new SuccessWorth(0, new Sufferage(0));

  /** The second task type does not run on the machine. Tasks have 30, 15 and 5 ticks. */
  private static Scene scene() {
    Scene scene = new Scene(Scene.system(new @Nullable Pmf[][] {{TIME, TIME}, {null, TIME}}));
    return scene.arrive(0, 0, 30).arrive(0, 0, 15).arrive(0, 0, 5).arrive(0, 1, 90).settle(0);
  }

  /** Of each waiting task; the best of its offers is worth the same where a start is now. */
  private double[] worths(
      Scene scene, boolean evicts, int machineType, double time, double factor) {
    MappingSession session = scene.session();
    Pace pace = new Pace();
    prices.update(
        session, new ArrivalRates(Forecast.NONE), pace, successes, new double[session.machines()]);
    WaitingTasks waiting = WaitingTasks.of(session, session.open());
    StartWorth worth =
        new WorthByDeadline(session, waiting, successes, pace, prices, evicts, new HashMap<>());
    Start start = new Start(machineType, new Start.Kind(machineType, time, factor), true);
    double[] worths = worth.at(start);
    for (int c = 0; factor == 1 && c < worths.length; c++) {
      assertThat(worth.offers(start, waiting.all().get(c)).stream().mapToDouble(Offer::worth).sum())
          .isEqualTo(worths[c]);
    }
    return worths;
  }

  @Test
  void itIsTheChanceOfSuccessLessThePriceOfTheTimeItTakes() {
    double[] worths = worths(scene(), false, 0, 0, 1);

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
    double[] worths = worths(scene, false, 0, 0, 1);

    assertThat(worths[0]).isCloseTo(prices.worth(0, 8, 15), within(1e-12));
    assertThat(worths[1]).isCloseTo(prices.worth(0, 4, 12.5), within(1e-12));
    assertThat(worths[2]).isCloseTo(prices.worth(0, 1, 15), within(1e-12));
  }

  @Test
  void aLaterStartIsWorthItsFactor() {
    double[] now = worths(scene(), false, 0, 0, 1);
    double[] later = worths(scene(), false, 0, 5, 0.5);

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
    double[] worths = worths(scene, false, 0, 0, 0.5);
    WaitingTasks waiting = WaitingTasks.of(scene.session(), scene.session().open());

    double now = prices.worth(0, 1e6, 15);
    for (int i = 0; i < worths.length; i++) {
      double factor = waiting.all().get(i).task().mustComplete() ? 0.99 : 0.5;
      assertThat(worths[i]).isCloseTo(factor * now, within(1e-6));
    }
  }

  @Test
  void whereTasksAreStoppedTheyAreWorthTheMostOfAllStops() {
    double[] evicted = worths(scene(), true, 0, 0, 1);
    double[] kept = worths(scene(), false, 0, 0, 1);

    assertThat(evicted[0]).isGreaterThanOrEqualTo(kept[0]);
    assertThat(evicted[1]).as("stopped at 10, not at 15").isGreaterThan(kept[1]);
  }
}
