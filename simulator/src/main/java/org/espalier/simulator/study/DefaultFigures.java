package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.simulator.column.Column;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.system.MachineCounts;

/**
 * The figures of a study that names none, and of axes that the user adds to one that does. Over
 * axes they show utility, where tasks have more than deadlines, and robustness. Its traces are
 * shown too. Where energy has a budget, utility is prorated, and beside it stands the energy of
 * tasks: what the budget limits.
 */
final class DefaultFigures {
  /** Axes whose values are names, between which no line goes. */
  private static final Set<String> IN_WORDS = Set.of("pattern", Dimension.SYSTEM);

  private DefaultFigures() {}

  /**
   * The figures.
   *
   * @param earning whether tasks have utility functions
   * @param limited whether energy has a budget
   */
  static List<Study.FigureRequest> of(Study study, boolean earning, boolean limited) {
    List<String> others =
        study.comparison().axes().stream()
            .map(axis -> axis.key())
            .filter(key -> !key.equals(Dimension.POLICY))
            .toList();
    List<Study.FigureRequest> figures = new ArrayList<>();
    for (Column column : columns(earning, limited)) {
      if (others.isEmpty()) {
        String title = column.label() + " of each policy";
        figures.add(chart(column, title, FigureKind.BARS, Dimension.POLICY, ""));
      }
      others.forEach(axis -> figures.add(over(axis, column)));
    }
    if (!study.presentation().traces().isEmpty()) {
      String title = "One trial, machine by machine";
      figures.add(
          new Study.FigureRequest(
              FigureKind.GANTT, title, "", Optional.empty(), Optional.empty(), "", ""));
    }
    return figures;
  }

  /**
   * The figures that a study names, and those over axes that the user made of options and that none
   * of them shows.
   *
   * @param assignments what the user set
   */
  static List<Study.FigureRequest> withUsersAxes(
      Study study, Assignments assignments, boolean earning, boolean limited) {
    List<Study.FigureRequest> figures = new ArrayList<>(study.presentation().figures());
    for (Axis axis : study.comparison().axes()) {
      String key = axis.key();
      boolean isShown = figures.stream().anyMatch(f -> key.equals(f.x()) || key.equals(f.series()));
      if (!key.equals(Dimension.POLICY) && assignments.hasSeveral(key) && !isShown) {
        columns(earning, limited).forEach(column -> figures.add(over(key, column)));
      }
    }
    return figures;
  }

  private static List<Column> columns(boolean earning, boolean limited) {
    List<Column> columns = new ArrayList<>();
    if (earning) {
      columns.add(limited ? Column.UTILITY_PRORATED : Column.UTILITY);
    }
    if (limited) {
      columns.add(Column.TASK_ENERGY);
    }
    columns.add(Column.ROBUSTNESS);
    return columns;
  }

  private static Study.FigureRequest over(String axis, Column column) {
    String title = column.label() + " over " + inWords(axis);
    FigureKind kind = IN_WORDS.contains(axis) ? FigureKind.BARS : FigureKind.LINES;
    return chart(column, title, kind, axis, Dimension.POLICY);
  }

  private static String inWords(String axis) {
    return MachineCounts.machineType(axis)
        .map("machines of type "::concat)
        .orElse(axis.replace('_', ' '));
  }

  private static Study.FigureRequest chart(
      Column column, String title, FigureKind kind, String x, String series) {
    String caption = "Means with 95 % confidence intervals.";
    return new Study.FigureRequest(
        kind, title, caption, Optional.of(column), Optional.empty(), x, series);
  }
}
