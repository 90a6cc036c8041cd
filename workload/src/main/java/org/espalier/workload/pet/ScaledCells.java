package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.cell.CellTable.Pair;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.text.Ticks;

/**
 * Gives cells that have a mean and no samples the samples of another cell, scaled to the mean.
 *
 * <p>The other cell is one with samples of the same task type, because what varies from task to
 * task of a type (the input, mostly) does so on every machine; where there is none, one of the same
 * machine type. Of several it is the one whose mean is nearest, as a ratio; ties go to the first in
 * the file. Where a machine type has P-states, the means are those of P-state 0, and all P-states
 * are scaled alike.
 */
final class ScaledCells {
  private final CellTable<Samples> table;
  private final TypeChoice choice;
  private final FileProblems problems;
  private final Set<Pair> measured;
  private final Map<Pair, Pair> sources = new LinkedHashMap<>();
  private double greatestDifference;
  private int compared;

  /**
   * Makes them.
   *
   * @param table the samples of cells, in ticks; what is scaled is added
   * @param means in seconds
   * @param problems those of the file of the means
   */
  ScaledCells(
      CellTable<Samples> table,
      Means means,
      TypeChoice choice,
      Ticks ticks,
      FileProblems problems) {
    this.table = table;
    this.choice = choice;
    this.problems = problems;
    this.measured = new LinkedHashSet<>(table.pairs());
    for (String taskType : means.taskTypes()) {
      for (String machineType : means.machineTypes()) {
        Pair pair = new Pair(taskType, machineType);
        means.find(pair).ifPresent(seconds -> fill(pair, ticks.of(seconds)));
      }
    }
  }

  private void fill(Pair pair, double mean) {
    if (!choice.has(pair)) {
      return;
    }
    if (measured.contains(pair)) {
      compare(fastest(pair).mean() / mean);
      return;
    }
    Optional<Pair> source = source(pair, mean);
    if (source.isPresent()) {
      double factor = mean / fastest(source.get()).mean();
      SortedMap<Integer, Samples> scaled = table.named(pair, 0);
      table.at(source.get()).forEach((p, samples) -> scaled.put(p, samples.scaled(factor)));
      sources.put(pair, source.get());
    } else {
      problems.report(
          0,
          pair.toString(),
          "",
          "has a mean, and neither its task type nor its machine type has samples to scale",
          "add samples of one of them");
    }
  }

  private void compare(double ratio) {
    compared++;
    greatestDifference = Math.max(greatestDifference, Math.abs(ratio - 1));
  }

  private Samples fastest(Pair pair) {
    return table.at(pair).firstEntry().getValue();
  }

  private Optional<Pair> source(Pair pair, double mean) {
    Comparator<Pair> byRatio =
        Comparator.comparingDouble(other -> Math.abs(Math.log(fastest(other).mean() / mean)));
    return positive(pair, Pair::taskType)
        .min(byRatio)
        .or(() -> positive(pair, Pair::machineType).min(byRatio));
  }

  /** The measured cells that have a name in common, but those whose times are all 0. */
  private Stream<Pair> positive(Pair pair, Function<Pair, String> name) {
    return measured.stream()
        .filter(other -> name.apply(other).equals(name.apply(pair)))
        .filter(other -> fastest(other).mean() > 0);
  }

  /** The cell whose samples were scaled, by the cell that got them. */
  Map<Pair, Pair> sources() {
    return sources;
  }

  /** What was done, in one sentence each. */
  List<String> notes() {
    String file = String.valueOf(problems.file().getFileName());
    List<String> notes = new ArrayList<>();
    if (!sources.isEmpty()) {
      Stream<String> texts =
          sources.entrySet().stream().map(e -> "%s (from %s)".formatted(e.getKey(), e.getValue()));
      notes.add(
          "%s: no samples, so scaled to their means: %s"
              .formatted(file, Names.listed(texts, sources.size())));
    }
    if (compared > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: means of measured cells: %d, from which those of their samples are up to %.2f %%"
                  + " off",
              file,
              compared,
              100 * greatestDifference));
    }
    return notes;
  }
}
