package org.espalier.profiler.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions on machines of which it is known how applications slow down. */
class PredictionTest {
  private static final Map<String, Long> PRESSURES = pressures(1, 2, 4, 8, 16, 32);
  private static final Conditions HERE = new Conditions("here", OptionalInt.empty());

  private static Map<String, Long> pressures(long... megabytes) {
    Map<String, Long> pressures = new LinkedHashMap<>();
    for (long size : megabytes) {
      pressures.put("pressure-%dM".formatted(size), size << 20);
    }
    return pressures;
  }

  /** An application of the model: how long it takes alone, and what pressure does to it. */
  private record Modelled(String name, double seconds, double bytes, DoubleUnaryOperator slowDown) {
    double beside(double pressure) {
      return slowDown.applyAsDouble(pressure);
    }
  }

  /** Half of what an application can lose is lost beside so many bytes. */
  private static DoubleUnaryOperator saturating(double most, double half) {
    return bytes -> 1 + most * bytes / (bytes + half);
  }

  private static MeasuredRun run(
      String taskType, OptionalInt pState, List<String> corunners, double seconds) {
    Conditions conditions = new Conditions(HERE.machineType(), pState);
    return MeasuredRun.of(
        new Cell(taskType, conditions, corunners), seconds, OptionalDouble.empty(), Counts.NONE, 0);
  }

  private static MeasuredRun run(String taskType, List<String> corunners, double seconds) {
    return run(taskType, OptionalInt.empty(), corunners, seconds);
  }

  /** The n + m cells that are measured, the first application being the reference. */
  private static List<MeasuredRun> measured(List<Modelled> applications) {
    List<MeasuredRun> runs = new ArrayList<>();
    Modelled reference = applications.getFirst();
    for (Modelled each : applications) {
      runs.add(run(each.name(), List.of(), each.seconds()));
      PRESSURES.forEach((name, bytes) ->
          runs.add(run(each.name(), List.of(name), each.seconds() * each.beside(bytes))));
      runs.add(
          run(
              reference.name(),
              List.of(each.name()),
              reference.seconds() * reference.beside(each.bytes())));
    }
    return runs;
  }

  private static Cell cell(String taskType, String... corunners) {
    return new Cell(taskType, HERE, List.of(corunners));
  }

  private static double predicted(Prediction prediction, Cell cell) {
    return prediction.slowDown(cell).orElseThrow().slowDown();
  }

  /**
   * Where all applications lose a share of the same law of the pressure, straight lines between
   * points cancel, and pairs are predicted exactly.
   */
  @RepeatedTest(20)
  void pairsAreExactWhereSlowDownsAreInProportion(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    List<Modelled> applications = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      applications.add(
          new Modelled(
              "app-" + i,
              random.nextDouble(0.1, 10),
              random.nextDouble(0, 32 << 20),
              saturating(random.nextDouble(0.01, 2), 4 << 20)));
    }
    Prediction prediction = Prediction.of(measured(applications), PRESSURES, "app-0");
    // Scores follow the straight lines, so the law at the true pressure comes out.
    for (Modelled a : applications) {
      for (Modelled b : applications) {
        assertThat(predicted(prediction, cell(a.name(), b.name())))
            .isCloseTo(a.beside(b.bytes()), within(1e-9));
      }
    }
  }

  /** Whatever the laws, the pressure is found between two that were measured, and so the rest. */
  @RepeatedTest(20)
  void pairsLieBetweenWhatWasMeasuredOnBothSides(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    List<Modelled> applications = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      applications.add(
          new Modelled(
              "app-" + i,
              1,
              random.nextDouble(1 << 20, 32 << 20),
              saturating(random.nextDouble(0.2, 2), random.nextDouble(1 << 20, 64 << 20))));
    }
    Prediction prediction = Prediction.of(measured(applications), PRESSURES, "app-0");
    for (Modelled a : applications) {
      for (Modelled b : applications) {
        double below = Double.longBitsToDouble(0);
        double above = 32 << 20;
        for (long bytes : PRESSURES.values()) {
          below = bytes <= b.bytes() ? Math.max(below, bytes) : below;
          above = bytes >= b.bytes() ? Math.min(above, bytes) : above;
        }
        assertThat(predicted(prediction, cell(a.name(), b.name())))
            .isBetween(a.beside(below) - 1e-9, a.beside(above) + 1e-9);
      }
    }
  }

  @Test
  void pressuresOfSeveralCorunnersAddUp() {
    DoubleUnaryOperator line = bytes -> 1 + bytes / (32 << 20);
    List<Modelled> applications =
        List.of(
            new Modelled("reference", 1, 3 << 20, line),
            new Modelled("other", 2, 5 << 20, line.andThen(y -> 1 + 2 * (y - 1))));
    Prediction prediction = Prediction.of(measured(applications), PRESSURES, "reference");

    // 3 + 5 + 5 = 13 of 32: 1 + 13 / 32, and twice that loss.
    assertThat(predicted(prediction, cell("reference", "other", "reference", "other")))
        .isCloseTo(1.40625, within(1e-9));
    assertThat(predicted(prediction, cell("other", "other", "reference", "other")))
        .isCloseTo(1.8125, within(1e-9));
    assertThat(prediction.slowDown(cell("other", "other")).orElseThrow().isBeyond()).isFalse();
    Cell many = cell("other", "other", "other", "other", "other", "other", "other", "other");
    assertThat(prediction.slowDown(many)).contains(new Prediction.Predicted(3, true));
  }

  @Test
  void whatSlowsDownTheReferenceMoreThanAnyPressureIsBeyond() {
    List<MeasuredRun> runs =
        List.of(
            run("a", List.of(), 1),
            run("a", List.of("pressure-1M"), 1.5),
            run("a", List.of("a"), 1.6));
    Prediction prediction = Prediction.of(runs, PRESSURES, "a");

    assertThat(prediction.scores().values().iterator().next().bytes()).isEqualTo(1 << 20);
    assertThat(prediction.slowDown(cell("a", "a"))).contains(new Prediction.Predicted(1.5, true));
  }

  @Test
  void withoutCurveOrScoreNothingIsPredicted() {
    List<MeasuredRun> runs =
        List.of(
            run("a", List.of(), 1),
            run("a", List.of("pressure-1M"), 1.5),
            run("a", List.of("b"), 1.2),
            run("b", List.of("pressure-1M"), 1.5));
    Prediction prediction = Prediction.of(runs, PRESSURES, "a");

    assertThat(prediction.slowDown(cell("b", "b"))).isEmpty();
    assertThat(prediction.slowDown(cell("a", "a"))).isEmpty();
    assertThat(prediction.slowDown(cell("a", "b"))).isPresent();
  }

  @Test
  void pStatesAndMachinesAreKeptApart() {
    List<MeasuredRun> runs =
        List.of(
            run("a", OptionalInt.of(0), List.of(), 1),
            run("a", OptionalInt.of(1), List.of(), 2),
            run("a", OptionalInt.of(0), List.of("pressure-1M"), 2),
            run("a", OptionalInt.of(1), List.of("pressure-1M"), 3),
            run("a", OptionalInt.of(1), List.of("a"), 2.5));
    Prediction prediction = Prediction.of(runs, PRESSURES, "a");

    assertThat(prediction.curves()).hasSize(2);
    assertThat(prediction.scores().values())
        .singleElement()
        .satisfies(score -> assertThat(score.bytes()).isEqualTo(1 << 19));
  }

  @Test
  void aNoisySlowDownBelowOneIsNone() {
    List<MeasuredRun> runs =
        List.of(
            run("a", List.of(), 1),
            run("a", List.of("pressure-1M"), 0.98),
            run("a", List.of("pressure-2M"), 1.2),
            run("a", List.of("a"), 0.99));
    Prediction prediction = Prediction.of(runs, PRESSURES, "a");

    assertThat(prediction.scores().values().iterator().next().bytes()).isZero();
    assertThat(predicted(prediction, cell("a", "a"))).isEqualTo(1);
  }

  @Test
  void theTableHoldsMeasuredSetsAndAllPairs(@TempDir Path directory) throws IOException {
    List<Modelled> applications =
        List.of(
            new Modelled("a", 1, 4 << 20, saturating(1, 4 << 20)),
            new Modelled("b", 2, 4 << 20, saturating(0.5, 4 << 20)));
    List<MeasuredRun> runs = new ArrayList<>(measured(applications));
    runs.add(run("b", List.of("b", "a"), 3));
    SlowDownTable table =
        SlowDownTable.of(
            runs, PRESSURES.keySet(), Optional.of(Prediction.of(runs, PRESSURES, "a")));
    Path file = directory.resolve("slow-downs.csv");
    table.write(file);

    assertThat(Files.readString(file))
        .isEqualTo(
            """
            task_type,machine_type,p_state,corunners,slow_down,measured_slow_down,measured_half_width,beyond_measured_pressure
            a,here,,a,1.5,1.5,,false
            a,here,,b,1.5,1.5,,false
            b,here,,a+b,1.3333333333333333,1.5,,false
            b,here,,a,1.25,,,false
            b,here,,b,1.25,,,false
            """);
    assertThat(table.meanError()).hasValueCloseTo(1.0 / 9, within(1e-12));
  }
}
