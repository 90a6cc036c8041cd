package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
record SweepMaps(ExperimentResults results, Column column, Axis down, Axis across) {
  /** Fewer values of both axes are read from bars and lines. */
  private static final int LEAST = 4;

  /** A browser should not be made to draw more cells. */
  private static final int MOST = 20_000;

  /** The figure of a column; empty where no two axes have many values. */
  static Optional<MatrixFigure> of(ExperimentResults results, Column column) {
    List<Axis> axes = results.experiment().study().comparison().axes();
    List<Axis> longest =
        axes.stream()
            .filter(axis -> axis.values().size() >= LEAST)
            .filter(axis -> !axis.key().equals(Dimension.POLICY))
            .sorted(Comparator.comparingInt(axis -> -axis.values().size()))
            .limit(2)
            .sorted(Comparator.comparingInt(axes::indexOf))
            .toList();
    return longest.size() < 2 || results.experiment().scenarios().size() > MOST
        ? Optional.empty()
        : Optional.of(
            new SweepMaps(results, column, longest.getFirst(), longest.getLast()).figure());
  }

  private MatrixFigure figure() {
    Map<String, List<List<Double>>> maps = new LinkedHashMap<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      maps.computeIfAbsent(others(scenario), key -> empty())
          .get(place(scenario, down))
          .set(place(scenario, across), results.mean(scenario, column).mean());
    }
    return new MatrixFigure(
        "sweep",
        "%s by %s (down) and %s (across)".formatted(column.label(), down.key(), across.key()),
        "Means of all trials.",
        down.values(),
        across.values(),
        new MatrixFigure.Words("and", "no result"),
        maps.entrySet().stream()
            .map(map -> new MatrixFigure.Matrix(map.getKey(), column.unit(), map.getValue()))
            .toList());
  }

  private int place(Scenario scenario, Axis axis) {
    return axis.values()
        .indexOf(results.experiment().values(scenario, axis::equals).get(axis.key()));
  }

  private List<List<Double>> empty() {
    return down.values().stream()
        .<List<Double>>map(
            row -> new ArrayList<>(Collections.nCopies(across.values().size(), Double.NaN)))
        .toList();
  }

  /** The values of the axes that a map does not show, or the policy where all have one value. */
  private String others(Scenario scenario) {
    Map<String, String> values =
        results
            .experiment()
            .values(scenario, a -> a.values().size() > 1 && !a.equals(down) && !a.equals(across));
    return values.isEmpty() ? scenario.policy() : String.join(", ", values.values());
  }
}
