package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Prices by the hour beside the same steps written out plainly. */
class HourlyPricesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long HOUR = 3600;
  private static final int HOURS = 6;
  private static final long END = HOURS * HOUR;

  private final SplittableRandom random = new SplittableRandom(9);
  private final PlainPrices plain = new PlainPrices(random);
  private final TypeChoices[] choices = TypeChoices.of(plain.system());
  private final HourlyPrices.Market market =
      new HourlyPrices.Market(choices, PlainPrices.HALF, plain.machines);

  /** Hours with 20, 40, ... tasks. */
  private List<List<Task>> hours() {
    List<List<Task>> hours = new ArrayList<>();
    int id = 0;
    for (int h = 0; h < HOURS; h++) {
      int count = 20 * (h + 1);
      List<Task> tasks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        tasks.add(plain.task(id++, h * HOUR + i * HOUR / count));
      }
      hours.add(tasks);
    }
    return hours;
  }

  private static Forecast forecast(List<List<Task>> hours) {
    List<Task> tasks = hours.stream().flatMap(List::stream).toList();
    return Forecast.of("day", tasks, 0, END, SECOND);
  }

  /** The program over the rest of a period as it is published: cells of an hour, one lambda. */
  private final class Plain {
    private final List<List<Task>> hours;
    private final double[][] price = new double[HOURS][PlainPrices.MACHINE_TYPES];
    private double lambda;

    Plain(List<List<Task>> hours) {
      this.hours = hours;
      for (int h = 0; h < HOURS; h++) {
        Arrays.fill(price[h], plain.mean(hours.get(h), false) / 2);
      }
    }

    private List<Task> from(int hour) {
      return hours.subList(hour, HOURS).stream().flatMap(List::stream).toList();
    }

    void step(int present, double left, double joules, double eta) {
      double taken = 0;
      for (int h = present; h < HOURS; h++) {
        double[] use = plain.use(hours.get(h), price[h], lambda);
        plain.move(price[h], hours.get(h), use, HOUR, eta);
        taken += use[PlainPrices.MACHINE_TYPES] * (h == present ? left : 1);
      }
      double over = Math.clamp(taken / joules - 1, -1, 1);
      lambda = Math.max(lambda * Math.exp(eta * over), 0.001 * plain.mean(from(present), true));
    }
  }

  /** A period begins with the second hour; half an hour later 30 mapping events have been held. */
  @RepeatedTest(10)
  void theyAreThoseOfTheStepsWrittenOut(RepetitionInfo run) {
    IntStream.range(0, run.getCurrentRepetition()).forEach(i -> random.nextInt());
    List<List<Task>> hours = hours();
    double joules = random.nextDouble(1e5, 3e6);
    HourlyPrices prices = new HourlyPrices(forecast(hours));
    Plain slow = new Plain(hours);
    slow.lambda = plain.mean(slow.from(1), true) / 2;

    DualPrices found = prices.at(HOUR, END, joules, market, true);
    for (int step = 0; step < 200; step++) {
      slow.step(1, 1, joules, 0.3 / (1 + 20.0 * step / 200));
    }
    for (long minute = 1; minute <= 30; minute++) {
      double left = joules * (1 - minute / 300.0);
      found = prices.at(HOUR + 60 * minute, END, left, market, false);
      slow.step(1, 1 - minute / 60.0, left, 0.02);
    }

    for (int j = 0; j < PlainPrices.MACHINE_TYPES; j++) {
      assertThat(found.perTick(j)).isCloseTo(slow.price[1][j], withPercentage(1e-6));
    }
    assertThat(found.perJoule()).isCloseTo(slow.lambda, withPercentage(1e-6));
    found = prices.at(2 * HOUR, END, joules / 2, market, false);
    slow.step(2, 1, joules / 2, 0.02);
    assertThat(found.perTick(0)).isCloseTo(slow.price[2][0], withPercentage(1e-6));
  }

  @Test
  void anHourWithMoreTasksIsDearer() {
    List<List<Task>> hours = hours();
    HourlyPrices prices = new HourlyPrices(forecast(hours));

    double quiet = prices.at(0, market).perTick(0);
    double busy = prices.at(5 * HOUR, market).perTick(0);

    assertThat(busy).isGreaterThan(2 * quiet);
    assertThat(prices.at(5 * HOUR, market).perJoule()).isZero();
  }

  @Test
  void theyAreKnownWhereTheForecastTellsTheRestOfThePeriod() {
    HourlyPrices prices = new HourlyPrices(forecast(hours()));

    assertThat(prices.isKnown(5 * HOUR, Optional.empty())).isTrue();
    assertThat(prices.isKnown(6 * HOUR, Optional.empty())).isFalse();
    assertThat(prices.isKnown(26 * HOUR, Optional.empty())).as("a day later").isTrue();
    assertThat(prices.isKnown(HOUR, Optional.of(until(END)))).isTrue();
    assertThat(prices.isKnown(HOUR, Optional.of(until(END + 1)))).isFalse();
    assertThat(new HourlyPrices(Forecast.NONE).isKnown(0, Optional.empty())).isFalse();
  }

  private static EnergyStanding until(long end) {
    return new EnergyStanding(0, end, 1, 0, 0);
  }

  @Test
  void noTasksNeedBeForecast() {
    HourlyPrices prices =
        new HourlyPrices(Forecast.of("quiet", new Workload("none", List.of()), SECOND));

    assertThat(prices.at(0, market).perTick(0)).isZero();
  }
}
