package org.espalier.cli.study;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.terminal.TextTable;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.ColumnScale;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.result.ScenarioComparison.Entry;
import org.espalier.simulator.result.ScenarioComparison.Pair;

/**
 * Differences as tables.
 *
 * @param pairs what is compared
 * @param axes keys of the axes
 * @param several whether there are several results, which then are named
 */
record ComparisonTable(List<Pair> pairs, List<String> axes, boolean several) {
  private static final int WIDE = 1_000;

  /** Of so many differences one is likely to be marked by chance. */
  private static final int MANY = 10;

  private static final int MOST_DECIMALS = 9;

  /** Prints a table for each column. */
  void print(List<String> columns, PrintWriter out) {
    for (String column : columns) {
      table(column).print(out, WIDE);
      out.println();
    }
    if (pairs.stream().anyMatch(Pair::isPaired)) {
      out.println(
          "Means of the trials that both have, with half of the 95 % interval; the difference is"
              + " taken trial by trial.");
    }
    if (hasUnpaired()) {
      out.println(
          "unpaired: trials met other tasks, so that the difference is that of the means of all"
              + " trials, with Welch's 95 % interval.");
    }
    out.println("* zero lies outside the interval of the difference");
    long marked = differences(columns).filter(MeanInterval::excludesZero).count();
    long all = differences(columns).filter(found -> found.count() > 1).count();
    if (all >= MANY) {
      out.printf(
          Locale.ROOT,
          "%s of %s differences are marked; were there none, about %.0f would be by chance: 1 in"
              + " 20%n",
          marked,
          all,
          all / 20.0);
    }
  }

  private Stream<MeanInterval> differences(List<String> columns) {
    return columns.stream().flatMap(column -> pairs.stream().map(pair -> pair.difference(column)));
  }

  private boolean hasUnpaired() {
    return !pairs.stream().allMatch(Pair::isPaired);
  }

  private TextTable table(String column) {
    List<String> titles = new ArrayList<>(List.of("?result"));
    titles.addAll(axes);
    titles.add("#trials");
    ColumnScale scale = scale(column);
    titles.add("#" + scale.heading(column, unit(column)));
    titles.addAll(List.of("against", "#baseline", "#difference", "", "?trials are"));
    TextTable table = TextTable.of("", titles);
    int decimals = decimals(column, scale);
    pairs.forEach(pair -> table.add(row(pair, column, scale, decimals)));
    return table;
  }

  private ColumnScale scale(String column) {
    return ColumnScale.of(
        unit(column),
        pairs.stream()
            .flatMap(pair -> Stream.of(pair.mean(column), pair.baselineMean(column)))
            .toList());
  }

  private static String unit(String column) {
    return Column.find(column).map(Column::unit).orElse("");
  }

  private List<String> row(Pair pair, String column, ColumnScale scale, int decimals) {
    MeanInterval difference = scale.scaled(pair.difference(column));
    List<String> row = new ArrayList<>();
    row.add(several ? pair.scenario().results().name() : "");
    axes.forEach(axis -> row.add(pair.scenario().value(axis)));
    row.add(
        Stream.of(pair.scenario(), pair.baseline())
            .map(entry -> Integer.toString(pair.trialsOf(entry)))
            .distinct()
            .collect(Collectors.joining(" and ")));
    row.add(text(scale.scaled(pair.mean(column)), decimals, pair.trialsOf(pair.scenario())));
    row.add(name(pair.baseline()));
    row.add(
        text(scale.scaled(pair.baselineMean(column)), decimals, pair.trialsOf(pair.baseline())));
    row.add(NumberText.difference(difference, decimals, pair.trials()).replaceAll(" +", " "));
    row.add(difference.excludesZero() ? "*" : "");
    row.add(hasUnpaired() ? (pair.isPaired() ? "paired" : "unpaired") : "");
    return row;
  }

  private String name(Entry baseline) {
    return several ? baseline.fullLabel() : baseline.scenario().label();
  }

  /**
   * The decimals of a column, one at least. There are as many as in a table of means, and as many
   * as the interval of most rows needs to have a digit.
   */
  private int decimals(String column, ColumnScale scale) {
    double[] halves =
        pairs.stream()
            .mapToDouble(pair -> scale.scaled(pair.difference(column)).halfWidth())
            .filter(half -> half > 0)
            .sorted()
            .toArray();
    double usual = halves.length == 0 ? 1 : halves[halves.length / 2];
    int needed = Math.max((int) Math.ceil(-Math.log10(usual)), scale.decimals());
    return Math.clamp(needed, 1, MOST_DECIMALS);
  }

  private static String text(MeanInterval interval, int decimals, int trials) {
    return NumberText.interval(interval, decimals, trials).replaceAll(" +", " ");
  }
}
