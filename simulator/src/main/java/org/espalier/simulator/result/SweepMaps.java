package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.report.MatrixFigure;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Scenario;

/**
 * Heat maps of a sweep: the results over the two axes that have most values. Each combination of
 * the values of all others has a map.
 */
record SweepMaps(ExperimentResults results, Column column) {
  /** Fewer values of both axes are read from bars and lines. */
  private static final int LEAST = 4;

  /** A browser should not be made to draw more cells. */
  private static final int MOST = 20_000;

  /** The figure of a column; empty where no two axes have many values. */
  static Optional<MatrixFigure> of(ExperimentResults results, Column column) {
    SweepMaps maps = new SweepMaps(results, column);
    List<Integer> longest =
        IntStream.range(0, maps.axes().size())
            .boxed()
            .filter(a -> maps.size(a) >= LEAST)
            .filter(a -> !maps.axes().get(a).key().equals(Dimension.POLICY))
            .sorted(Comparator.comparingInt(a -> -maps.size(a)))
            .limit(2)
            .sorted()
            .toList();
    return longest.size() < 2 || results.experiment().scenarios().size() > MOST
        ? Optional.empty()
        : Optional.of(maps.figure(longest.getFirst(), longest.getLast()));
  }

  private int size(int axis) {
    return axes().get(axis).values().size();
  }

  private MatrixFigure figure(int down, int across) {
    Map<String, List<List<Double>>> maps = new LinkedHashMap<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      maps.computeIfAbsent(others(scenario, down, across), key -> empty(size(down), size(across)))
          .get(place(scenario, down))
          .set(place(scenario, across), results.mean(scenario, column).mean());
    }
    return new MatrixFigure(
        "sweep",
        "%s by %s (down) and %s (across)"
            .formatted(column.label(), axes().get(down).key(), axes().get(across).key()),
        "Means of all trials.",
        axes().get(down).values(),
        axes().get(across).values(),
        new MatrixFigure.Words("and", "no result"),
        maps.entrySet().stream()
            .map(map -> new MatrixFigure.Matrix(map.getKey(), column.unit(), map.getValue()))
            .toList());
  }

  private int place(Scenario scenario, int axis) {
    return axes().get(axis).values().indexOf(scenario.values().get(axis));
  }

  private static List<List<Double>> empty(int rows, int columns) {
    return Stream.<List<Double>>generate(
            () -> new ArrayList<>(Collections.nCopies(columns, Double.NaN)))
        .limit(rows)
        .toList();
  }

  /** The values of the axes that a map does not show, or the policy where all have one value. */
  private String others(Scenario scenario, int down, int across) {
    List<String> values =
        IntStream.range(0, axes().size())
            .filter(a -> a != down && a != across && size(a) > 1)
            .mapToObj(a -> scenario.values().get(a))
            .toList();
    return values.isEmpty() ? scenario.policy() : String.join(", ", values);
  }

  private List<Axis> axes() {
    return results.experiment().study().comparison().axes();
  }
}
