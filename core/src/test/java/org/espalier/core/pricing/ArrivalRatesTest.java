package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** How many tasks come, and how long they have. */
class ArrivalRatesTest {
  private static final Pmf[][] TIMES = {{Pmf.at(1, 1)}, {Pmf.at(1, 1)}};

  /** Of the first type a task every 10 ticks from 0 to 990, with 50 ticks each. */
  private static ArrivalRates seen(Forecast forecast) {
    ArrivalRates rates = new ArrivalRates(forecast);
    Scene scene = new Scene(Scene.system(TIMES)).to(session -> rates.observe(session.event()));
    for (int now = 0; now < 1000; now += 10) {
      scene.arrive(now, 0, now + 50).settle(now);
    }
    return rates;
  }

  @Test
  void whatComesIsWhatCameLately() {
    ArrivalRates rates = seen(Forecast.NONE);

    assertThat(rates.meanLength()).isCloseTo(50, within(1e-9));
    assertThat(rates.length(1)).as("as all").isCloseTo(50, within(1e-9));
    assertThat(rates.expected(0, 100, 990)).isCloseTo(10, within(1.5));
    assertThat(rates.lately(0)).isCloseTo(10, within(1.5));
  }

  @Test
  void noTypeIsTakenToNeverCome() {
    assertThat(seen(Forecast.NONE).expected(1, 100, 990)).isBetween(0.1, 1.0);
  }

  @Test
  void aForecastTellsInstead() {
    List<Task> tasks =
        IntStream.range(0, 3600).mapToObj(t -> new Task(t, 1, t, Task.NO_DEADLINE)).toList();
    Forecast forecast = Forecast.of("hour", tasks, 0, 3600, Duration.ofSeconds(1));

    assertThat(seen(forecast).expected(1, 100, 990)).isCloseTo(100, within(0.1));
  }

  @Test
  void asLongAsNoTaskHasADeadlineThereIsNoLength() {
    ArrivalRates rates = new ArrivalRates(Forecast.NONE);
    new Scene(Scene.system(TIMES))
        .to(session -> rates.observe(session.event()))
        .arrive(0, 0, Task.NO_DEADLINE)
        .settle(0);

    assertThat(rates.meanLength()).isZero();
  }
}
