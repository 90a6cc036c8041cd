package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.simulator.column.Column;

/** The figures of a study that names none: robustness over its axes, and its traces. */
final class DefaultFigures {
  private DefaultFigures() {}

  static List<Study.FigureRequest> of(List<Axis> axes, boolean traced) {
    List<Study.FigureRequest> figures = new ArrayList<>();
    List<String> others =
        axes.stream().map(axis -> axis.dimension().key()).filter(k -> !k.equals("policy")).toList();
    if (others.isEmpty()) {
      figures.add(chart("Robustness of each policy", false, "policy", ""));
    }
    for (String axis : others) {
      String title = "Robustness over " + axis.replace('_', ' ');
      figures.add(chart(title, !axis.equals("pattern"), axis, "policy"));
    }
    if (traced) {
      figures.add(new Study.GanttRequest("One trial, machine by machine", ""));
    }
    return figures;
  }

  private static Study.FigureRequest chart(String title, boolean lines, String x, String series) {
    return new Study.ChartRequest(
        title,
        "Means with 95 % confidence intervals.",
        lines,
        Column.ROBUSTNESS,
        x,
        series,
        Map.of());
  }
}
