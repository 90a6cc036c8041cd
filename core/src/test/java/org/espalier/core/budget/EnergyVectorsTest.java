package org.espalier.core.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.espalier.core.energy.EecMatrix;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.testsupport.VectorFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What falls into periods, and what energy filters allow in some states of them. */
class EnergyVectorsTest {
  private static final JsonNode VECTORS = VectorFile.read("/vectors-ue/energy.json");
  private static final double TICK_SECONDS = 1e-3;

  private static Offset<Double> near(double expected) {
    return within(1e-9 * Math.abs(expected));
  }

  @Test
  void energyIsSharedBetweenPeriodsByTime() {
    int compared = 0;
    for (JsonNode row : VECTORS.get("proration").values()) {
      long start = row.get("start").asLong();
      long finish = row.get("finish").asLong();
      double joules = (finish - start) * TICK_SECONDS * row.get("watts").asDouble();
      for (int i = 0; i < row.get("periods").size(); i++) {
        JsonNode bounds = row.get("periods").get(i);
        JsonNode expected = row.get("shares").get(i);
        double share =
            new EnergyPeriod(bounds.get(0).asLong(), bounds.get(1).asLong(), OptionalDouble.empty())
                .span()
                .share(start, finish);
        double energy = expected.get("energyJoules").asDouble();
        double utility = expected.get("utility").asDouble();
        assertThat(joules * share).isCloseTo(energy, near(energy));
        assertThat(row.get("utility").asDouble() * share).isCloseTo(utility, near(utility));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(5);
  }

  static Stream<JsonNode> states() {
    return VECTORS.get("filterStates").valueStream();
  }

  @ParameterizedTest
  @MethodSource("states")
  void filters(JsonNode row) {
    JsonNode expected = row.get("expected");
    EnergyState state = state(row);
    EecMatrix eec = new EecMatrix(system(row));

    assertIs(state.committedJoules(), expected, "energyCommittedJoules");
    assertIs(state.remainingJoules(), expected, "energyRemainingJoules");
    assertIs(state.remainingTicks(), expected, "aggregateTimeRemainingMillis");
    assertThat(expected.get("fixedTaskBudgetByLeniency").size()).isEqualTo(5);
    expected
        .get("fixedTaskBudgetByLeniency")
        .properties()
        .forEach(fixed -> {
          double joules =
              new TaskBudget.Fixed(Double.parseDouble(fixed.getKey())).joules(state, eec);
          assertThat(joules).isCloseTo(fixed.getValue().asDouble(), near(joules));
        });
    assertIs(TaskBudget.Adaptive.tasks(state, eec), expected, "n");
    assertIs(TaskBudget.Adaptive.lambda(state), expected, "lambda");
    assertIs(new TaskBudget.Adaptive().joules(state, eec), expected, "adaptiveTaskBudgetJoules");
  }

  private static void assertIs(double value, JsonNode expected, String name) {
    JsonNode node = expected.get(name);
    boolean endless = node.isString() && node.asString().equals("infinity");
    double number = endless ? Double.POSITIVE_INFINITY : node.asDouble();
    if (endless) {
      assertThat(value).as(name).isEqualTo(number);
      return;
    }
    assertThat(value).as(name).isCloseTo(number, near(number));
  }

  private static EnergyState state(JsonNode row) {
    long now = row.get("now").asLong();
    EnergyPeriod period =
        new EnergyPeriod(
            row.get("periodStart").asLong(),
            row.get("periodEnd").asLong(),
            OptionalDouble.of(row.get("budgetJoules").asDouble()));
    double committed = row.get("finishedEnergyJoules").asDouble();
    double remaining = 0;
    for (JsonNode machine : row.get("machines").values()) {
      long free = now;
      if (machine.has("running")) {
        JsonNode running = machine.get("running");
        free = running.get("finish").asLong();
        committed += inside(period, running.get("start").asLong(), free, running);
      }
      if (machine.has("pending")) {
        JsonNode pending = machine.get("pending");
        long end = free + pending.get("duration").asLong();
        committed += inside(period, free, end, pending);
        free = end;
      }
      remaining += Math.max(0, period.end() - free);
    }
    double all = (double) row.get("machines").size() * (period.end() - period.start());
    return new EnergyState(period.budgetJoules().orElseThrow(), committed, remaining, all);
  }

  private static double inside(EnergyPeriod period, long start, long end, JsonNode task) {
    double watts = task.get("watts").asDouble();
    return (end - start) * TICK_SECONDS * watts * period.span().share(start, end);
  }

  /** A system of which the filters only ask the mean execution time and energy. */
  private static HcSystem system(JsonNode row) {
    long ticks = row.get("meanExecutionMillis").asLong();
    double watts = row.get("meanEnergyJoules").asDouble() / (ticks * TICK_SECONDS);
    MachineType type = new MachineType(0, "m", 0, 0, watts);
    return new HcSystem(
        "vector",
        Duration.ofMillis(1),
        List.of(new TaskType(0, "t")),
        List.of(type),
        List.of(new Machine(0, "m", type)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{ticks}}}, 1),
        Optional.of(ApcMatrix.of(new double[][][] {{{watts}}})));
  }
}
