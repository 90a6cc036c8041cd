package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.Boot;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.RecordedOutages;
import org.espalier.core.model.Scale;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.column.Part;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.junit.jupiter.api.Test;

/** A tick is a second; a task takes a minute, a boot half of that and 1 kJ. */
class ScalerTest {
  private static final int HOUR = 3600;
  private static final double USE = 100 * 120 / 281.0;
  private static final Boot BOOT = new Boot(Duration.ofSeconds(30), 1_000);

  private static HcSystem system(Scale.By by, int min, int machines) {
    Scale scale = new Scale(min, 2, Duration.ofSeconds(100), by);
    MachineType type =
        new MachineType(0, "node", 3.6, 10, 100).booting(BOOT).scaled(Optional.of(scale));
    return system(List.of(type), machines, new Pmf[][] {{Pmf.at(60, 1)}});
  }

  private static HcSystem system(List<MachineType> types, int each, Pmf[][] times) {
    List<Machine> machines = new ArrayList<>();
    types.forEach(type ->
        IntStream.range(0, each)
            .forEach(i -> machines.add(new Machine(machines.size(), type.name() + i, type))));
    return new HcSystem(
        "system",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "task")),
        types,
        machines,
        PetMatrix.of(times));
  }

  private static TrialOutcome run(HcSystem system, Forecast forecast, Task... tasks) {
    return EventEngine.run(
        trial(system, forecast, tasks),
        PolicyRegistry.builtIn().find("MM").orElseThrow().create(PolicySettings.JOURNAL));
  }

  private static Trial trial(HcSystem system, Forecast forecast, Task... tasks) {
    return new Trial(
        system,
        PolicySettings.JOURNAL.rules(),
        new Workload("tasks", List.of(tasks)),
        new CounterStream(7, 1, system.pet()),
        TimeSpan.NEVER,
        Optional.of(new Trial.Failures(7, 1, 0, forecast)));
  }

  private static TrialOutcome.Away span(int machine, long from, long until) {
    return new TrialOutcome.Away(machine, from, until);
  }

  private static final Task FIRST = new Task(0, 0, 1_000, 1_200);
  private static final Task SECOND = new Task(1, 0, 5_000, 5_200);

  @Test
  void aMachineBootsForWhatWaitsAndGoesWhenItWasIdleForLong() {
    TrialOutcome outcome = run(system(Scale.By.BACKLOG, 0, 2), Forecast.NONE, FIRST, SECOND);

    assertThat(outcome.departures()).extracting(Departure::time).containsExactly(1_090L, 5_090L);
    assertThat(outcome.boots()).containsExactly(span(0, 1_000, 1_030), span(0, 5_000, 5_030));
    assertThat(outcome.away())
        .containsExactly(span(0, 0, 1_000), span(0, 1_191, 5_000), span(1, 0, TimeSpan.NEVER));
  }

  /** It is on for 281 s: it boots twice, executes twice and is idle for 101 s. */
  @Test
  void aMachineCostsWhileItIsOnAndABootTakesItsEnergy() {
    HcSystem system = system(Scale.By.BACKLOG, 0, 2);
    TrialOutcome outcome = run(system, Forecast.NONE, FIRST, SECOND);
    Counting counting = Counting.whole(new LeftOut(0, 0));
    TrialResult result = result(outcome, system);
    assertThat(result.parts())
        .extracting(Part::values)
        .containsExactly(
            List.of(120.0, 12_000.0, 0.12),
            List.of(101.0, 1_010.0, 0.281 - 0.12 - 0.06),
            List.of(60.0, 2_000.0, 0.06));

    assertThat(result.get(Column.FLEET_COST)).isCloseTo(0.281, within(1e-9));
    assertThat(result.get(Column.ENERGY)).isCloseTo(12_000 + 2_000 + 1_010, within(1e-9));
    assertThat(result.get(Column.MACHINE_USE)).isCloseTo(USE, within(1e-9));
    assertThat(TrialAccount.of(outcome, system, counting, TimeSpan.NEVER).joulesByType())
        .containsExactly(List.of(12_000.0, 3_010.0));
    Cycle price = new Cycle(Duration.ofSeconds(5_000), List.of(3.6, 7.2));
    MachineType type = system.machineTypes().getFirst().priced(price);
    HcSystem dearer = system(List.of(type), 2, new Pmf[][] {{Pmf.at(60, 1)}});
    assertThat(result(outcome, dearer).get(Column.FLEET_COST))
        .isCloseTo(0.001 * 191 + 0.002 * 90, within(1e-9));
  }

  private static TrialResult result(TrialOutcome outcome, HcSystem system) {
    Counting counting = Counting.whole(new LeftOut(0, 0));
    return TrialResult.of(
        new CountedTrial(outcome, system, counting), new SchedulerTime(0, 0, 0, 0));
  }

  @Test
  void noneBootsForWhatWouldBeLateAndThoseOfTheLeastAreOnFromTheBeginning() {
    Task hopeless = new Task(0, 0, 1_000, 1_085);

    TrialOutcome none = run(system(Scale.By.BACKLOG, 0, 2), Forecast.NONE, hopeless);
    assertThat(none.count(Fate.ON_TIME)).isZero();
    assertThat(none.boots()).isEmpty();
    TrialOutcome one = run(system(Scale.By.BACKLOG, 1, 2), Forecast.NONE, hopeless);
    assertThat(one.departures()).singleElement().extracting(Departure::time).isEqualTo(1_060L);
    assertThat(one.boots()).isEmpty();
  }

  @Test
  void noMoreAreOnThanTheMost() {
    Task[] rush =
        IntStream.range(0, 9).mapToObj(i -> new Task(i, 0, 100, 2_000)).toArray(Task[]::new);

    assertThat(run(system(Scale.By.BACKLOG, 0, 4), Forecast.NONE, rush).boots())
        .containsExactlyInAnyOrder(span(0, 100, 130), span(1, 100, 130));
  }

  /** From noon to midnight there are 30 tasks an hour, before noon none. */
  private static Task[] afternoons(int days) {
    List<Task> tasks = new ArrayList<>();
    for (int second = 0; second < days * 24 * HOUR; second += 120) {
      if (second % (24 * HOUR) >= 12 * HOUR) {
        tasks.add(new Task(tasks.size(), 0, second, second + 70));
      }
    }
    return tasks.toArray(Task[]::new);
  }

  @Test
  void byForecastMachinesAreThereWhenTheirHourBegins() {
    Forecast known =
        Forecast.of("known", new Workload("day", List.of(afternoons(1))), Duration.ofSeconds(1));
    TrialOutcome outcome = run(system(Scale.By.FORECAST, 0, 2), known, afternoons(2));

    assertThat(outcome.count(Fate.ON_TIME)).isEqualTo(720);
    assertThat(outcome.boots())
        .containsExactly(
            span(0, 12 * HOUR - 30, 12 * HOUR),
            span(1, 12 * HOUR - 30, 12 * HOUR),
            span(0, 36 * HOUR - 30, 36 * HOUR),
            span(1, 36 * HOUR - 30, 36 * HOUR));
    assertThat(outcome.away())
        .contains(span(0, 24 * HOUR, 36 * HOUR - 30), span(1, 24 * HOUR, 36 * HOUR - 30));
  }

  /** On the first day nothing is known, and all that may be are on. */
  @Test
  void whatIsNotKnownIsLearnedFromTheDayBefore() {
    TrialOutcome outcome = run(system(Scale.By.FORECAST, 0, 3), Forecast.NONE, afternoons(2));

    assertThat(outcome.count(Fate.ON_TIME)).isEqualTo(720);
    assertThat(outcome.boots())
        .containsExactly(span(0, 36 * HOUR - 30, 36 * HOUR), span(1, 36 * HOUR - 30, 36 * HOUR));
  }

  /** One boots all the same where a task waits that it brings in on time. */
  @Test
  void byForecastATaskThatNobodyExpectsIsNotLeft() {
    Forecast known =
        Forecast.of("known", new Workload("day", List.of(afternoons(1))), Duration.ofSeconds(1));

    TrialOutcome outcome = run(system(Scale.By.FORECAST, 0, 2), known, FIRST);
    assertThat(outcome.departures()).singleElement().extracting(Departure::time).isEqualTo(1_090L);
    assertThat(outcome.boots()).containsExactly(span(0, 1_000, 1_030));
  }

  /** A policy that maps nothing does not keep a trial going for ever. */
  @Test
  void aTrialEndsInWhichATaskIsLeft() {
    Forecast known =
        Forecast.of("known", new Workload("day", List.of(afternoons(1))), Duration.ofSeconds(1));
    AllocationPolicy none =
        new ForwardingPolicy(
            PolicyRegistry.builtIn().find("MM").orElseThrow().create(PolicySettings.JOURNAL)) {
          @Override
          public List<Decision> decide(MappingEvent event) {
            return List.of();
          }
        };

    TrialOutcome outcome =
        EventEngine.run(
            trial(system(Scale.By.FORECAST, 0, 2), known, new Task(0, 0, 9, Task.NO_DEADLINE)),
            none);
    assertThat(outcome.waiting()).hasSize(1);
  }

  /** The fast machine is off until an hour has passed, and then boots; the slow one takes 500 s. */
  @Test
  void policiesKnowWhenAMachineThatIsOffIsThere() {
    MachineType fast =
        new MachineType(0, "fast")
            .offAt(Optional.of(new DailyOff(Duration.ZERO, Duration.ofHours(1))))
            .booting(BOOT);
    HcSystem system =
        system(
            List.of(fast, new MachineType(1, "slow")),
            1,
            new Pmf[][] {{Pmf.at(60, 1), Pmf.at(500, 1)}});

    TrialOutcome outcome =
        run(system, Forecast.NONE, new Task(0, 0, 3_000, 9_000), new Task(1, 0, 3_300, 9_000));
    assertThat(outcome.departures())
        .extracting(Departure::time)
        .containsExactly(3_500L, HOUR + 30 + 60L);
    assertThat(outcome.boots()).containsExactly(span(0, HOUR, HOUR + 30));
  }

  private static HcSystem one(MachineType type, int min, int machines) {
    Scale scale = new Scale(min, 1, Duration.ofSeconds(100), Scale.By.BACKLOG);
    return system(
        List.of(type.scaled(Optional.of(scale))), machines, new Pmf[][] {{Pmf.at(60, 1)}});
  }

  /** What the first executes at 500 s is lost. When it is repaired it is off, since one is on. */
  @Test
  void anotherMachineTakesThePlaceOfOneInRepair() {
    RecordedOutages outages =
        new RecordedOutages(
            List.of(
                new RecordedOutages.Outage(
                    "node0", Duration.ofSeconds(500), Duration.ofSeconds(2_000))));
    MachineType type = new MachineType(0, "node").booting(BOOT).offAt(Optional.of(outages));

    TrialOutcome outcome =
        run(one(type, 1, 2), Forecast.NONE, new Task(0, 0, 470, 700), new Task(1, 0, 3_000, 3_100));

    assertThat(outcome.departures()).extracting(Departure::time).containsExactly(500L, 3_060L);
    assertThat(outcome.boots()).containsExactly(span(1, 500, 530));
    assertThat(outcome.away()).containsExactly(span(1, 0, 500), span(0, 500, TimeSpan.NEVER));
  }

  /** The night begins while it executes; in the morning it boots, as one is to be on. */
  @Test
  void aMachineWhoseTypeIsOffIsNotSwitchedOn() {
    MachineType type =
        new MachineType(0, "node")
            .booting(BOOT)
            .offAt(Optional.of(new DailyOff(Duration.ofHours(1), Duration.ofHours(2))));

    TrialOutcome outcome =
        run(
            one(type, 1, 1),
            Forecast.NONE,
            new Task(0, 0, HOUR - 10, 2 * HOUR),
            new Task(1, 0, HOUR + 60, 2 * HOUR + 95));

    assertThat(outcome.departures())
        .extracting(Departure::time)
        .containsExactly(HOUR + 50L, 2 * HOUR + 90L);
    assertThat(outcome.boots()).containsExactly(span(0, 2 * HOUR, 2 * HOUR + 30));
    assertThat(outcome.away()).containsExactly(span(0, HOUR + 50, 2 * HOUR));
  }

  private static MachineType failing() {
    Duration mtbf = Duration.ofSeconds(1_000);
    return new MachineType(0, "node")
        .failing(Optional.of(new MachineType.Failures(mtbf, mtbf.dividedBy(2))));
  }

  @Test
  void aMachineThatIsOffDoesNotFail() {
    TrialOutcome outcome =
        run(one(failing(), 0, 1), Forecast.NONE, new Task(0, 0, 100_000, 100_900));

    assertThat(outcome.away()).containsExactly(span(0, 0, 100_000));
  }

  /** A third of the time it is in repair, over some 700 repairs. */
  @Test
  void oneThatIsAlwaysWantedFailsAsOneThatIsNotScaled() {
    TrialOutcome outcome =
        run(one(failing(), 1, 1), Forecast.NONE, new Task(0, 0, 1_000_000, 1_009_000));

    long away =
        outcome.away().stream()
            .mapToLong(span -> Math.min(1_000_000, span.until()) - span.from())
            .sum();
    assertThat(away / 1e6).isCloseTo(1 / 3.0, within(0.04));
  }
}
