package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;

/** What is fitted to a load that was generated is that load. */
class LoadFitTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final List<String> TYPES = List.of("a", "b");
  private static final HcSystem SYSTEM =
      new PetTable(
              TYPES,
              List.of("m"),
              TICK,
              PetMatrix.of(new Pmf[][] {{Pmf.at(1000, 100)}, {Pmf.at(3000, 100)}}))
          .system("s");

  private static LoadFit fit(Workload log) {
    return LoadFit.of(log, TYPES, TICK);
  }

  private static Workload generate(ArrivalPattern pattern, Duration duration) {
    Map<String, TaskMix.Load> loads = new LinkedHashMap<>();
    loads.put(
        "a", new TaskMix.Load(0.05, Optional.of(new DeadlineTime.Fixed(Duration.ofSeconds(3)))));
    loads.put(
        "b",
        new TaskMix.Load(
            0.1, Optional.of(new DeadlineTime.LogNormal(Duration.ofSeconds(40), 0.7))));
    TaskMix mix = new TaskMix(loads, true);
    return new WorkloadSpec(
            1,
            mix.total() * 86_400,
            Duration.ofDays(1),
            TICK,
            pattern,
            1,
            Optional.of(mix),
            Optional.of(duration))
        .generate(SYSTEM, 4, 1);
  }

  @Test
  void ratesDeadlinesAndHoursAreFoundAgain() {
    ArrivalPattern.Cyclic hourly = ArrivalPattern.Cyclic.diurnal(0.7);
    LoadFit fit = fit(generate(hourly, Duration.ofDays(10)));

    assertThat(fit.poor()).isEmpty();
    assertThat(fit.dispersion()).isCloseTo(1, within(0.05));
    assertThat(fit.mix().types().get("a").amount()).isCloseTo(0.05, within(0.002));
    assertThat(fit.mix().types().get("b").amount()).isCloseTo(0.1, within(0.002));
    assertThat(fit.mix().deadline("a")).contains(new DeadlineTime.Fixed(Duration.ofSeconds(3)));
    DeadlineTime.LogNormal due = (DeadlineTime.LogNormal) fit.mix().deadline("b").orElseThrow();
    assertThat(due.median().toMillis()).isCloseTo(40_000L, within(500L));
    assertThat(due.sigma()).isCloseTo(0.7, within(0.01));
    List<Double> rates = fit.hourly().orElseThrow().rates().values();
    IntStream.range(0, 24)
        .forEach(
            h -> assertThat(rates.get(h)).isCloseTo(hourly.rates().values().get(h), within(0.12)));
  }

  @Test
  void aShortLogTellsNothingOfHours() {
    assertThat(fit(generate(new ArrivalPattern.Poisson(), Duration.ofDays(1))).hourly()).isEmpty();
  }

  @Test
  void burstsAndOtherDeadlinesArePoorlyFitted() {
    LoadFit bursts = fit(generate(new ArrivalPattern.Bursty(200, 0.2, 20), Duration.ofDays(1)));
    assertThat(bursts.poor()).hasSize(1).first().asString().startsWith("arrivals come in bursts");

    List<Task> two = new ArrayList<>();
    for (Task task : generate(new ArrivalPattern.Poisson(), Duration.ofDays(1)).tasks()) {
      long due = task.id() % 2 == 0 ? 1_000 : 100_000;
      two.add(new Task(two.size(), 0, task.arrival(), task.arrival() + due));
    }
    assertThat(fit(new Workload("two", two)).poor())
        .containsExactly(
            "deadlines of a are not log-normal: the distribution functions differ by up to 0.34");
  }

  @Test
  void whatTasksAreWorthIsFoundAgain() {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double worth = i % 4 == 0 ? 8 : 1;
      int type = i % 2;
      tasks.add(new Task(i, type, i * 1000L, i * 1000L + 500, new DeadlineUtility(worth)));
    }
    LoadFit fit = fit(new Workload("worth", tasks));

    assertThat(fit.mix().worths("a")).containsExactly(Map.entry(1.0, 0.5), Map.entry(8.0, 0.5));
    assertThat(fit.mix().worths("b")).isEqualTo(TaskMix.Load.ONE);
  }

  @Test
  void whatCannotBeFittedIsSaid() {
    List<Task> never =
        IntStream.range(0, 200).mapToObj(i -> new Task(i, 0, i * 1000L, Task.NO_DEADLINE)).toList();
    List<Task> atOnce = IntStream.range(0, 200).mapToObj(i -> new Task(i, 0, 5, 1000)).toList();

    assertThatThrownBy(() -> fit(new Workload("x", never.subList(0, 99))))
        .hasMessage("99 tasks; expected 100 or more");
    assertThatThrownBy(() -> fit(new Workload("x", never)))
        .hasMessage("task 0 is due at once or never");
    assertThatThrownBy(() -> fit(new Workload("x", atOnce))).hasMessage("all tasks arrive at once");
  }
}
