package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Which running tasks are stopped; time has no price. */
class EvictionTest {
  private static final Pmf SHORT_OR_LONG = Pmf.of(10, 10, 0.5, 0, 0, 0, 0.5);

  /** A task runs on the first of some machines since 0, and another one waits at 20. */
  private static boolean stops(int machines, long deadline, long deadlineOfWaiting) {
    return stops(machines, deadline, deadlineOfWaiting, StopTimes.NONE);
  }

  private static boolean stops(
      int machines, long deadline, long deadlineOfWaiting, StopTimes times) {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{SHORT_OR_LONG}}, new int[machines]));
    scene.manager().live().stopTimes(0, 0, times);
    scene.given(0).arrive(0, 0, deadline).settle(0).arrive(20, 0, deadlineOfWaiting).settle(20);
    MappingSession session = scene.session();
    FluidPrices prices = new FluidPrices();
    SuccessWorth successes = new SuccessWorth(0, new Sufferage(0));
    Pace pace = new Pace();
    prices.update(session, new ArrivalRates(Forecast.NONE), pace, successes, new double[machines]);
    WaitingTasks waiting = WaitingTasks.of(session, session.open());
    WorthByDeadline worth =
        new WorthByDeadline(session, waiting, successes, pace, prices, true, new HashMap<>());
    Eviction eviction = new Eviction(worth);
    return eviction.isAnyInNeed() && eviction.stops(0);
  }

  @Test
  void whatCannotBeOnTimeAnyMoreIsStopped() {
    assertThat(stops(1, 40, 90)).isTrue();
    assertThat(stops(1, 60, 90)).as("it will be in time").isFalse();
  }

  @Test
  void nothingIsStoppedForNothing() {
    assertThat(stops(1, 40, 25)).as("for a task of no worth").isFalse();
    assertThat(stops(2, 40, 90)).as("a machine is idle").isFalse();
    assertThat(stops(1, 40, 90, new StopTimes(1, 90)))
        .as("its machine is free soon after")
        .isTrue();
    assertThat(stops(1, 40, 90, new StopTimes(1, 90, true)))
        .as("its machine goes on with it all the same")
        .isFalse();
  }
}
