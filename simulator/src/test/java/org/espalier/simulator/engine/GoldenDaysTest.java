package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.TimeSpan;
import org.espalier.report.ReportColumn;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.column.Part;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The golden days, task by task. */
class GoldenDaysTest {
  static Stream<GoldenDay> days() {
    return GoldenDay.all();
  }

  @Test
  void theFileHoldsTheDaysItIsKnownToHold() {
    assertThat(days()).hasSize(163);
    assertThat(days().filter(day -> !day.events().isEmpty())).hasSizeGreaterThan(40);
    assertThat(days().filter(day -> day.totals().get("postponed").asInt() > 0)).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("days")
  void eachTaskFaresAsInTheIndependentProgram(GoldenDay day) {
    TrialOutcome outcome = EventEngine.run(day.trial(), day.policy(), Journal.NONE);
    Map<Integer, Departure> departures = new HashMap<>();
    outcome.departures().forEach(departure -> departures.put(departure.task().id(), departure));
    for (JsonNode row : day.tasks()) {
      Departure departure = departures.get(row.get(0).asInt());
      switch (row.get(1).asString()) {
        case "completed" -> checkCompleted(day, departure, row);
        case "dropped" -> {
          assertThat(departure).as("task %s", row).isNotNull();
          assertThat(departure.fate()).as("task %s", row).isEqualTo(Fate.DISCARDED);
          assertThat(departure.time()).as("task %s", row).isEqualTo(row.get(8).asLong());
        }
        default -> assertThat(departure).as("task %s", row).isNull();
      }
    }
  }

  private static void checkCompleted(GoldenDay day, Departure departure, JsonNode row) {
    assertThat(departure).as("task %s", row).isNotNull();
    assertThat(departure.fate()).as("task %s", row).isEqualTo(Fate.ON_TIME);
    assertThat(departure.placement().machine()).as("task %s", row).isEqualTo(row.get(2).asInt());
    assertThat(departure.placement().pState()).as("task %s", row).isEqualTo(row.get(3).asInt());
    assertThat(departure.start()).as("task %s", row).isEqualTo(row.get(4).asLong());
    assertThat(departure.time()).as("task %s", row).isEqualTo(row.get(5).asLong());
    double expected = row.get(6).asDouble();
    double utility = departure.task().utility().of(departure.task(), departure.time());
    assertThat(utility)
        .as("task %s", row)
        .isCloseTo(expected, within(Math.max(1e-12, 1e-9 * expected)));
    assertThat(joules(departure, day.trial().system()))
        .as("task %s", row)
        .isCloseTo(row.get(7).asDouble(), within(1e-9 * row.get(7).asDouble()));
  }

  private static TrialResult result(GoldenDay day, TrialOutcome outcome, TimeSpan measured) {
    Counting counting = new Counting(LeftOut.NONE, measured, day.energy());
    CountedTrial counted = new CountedTrial(outcome, day.trial().system(), counting);
    return TrialResult.of(counted, new SchedulerTime(0, 0, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("days")
  void theColumnsSayWhatTheIndependentProgramCounted(GoldenDay day) {
    TrialOutcome outcome = EventEngine.run(day.trial(), day.policy());
    TrialResult whole = result(day, outcome, TimeSpan.ALWAYS);
    TrialResult toHorizon = result(day, outcome, new TimeSpan(0, day.trial().horizon()));

    assertNear(whole.get(Column.UTILITY), day.utility());
    assertNear(whole.get(Column.UTILITY_PRORATED), day.utility());
    assertNear(whole.get(Column.TASK_ENERGY), day.joules());
    assertNear(whole.get(Column.ENERGY), day.joules());
    assertThat(whole.get(Column.COMPLETED)).isEqualTo(day.totals().get("completed").asInt());
    assertThat(whole.get(Column.DROPPED)).isEqualTo(day.totals().get("dropped").asInt());
    assertThat(whole.get(Column.POSTPONED)).isEqualTo(day.totals().get("postponed").asInt());
    assertThat(whole.get(Column.NEVER_STARTED)).isEqualTo(day.totals().get("unmapped").asInt());
    assertNear(
        toHorizon.get(Column.UTILITY), day.totals().get("utilityFinishedByHorizon").asDouble());
    assertNear(toHorizon.get(Column.UTILITY_PRORATED), day.sumOfPeriods("utility"));
    assertNear(toHorizon.get(Column.TASK_ENERGY), day.sumOfPeriods("energyJoules"));
    assertNear(toHorizon.get(Column.ENERGY), day.sumOfPeriods("energyJoules"));
    checkPeriods(day, toHorizon);
  }

  private static void checkPeriods(GoldenDay day, TrialResult result) {
    List<Part> parts =
        result.parts().stream().filter(part -> part.breakdown() == Breakdown.PERIODS).toList();
    List<JsonNode> expected = day.totals().get("periods").valueStream().toList();
    assertThat(parts).hasSize(day.energy().periods().isEmpty() ? 0 : expected.size());
    for (int i = 0; i < parts.size(); i++) {
      EnergyPeriod period = day.energy().periods().get(i);
      double joules = expected.get(i).get("energyJoules").asDouble();
      assertThat(value(parts.get(i), "start_s")).isEqualTo(period.start() / 1e3);
      assertNear(value(parts.get(i), "utility"), expected.get(i).get("utility").asDouble());
      assertNear(value(parts.get(i), "energy_j"), joules);
      if (period.budgetJoules().isPresent()) {
        assertThat(value(parts.get(i), "budget_left_j"))
            .isNotNegative()
            .isCloseTo(period.budgetJoules().getAsDouble() - joules, within(1e-9 * joules + 1e-9));
      }
    }
    assertThat(parts.stream().mapToDouble(part -> value(part, "dropped")).sum())
        .isEqualTo(parts.isEmpty() ? 0 : day.totals().get("dropped").asInt());
    assertThat(parts.isEmpty() ? 0 : value(parts.getLast(), "postponed"))
        .isEqualTo(day.totals().get("postponed").asInt());
  }

  private static double value(Part part, String column) {
    List<String> keys = part.breakdown().columns().stream().map(ReportColumn::key).toList();
    return part.values().get(keys.indexOf(column));
  }

  private static void assertNear(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(Math.max(1e-12, 1e-9 * expected)));
  }

  /**
   * Days with a filter or a charge list their mapping events, each minute. Here none is held where
   * there is nothing to map. An event is held up if it is more than a minute behind the one before.
   */
  @ParameterizedTest
  @MethodSource("days")
  void mappingEventsMapAsManyTasksAsInTheIndependentProgram(GoldenDay day) {
    Map<Long, HeldEvent> held = new HashMap<>();
    TrialOutcome outcome = EventEngine.run(day.trial(), day.policy());
    outcome.events().forEach(event -> held.put(event.time(), event));
    long before = -60_000;
    for (JsonNode expected : day.events()) {
      long time = expected.get("time").asLong();
      HeldEvent event = held.remove(time);
      assertThat(event == null ? 0 : event.mappable())
          .as("%s", expected)
          .isEqualTo(expected.get("mappable").asInt());
      assertThat(event != null && event.heldUp())
          .as("%s", expected)
          .isEqualTo(event != null && time - before > 60_000);
      before = time;
    }
    if (day.options().path("chargeMillisPerEvaluation").asInt(0) >= 1000) {
      assertThat(outcome.events()).anyMatch(HeldEvent::heldUp);
    }
    assertThat(held).hasSize(day.events().isEmpty() ? held.size() : 0);
  }

  private static double joules(Departure departure, HcSystem system) {
    Placement placement = departure.placement();
    int machineType = system.machines().get(placement.machine()).type().id();
    return new EecMatrix(system).joules(departure.task().type(), machineType, placement.pState());
  }
}
