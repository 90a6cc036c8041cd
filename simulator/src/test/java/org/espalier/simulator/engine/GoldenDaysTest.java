package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.core.allocation.AssertionMode;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.Journal;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
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
  }

  @ParameterizedTest
  @MethodSource("days")
  void eachTaskFaresAsInTheIndependentProgram(GoldenDay day) {
    TrialOutcome outcome =
        EventEngine.run(day.trial(), day.policy(), Journal.NONE, AssertionMode.OFF);
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

  private static double joules(Departure departure, HcSystem system) {
    Placement placement = departure.placement();
    int machineType = system.machines().get(placement.machine()).type().id();
    return new EecMatrix(system).joules(departure.task().type(), machineType, placement.pState());
  }
}
