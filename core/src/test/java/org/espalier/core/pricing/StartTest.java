package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** The starts that a mapping event looks at. */
class StartTest {
  private static final Lead NO_LEAD = new Lead(Duration.ZERO);

  /** The first machine runs a task from 0 to 10, the second is idle. */
  private static List<Start> starts(boolean isSecondThere) {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}, 0, 0));
    scene.given(0).arrive(0, 0, 90).settle(0).arrive(4, 0, 90);
    if (!isSecondThere) {
      scene.manager().machineChanged(4, 1, false);
    }
    scene.settle(4);
    FluidPrices prices = new FluidPrices();
    prices.update(
        scene.session(),
        new ArrivalRates(Forecast.NONE),
        new Pace(),
        new SuccessWorth(0, new Sufferage(0)),
        new double[] {10, 4});
    return Start.next(scene.session(), prices, NO_LEAD, new double[] {10, 4});
  }

  @Test
  void thoseOfAMachineFollowOneAnotherByItsMeanTime() {
    assertThat(starts(true).stream().filter(start -> start.machine() == 0))
        .extracting(Start::time)
        .containsExactly(10.0, 20.0, 30.0, 40.0);
  }

  @Test
  void onlyTheFirstOfAnIdleMachineIsNow() {
    assertThat(starts(true).stream().filter(Start::isNow))
        .singleElement()
        .satisfies(start -> {
          assertThat(start.machine()).isEqualTo(1);
          assertThat(start.time()).isEqualTo(4);
          assertThat(start.kind().factor()).isEqualTo(1);
        });
  }

  @Test
  void aMachineThatTakesNoTasksHasNone() {
    assertThat(starts(false)).extracting(Start::machine).containsOnly(0);
  }
}
