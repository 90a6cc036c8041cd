package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.Test;

/** What machine time costs, by what came lately or by what a forecast tells. */
class UtilityPricesTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long HOUR = 3600;
  private static final SuccessWorth PLAIN = JustInTimeOptions.NONE.successes();

  private static Task task(int id, long arrival) {
    UtilityPoints points = new UtilityPoints(List.of(new Point(0, 9), new Point(3000, 0)));
    return new Task(id, 0, arrival, Task.NO_DEADLINE, points);
  }

  /** Six hours with 10, 20, ... tasks, each of which takes two minutes. */
  private static Forecast forecast() {
    List<Task> tasks = new ArrayList<>();
    for (int h = 0; h < 6; h++) {
      int count = 10 * (h + 1);
      for (int i = 0; i < count; i++) {
        tasks.add(task(tasks.size(), h * HOUR + i * HOUR / count));
      }
    }
    return Forecast.of("day", tasks, 0, 6 * HOUR, SECOND);
  }

  /** What a task costs after events at some times, at each of which one arrives. */
  private static double cost(Forecast forecast, long... times) {
    UtilityPrices prices = new UtilityPrices(forecast, EnergySettings.NONE);
    Scene scene =
        new Scene(Scene.system(new Pmf[][] {{Pmf.at(120, 1)}}))
            .to(session -> prices.update(session, PLAIN, 1));
    for (int id = 0; id < times.length; id++) {
      scene.arrive(times[id], task(id, times[id])).settle(times[id]);
    }
    return prices.cost(prices.choices(0).all().get(0), 0);
  }

  @Test
  void anHourForWhichMoreIsForecastIsDearer() {
    assertThat(cost(forecast(), 5 * HOUR)).isGreaterThan(2 * cost(forecast(), 0));
    assertThat(cost(forecast(), 0, 5 * HOUR))
        .as("whatever the hour before")
        .isEqualTo(cost(forecast(), 5 * HOUR));
  }

  @Test
  void withoutAForecastTimeIsDearerTheFasterTasksCome() {
    long[] fast = new long[60];
    long[] slow = new long[60];
    for (int i = 0; i < 60; i++) {
      fast[i] = 20L * i;
      slow[i] = 600L * i;
    }

    assertThat(cost(Forecast.NONE, fast)).isGreaterThan(2 * cost(Forecast.NONE, slow));
  }

  @Test
  void aRushIsForgottenInAQuietTime() {
    long[] rush = LongStream.range(0, 400).map(i -> 20 * i).toArray();
    long[] quiet = Arrays.copyOf(rush, rush.length + 1);
    quiet[rush.length] = 10_000_000;

    assertThat(cost(Forecast.NONE, quiet)).isLessThan(0.05 * cost(Forecast.NONE, rush));
  }

  @Test
  void whatMachinesCostThatAreBackIsFoundThen() {
    UtilityPrices prices = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(120, 1)}}));
    scene.manager().machineChanged(0, 0, false);
    scene.to(session -> prices.update(session, PLAIN, 0)).arrive(0, task(0, 0)).settle(0);
    scene.arrive(1, task(1, 1)).settle(1);
    scene.manager().machineChanged(2, 0, true);
    scene.to(session -> prices.update(session, PLAIN, 1)).settle(2);

    assertThat(prices.cost(prices.choices(0).all().get(0), 0)).isEqualTo(cost(Forecast.NONE, 0, 1));
  }

  @Test
  void noTasksNeedBeForecast() {
    Forecast quiet = Forecast.of("quiet", new Workload("none", List.of()), SECOND);

    assertThat(cost(quiet, 0)).isZero();
  }

  /** A fifth of the time is asked for, and twelve times the energy for each task. */
  @Test
  void energyThatIsScarceHasAPrice() {
    UtilityPrices prices = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);
    Scene scene = new Scene(PlainPrices.withPower());
    scene.to(session -> {
      session.setEnergy(
          new EnergyStanding(
              0, 86_400, 1000, 0, 0, new EnergyStanding.Account(0, 86_400, 1000, 0, "J", 1)));
      prices.update(session, PLAIN, 1);
    });
    UtilityPrices unlimited = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);
    for (int id = 0; id < 60; id++) {
      scene.arrive(600L * id, task(id, 600L * id)).settle(600L * id);
    }
    double scarce = prices.cost(prices.choices(0).all().get(0), 0);
    scene
        .to(session -> unlimited.update(session, PLAIN, 1))
        .arrive(36_000, task(60, 36_000))
        .settle(36_000);

    assertThat(scarce).isGreaterThan(1.5 * unlimited.cost(unlimited.choices(0).all().get(0), 0));
  }
}
