package org.espalier.simulator.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.simulator.statistics.MeanInterval;

/** The results as a table for a terminal: a row for each scenario, mean ± half interval. */
public final class SummaryTable {
  private static final List<Column> ALWAYS_SHOWN =
      List.of(
          Column.ROBUSTNESS,
          Column.REACTIVE,
          Column.PROACTIVE,
          Column.TYPE_DEVIATION,
          Column.MACHINE_USE);
  private static final String GAP = "  ";

  private static final List<Column> SHOWN_IF_SAMPLED =
      List.of(Column.DECISIONS_SAMPLED, Column.DECISIONS_DIFFERING);

  private final ExperimentResults results;
  private final List<Column> shown = new ArrayList<>(ALWAYS_SHOWN);
  private final List<List<String>> rows = new ArrayList<>();

  private SummaryTable(ExperimentResults results) {
    this.results = results;
    boolean sampled =
        results.experiment().scenarios().stream()
            .anyMatch(s -> results.mean(s, Column.DECISIONS_SAMPLED).mean() > 0);
    shown.addAll(sampled ? SHOWN_IF_SAMPLED : List.of());
  }

  /** The lines of the table. */
  public static List<String> lines(ExperimentResults results) {
    return new SummaryTable(results).lines();
  }

  private List<String> lines() {
    Study.Comparison comparison = results.experiment().study().comparison();
    List<String> header = new ArrayList<>();
    comparison.axes().forEach(axis -> header.add(axis.dimension().key()));
    shown.forEach(column -> header.add(heading(column.key(), column.unit())));
    comparison
        .baseline()
        .ifPresent(name -> header.add(heading("against " + name, Column.ROBUSTNESS.unit())));
    rows.add(header);
    for (Scenario scenario : results.experiment().scenarios()) {
      rows.add(row(scenario, comparison.baseline().isPresent()));
    }
    return aligned(comparison.axes().size());
  }

  private static String heading(String name, String unit) {
    return unit.isEmpty() ? name : name + " " + unit;
  }

  private List<String> row(Scenario scenario, boolean compares) {
    List<String> row = new ArrayList<>(scenario.values());
    for (Column column : shown) {
      row.add(text(results.mean(scenario, column), ""));
    }
    if (compares) {
      Optional<Scenario> baseline = results.experiment().baselineOf(scenario);
      row.add(
          baseline
              .map(other -> results.difference(scenario, other, Column.ROBUSTNESS))
              .map(difference -> text(difference, difference.mean() > 0 ? "+" : ""))
              .orElse(""));
    }
    return row;
  }

  private static String text(MeanInterval interval, String sign) {
    if (interval.count() == 0) {
      return "";
    }
    String mean = sign + Numbers.fixed(interval.mean(), 1);
    return interval.count() < 2
        ? mean
        : "%s ± %4s".formatted(mean, Numbers.fixed(interval.halfWidth(), 1));
  }

  private List<String> aligned(int labels) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>(rows.stream().map(r -> line(r, widths, labels)).toList());
    lines.add(1, "-".repeat(Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1)));
    return lines;
  }

  private static String line(List<String> row, int[] widths, int labels) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : GAP).append(i < labels ? row.get(i) + pad : pad + row.get(i));
    }
    return line.toString().stripTrailing();
  }
}
