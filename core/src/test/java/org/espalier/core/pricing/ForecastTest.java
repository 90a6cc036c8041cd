package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.data.Offset.offset;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.model.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of the load to come. */
class ForecastTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long HOUR = 60;
  private static final long DAY = 24 * HOUR;

  /** A task of type 1 each ten minutes, and one of type 0 at the beginning of each third hour. */
  private static List<Task> tasks(long from, long to) {
    long[] times = LongStream.range(from, to).filter(t -> t % 10 == 0).toArray();
    return IntStream.range(0, times.length)
        .mapToObj(i -> new Task(i, times[i] % (3 * HOUR) == 0 ? 0 : 1, times[i], Task.NO_DEADLINE))
        .toList();
  }

  private static Forecast forecast(long from, long to) {
    return Forecast.of("f", tasks(from, to), from, to, MINUTE);
  }

  @Test
  void aDayTellsAllDays() {
    Forecast forecast = forecast(0, DAY + 2 * HOUR);

    assertThat(forecast.knows(0, 100 * DAY)).isTrue();
    assertThat(forecast.expected(0, 0, HOUR)).isCloseTo(1, offset(1e-9));
    assertThat(forecast.expected(0, HOUR, 3 * HOUR)).isZero();
    assertThat(forecast.expected(1, 0, HOUR)).isCloseTo(5, offset(1e-9));
    assertThat(forecast.expected(0, 3 * HOUR + 30, 4 * HOUR)).isCloseTo(0.5, offset(1e-9));
    assertThat(forecast.expected(0, 7 * DAY, 8 * DAY)).isCloseTo(8, offset(1e-9));
    assertThat(forecast.expected(7, 0, HOUR)).as("of another type").isZero();
  }

  @Test
  void afarItIsAskedForInDays() {
    Forecast forecast = forecast(0, DAY + 2 * HOUR).startingAt(Duration.ofHours(1));
    long aMillionYears = 365_000_000 * DAY;

    assertThat(forecast.expected(0, 30, aMillionYears + 30)).isCloseTo(2.92e9, offset(1.0));
    double hourly = 0;
    for (long hour = 0; hour < 24 * 9; hour++) {
      hourly += forecast.expected(0, 30 + hour * HOUR, 30 + (hour + 1) * HOUR);
    }
    assertThat(forecast.expected(0, 30, 9 * DAY + 30)).isCloseTo(hourly, offset(1e-9));
  }

  /** A day with tasks in its first hour only. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 60, 7 * 60, 45 * 60})
  void aDayHas24HoursWhateverTheTick(int seconds) {
    Duration tick = Duration.ofSeconds(seconds);
    long day = Duration.ofDays(1).dividedBy(tick);
    Forecast forecast = Forecast.of("f", List.of(new Task(0, 0, 0, 1)), 0, day, tick);

    for (int d : new int[] {0, 1, 10, 100, 1000}) {
      Duration midday = Duration.ofDays(d).plusHours(12);
      assertThat(forecast.at(Duration.ofDays(d).plusMinutes(50).dividedBy(tick))).isZero();
      assertThat(forecast.at(midday.plusMinutes(50).dividedBy(tick))).isEqualTo(12);
    }
  }

  @Test
  void afterItsEndThatOfADayBeforeHolds() {
    Forecast forecast = forecast(0, DAY + 2 * HOUR);

    assertThat(forecast.at(DAY + HOUR)).isEqualTo(25);
    assertThat(forecast.at(DAY + 2 * HOUR)).isEqualTo(2);
    assertThat(forecast.at(5 * DAY)).isEqualTo(24);
    assertThat(forecast.at(5 * DAY + 2 * HOUR)).isEqualTo(2);
  }

  @Test
  void itMayBeginAtAnotherTime() {
    Forecast forecast = forecast(0, DAY).startingAt(Duration.ofHours(6));

    assertThat(forecast.at(6 * HOUR)).isZero();
    assertThat(forecast.at(5 * HOUR)).as("that of a day later").isEqualTo(23);
    assertThat(forecast.expected(0, 6 * HOUR, 7 * HOUR)).isCloseTo(1, offset(1e-9));
  }

  @Test
  void lessThanADayLeavesHoursUnknown() {
    Forecast forecast = forecast(2 * HOUR, 5 * HOUR);

    assertThat(forecast.knows(2 * HOUR, 5 * HOUR)).isTrue();
    assertThat(forecast.knows(2 * HOUR, 5 * HOUR + 1)).isFalse();
    assertThat(forecast.knows(HOUR, 3 * HOUR)).isFalse();
    assertThat(forecast.knows(DAY + 2 * HOUR, DAY + 3 * HOUR)).isTrue();
  }

  @Test
  void anHourThatIsHardlyKnownIsLeftOut() {
    assertThat(forecast(40, 3 * HOUR + 40).hours())
        .extracting(Forecast.Hour::number)
        .containsExactly(1L, 2L, 3L);
    assertThat(forecast(0, 5).hours()).hasSize(1);
  }

  /** A trial of the pruning papers takes some seconds: its rate is that of these seconds. */
  @Test
  void theRateOfAnHourIsThatOfWhatIsKnownOfIt() {
    assertThat(forecast(0, 20).expected(1, 0, HOUR)).isCloseTo(3, offset(1e-9));
  }

  @Test
  void itHasToBeReadFirst() {
    Forecast named = Forecast.named("yesterday.csv");

    assertThat(named.isRead()).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> named.knows(0, 1))
        .withMessage("forecast yesterday.csv has not been read");
    assertThat(Forecast.named("none")).isEqualTo(Forecast.NONE);
    assertThat(Forecast.NONE.knows(0, 1)).isFalse();
  }

  @Test
  void tasksArriveInItsTime() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Forecast.of("f", tasks(0, 20), 0, 10, MINUTE))
        .withMessageContaining("ticks 0 to 10");
  }
}
