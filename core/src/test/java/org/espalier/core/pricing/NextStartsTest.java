package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The starts that a mapping event looks at. */
class NextStartsTest {
  private static final Lead NO_LEAD = new Lead(Duration.ZERO);

  /** The first machine runs a task from 0 to 10, the second is idle. */
  private static NextStarts starts(boolean isSecondThere) {
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
    return NextStarts.of(scene.session(), prices, NO_LEAD, 10, 4);
  }

  @Test
  void thoseOfAMachineFollowOneAnotherByItsMeanTime() {
    assertThat(starts(true).soonest().stream().filter(start -> start.machine() == 0))
        .extracting(Start::time)
        .containsExactly(10.0, 20.0, 30.0, 40.0);
  }

  @Test
  void onlyTheFirstOfAnIdleMachineIsNow() {
    assertThat(starts(true).now())
        .singleElement()
        .satisfies(start -> {
          assertThat(start.machine()).isEqualTo(1);
          assertThat(start.time()).isEqualTo(4);
          assertThat(start.kind().factor()).isEqualTo(1);
        });
  }

  /** They are at 4, 10, 14, 20, 24, 30, 34 and 40. */
  @Test
  void laterIsAtTheMedianOfAll() {
    assertThat(starts(true).later()).extracting(Start::time).containsExactly(24.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 1000})
  void aNumberIsFoundAsIfAllWereSorted(int size) {
    SplittableRandom random = new SplittableRandom(size);
    double[] numbers = random.ints(size, 0, size).asDoubleStream().toArray();
    double[] sorted = Arrays.stream(numbers).sorted().toArray();
    for (int i = 0; i < size; i++) {
      assertThat(NextStarts.at(i, numbers)).isEqualTo(sorted[i]);
    }
  }

  @Test
  void aMachineThatTakesNoTasksHasNone() {
    assertThat(starts(false).now()).isEmpty();
    assertThat(starts(false).soonest()).isEmpty();
  }
}
