package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.RecordedOutages;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Timetable;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;

/** A machine that is off from 22:00 to 06:00; a tick is a minute, and each task takes an hour. */
class OffAtNightTest {
  private static final AllocationRules RULES = AllocationRules.bounded(3, DroppingScope.EXECUTING);

  private static final int HOUR = 60;
  private static final long NEXT_DAY = 24 * HOUR;

  private static TrialOutcome run(Task... tasks) {
    return run(
        new DailyOff(Duration.ofHours(22), Duration.ofHours(6)), Duration.ofMinutes(1), tasks);
  }

  private static TrialOutcome run(Timetable night, Duration tick, Task... tasks) {
    return run(night, tick, 0, tasks);
  }

  private static TrialOutcome run(Timetable night, Duration tick, int retries, Task... tasks) {
    MachineType type = new MachineType(0, "node").offAt(Optional.of(night));
    HcSystem system =
        new HcSystem(
            "system",
            tick,
            List.of(new TaskType(0, "task")),
            List.of(type),
            List.of(new Machine(0, "m", type)),
            PetMatrix.of(new Pmf[][] {{Pmf.at(HOUR, 1)}}));
    Trial trial =
        new Trial(
            system,
            RULES,
            new Workload("tasks", List.of(tasks)),
            new CounterStream(7, 1, system.pet()),
            TimeSpan.NEVER,
            Optional.of(new Trial.Failures(7, 1, retries)));
    PolicySettings settings = PolicySettings.THESIS.withRules(RULES);
    return EventEngine.run(
        trial, PolicyRegistry.builtIn().find("MM").orElseThrow().create(settings));
  }

  private static Task task(int id, int arrival) {
    return new Task(id, 0, arrival, arrival + 2 * NEXT_DAY);
  }

  @Test
  void whatRunsIsEndedAndWhatWaitsRunsInTheMorning() {
    TrialOutcome outcome = run(task(0, 21 * HOUR + 30), task(1, 21 * HOUR + 40));

    assertThat(outcome.count(Fate.ON_TIME)).isEqualTo(2);
    assertThat(outcome.departures())
        .extracting(departure -> departure.time())
        .containsExactly(22 * HOUR + 30L, NEXT_DAY + 7 * HOUR);
    assertThat(outcome.away())
        .containsExactly(
            new TrialOutcome.Away(0, 0, 6 * HOUR),
            new TrialOutcome.Away(0, 22 * HOUR + 30, NEXT_DAY + 6 * HOUR));
  }

  /** Both changes of a day fall on one tick, 23:00, at which it is on. */
  @Test
  void aTimeOffWithinATickIsNone() {
    DailyOff half =
        new DailyOff(Duration.ofMinutes(22 * 60 + 10), Duration.ofMinutes(22 * 60 + 40));
    TrialOutcome outcome = run(half, Duration.ofHours(1), new Task(0, 0, 30, 200));

    assertThat(outcome.count(Fate.ON_TIME)).isEqualTo(1);
    assertThat(outcome.away()).isEmpty();
  }

  /** The second and third outage touch, and the last is another machine's. */
  @Test
  void whatRunsWhenARecordedOutageBeginsIsLost() {
    Timetable outages =
        new RecordedOutages(
            List.of(
                outage("m", 30, 90),
                outage("m", 200, 230),
                outage("m", 230, 260),
                outage("other", 0, 1_000)));
    TrialOutcome again = run(outages, Duration.ofMinutes(1), 1, task(0, 0), task(1, 210));

    assertThat(again.count(Fate.ON_TIME)).isEqualTo(2);
    assertThat(again.departures())
        .extracting(departure -> departure.time())
        .containsExactly(90L + HOUR, 260L + HOUR);
    assertThat(again.away())
        .containsExactly(new TrialOutcome.Away(0, 30, 90), new TrialOutcome.Away(0, 200, 260));
    TrialOutcome once = run(outages, Duration.ofMinutes(1), task(0, 0));
    assertThat(once.departures())
        .singleElement()
        .satisfies(departure -> assertThat(departure.fate()).isEqualTo(Fate.FAILED))
        .satisfies(departure -> assertThat(departure.time()).isEqualTo(30));
  }

  private static RecordedOutages.Outage outage(String machine, long from, long until) {
    return new RecordedOutages.Outage(machine, Duration.ofMinutes(from), Duration.ofMinutes(until));
  }

  @Test
  void aTaskOfTheNightWhoseDeadlineIsBeforeTheMorningExpires() {
    TrialOutcome outcome = run(new Task(0, 0, 23 * HOUR, NEXT_DAY + 5 * HOUR));

    assertThat(outcome.count(Fate.EXPIRED_IN_BATCH)).isEqualTo(1);
  }
}
