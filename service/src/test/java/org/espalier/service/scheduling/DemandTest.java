package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Scale;
import org.espalier.core.model.Task;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.scaling.Staffing;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.Learning;
import org.junit.jupiter.api.Test;

/**
 * What a back end is told that starts both machines of a system, on which a task takes 50 ms. It is
 * midnight when the service starts; a boot takes a quarter of an hour.
 */
class DemandTest {
  private static final HcSystem SYSTEM = LiveFixtures.system();
  private static final Duration BOOT = Duration.ofMinutes(15);
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final ManualTime time = new ManualTime();
  private Forecast forecast = Forecast.NONE;
  private Optional<Staffing.Range> expected = Optional.empty();
  private int waiting = -1;

  /** A day of which only the hour from six o'clock on has tasks, a load of one machine. */
  private static Forecast day() {
    List<Task> tasks =
        IntStream.range(0, 72_000)
            .mapToObj(i -> new Task(i, 0, 6 * HOUR + 50L * i, 6 * HOUR + 50L * i + 100))
            .toList();
    return Forecast.of("day.csv", tasks, 0, 24 * HOUR, Duration.ofMillis(1));
  }

  private Object starting(Backend inner, Method method, Object... arguments) throws Throwable {
    switch (method.getName()) {
      case "starts" -> {
        Scale scale = new Scale(0, 2, Duration.ofMinutes(10), Scale.By.FORECAST);
        return Optional.of(new Backend.Starts(BOOT, scale, forecast));
      }
      case "needed" -> {
        waiting = (int) arguments[1];
        expected = ((Optional<?>) arguments[2]).map(Staffing.Range.class::cast);
        return null;
      }
      default -> {
        try {
          return method.invoke(inner, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        }
      }
    }
  }

  private LiveScheduler start() {
    ScriptedCluster cluster = LiveFixtures.cluster(SYSTEM, time);
    SchedulerSettings settings = LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false);
    return time.drive(
        new LiveScheduler(
            new SchedulerSettings.Configuration(
                settings,
                (owner, listener) -> {
                  Backend inner = cluster.open(owner, listener);
                  return (Backend)
                      Proxy.newProxyInstance(
                          Backend.class.getClassLoader(),
                          new Class<?>[] {Backend.class},
                          (proxy, method, arguments) -> starting(inner, method, arguments));
                },
                state -> Learning.NONE),
            new MemoryStore(),
            time));
  }

  @Test
  void machinesAreExpectedABootBeforeTheHourThatNeedsThem() {
    forecast = day();
    try (LiveScheduler scheduler = start()) {
      assertThat(scheduler.isAlive()).isTrue();
      time.turn(Duration.ofMinutes(1));
      assertThat(expected).contains(new Staffing.Range(0, 0));
      assertThat(waiting).isZero();
      time.turn(Duration.ofHours(5).plusMinutes(36));
      assertThat(expected).contains(new Staffing.Range(0, 2));
      time.turn(Duration.ofMinutes(10));
      assertThat(expected).contains(new Staffing.Range(2, 2));
      time.turn(Duration.ofHours(2));
      assertThat(expected).contains(new Staffing.Range(0, 0));
    }
  }

  @Test
  void withoutAForecastItIsToldWhatWaitsOnly() {
    try (LiveScheduler scheduler = start()) {
      assertThat(scheduler.isAlive()).isTrue();
      time.turn(Duration.ofMinutes(1));
      assertThat(expected).isEmpty();
      assertThat(waiting).isZero();
    }
  }
}
