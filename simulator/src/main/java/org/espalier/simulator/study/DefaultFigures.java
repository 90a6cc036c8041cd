package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.simulator.column.Column;

/**
 * The figures of a study that names none: over its axes utility, where tasks have more than
 * deadlines, and robustness; and its traces. Where energy has a budget, utility is prorated, and
 * beside it stands the energy of tasks: what the budget limits.
 */
final class DefaultFigures {
  private DefaultFigures() {}

  /**
   * The figures.
   *
   * @param earning whether tasks have utility functions
   * @param limited whether energy has a budget
   */
  static List<Study.FigureRequest> of(Study study, boolean earning, boolean limited) {
    List<Column> columns = new ArrayList<>();
    if (earning) {
      columns.add(limited ? Column.UTILITY_PRORATED : Column.UTILITY);
    }
    if (limited) {
      columns.add(Column.TASK_ENERGY);
    }
    columns.add(Column.ROBUSTNESS);
    List<String> others =
        study.comparison().axes().stream()
            .map(axis -> axis.dimension().key())
            .filter(key -> !key.equals("policy"))
            .toList();
    List<Study.FigureRequest> figures = new ArrayList<>();
    for (Column column : columns) {
      if (others.isEmpty()) {
        figures.add(chart(column, column.label() + " of each policy", false, "policy", ""));
      }
      for (String axis : others) {
        String title = column.label() + " over " + axis.replace('_', ' ');
        figures.add(chart(column, title, !axis.equals("pattern"), axis, "policy"));
      }
    }
    if (!study.presentation().traces().isEmpty()) {
      figures.add(new Study.GanttRequest("One trial, machine by machine", ""));
    }
    return figures;
  }

  private static Study.FigureRequest chart(
      Column column, String title, boolean lines, String x, String series) {
    return new Study.ChartRequest(
        title, "Means with 95 % confidence intervals.", lines, column, x, series, Map.of(), false);
  }
}
