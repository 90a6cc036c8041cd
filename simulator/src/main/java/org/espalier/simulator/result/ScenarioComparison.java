package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.Arguments;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.document.Names;

/**
 * Differences between scenarios of one or several results. They are compared trial by trial
 * wherever both met the same trials: the same tasks and seed, on whatever systems. Else their means
 * are compared.
 */
public final class ScenarioComparison {
  private final List<Entry> entries;
  private final List<Pair> pairs = new ArrayList<>();

  /**
   * A scenario of some results.
   *
   * @param results the results it is of
   * @param scenario the scenario
   */
  public record Entry(StoredResults results, StoredScenario scenario) {
    /** Its value on an axis; empty where the results do not have the axis. */
    public String value(String axis) {
      int index = results.axes().indexOf(axis);
      return index < 0 ? "" : scenario.values().get(index);
    }

    /** Its name, with that of its results. */
    public String fullLabel() {
      return results.name() + ": " + scenario.label();
    }
  }

  /**
   * A scenario and the one that it is held against.
   *
   * @param trials number of trials that both have
   * @param unpaired why their trials are not the same; empty if they are
   */
  public record Pair(Entry scenario, Entry baseline, int trials, Optional<String> unpaired) {
    /** Whether the difference is taken trial by trial. */
    public boolean isPaired() {
      return unpaired.isEmpty();
    }

    /** Mean of a column over the trials that are compared. */
    public MeanInterval mean(String column) {
      return MeanInterval.of(values(scenario, column));
    }

    /** The same of the baseline. */
    public MeanInterval baselineMean(String column) {
      return MeanInterval.of(values(baseline, column));
    }

    /**
     * Mean difference from the baseline, trial by trial; or the difference of the means, with
     * Welch's interval, where trials are not the same.
     */
    public MeanInterval difference(String column) {
      double[] values = values(scenario, column);
      double[] others = values(baseline, column);
      return isPaired()
          ? MeanInterval.ofDifferences(values, others)
          : MeanInterval.ofUnpaired(values, others);
    }

    /** How many trials of either are compared: those that both have, or all if not paired. */
    public int trialsOf(Entry entry) {
      return isPaired() ? trials : entry.scenario().trials().size();
    }

    private double[] values(Entry entry, String column) {
      int index = entry.results().columns().indexOf(column);
      return entry.scenario().column(index, trialsOf(entry));
    }
  }

  private ScenarioComparison(List<StoredResults> all) {
    this.entries =
        all.stream()
            .flatMap(results -> results.scenarios().stream().map(s -> new Entry(results, s)))
            .toList();
  }

  /**
   * Pairs scenarios with those of a baseline.
   *
   * @param baseline name of a directory of results, a scenario ({@code PAM, 15k}), a value of an
   *     axis ({@code PAM}), or one of these in one directory ({@code run-2:PAM})
   * @throws IllegalArgumentException if there is none, or several scenarios are equally near to one
   */
  public static ScenarioComparison of(List<StoredResults> all, String baseline) {
    ScenarioComparison comparison = new ScenarioComparison(all);
    List<Entry> named = comparison.entries.stream().filter(e -> isNamed(e, baseline)).toList();
    Arguments.refuse(
        named.isEmpty(),
        "is no scenario of these results; %s",
        Names.remedy(baseline, baselines(all)));
    comparison.entries.stream()
        .filter(entry -> !named.contains(entry))
        .forEach(entry -> comparison.pair(entry, named));
    return comparison;
  }

  /**
   * What to compare with if the user does not say. Of several results it is the first, else the
   * baseline of the study, else the first value of the first axis.
   */
  public static String defaultBaseline(List<StoredResults> all) {
    StoredResults first = all.getFirst();
    return all.size() > 1
        ? first.name()
        : first.baseline().orElseGet(() -> first.scenarios().getFirst().values().getFirst());
  }

  /** The names that a baseline can have. */
  private static List<String> baselines(List<StoredResults> all) {
    Set<String> names = new LinkedHashSet<>();
    all.stream().filter(results -> all.size() > 1).forEach(results -> names.add(results.name()));
    all.forEach(r -> r.scenarios().forEach(scenario -> names.addAll(scenario.values())));
    return List.copyOf(names);
  }

  /** The pairs, in the order of the results. */
  public List<Pair> pairs() {
    return List.copyOf(pairs);
  }

  private static boolean isNamed(Entry entry, String name) {
    String prefix = entry.results().name() + ":";
    return entry.results().name().equals(name)
        || isScenario(entry, name)
        || (name.startsWith(prefix) && isScenario(entry, name.substring(prefix.length()).strip()));
  }

  private static boolean isScenario(Entry entry, String name) {
    List<String> values = entry.scenario().values();
    return entry.scenario().label().equals(name)
        || values.contains(name)
        || values.equals(Names.parted(name, values));
  }

  private void pair(Entry entry, List<Entry> named) {
    List<Entry> near = nearest(entry, named);
    List<Entry> own = near.stream().filter(n -> n.results().equals(entry.results())).toList();
    List<Entry> choice = own.isEmpty() ? near : own;
    List<Entry> same = choice.stream().filter(n -> obstacle(entry, n).isEmpty()).toList();
    List<Entry> fit = same.isEmpty() ? choice : same;
    if (fit.size() > 1) {
      throw new IllegalArgumentException(
          "%s could be held against %s; name one of them"
              .formatted(
                  entry.fullLabel(),
                  String.join(" or ", fit.stream().map(Entry::fullLabel).toList())));
    }
    Entry other = fit.getFirst();
    pairs.add(new Pair(entry, other, trials(entry, other), obstacle(entry, other)));
  }

  /** The named entries that differ from an entry in as few axes as any. */
  private static List<Entry> nearest(Entry entry, List<Entry> named) {
    long least = named.stream().mapToLong(n -> differing(entry, n)).min().orElse(0);
    return named.stream().filter(n -> differing(entry, n) == least).toList();
  }

  private static long differing(Entry entry, Entry other) {
    return entry.results().axes().stream()
        .filter(axis -> other.results().axes().contains(axis))
        .filter(axis -> !entry.value(axis).equals(other.value(axis)))
        .count();
  }

  private static Optional<String> obstacle(Entry entry, Entry other) {
    return StoredTrials.obstacle(entry, other, trials(entry, other));
  }

  private static int trials(Entry one, Entry other) {
    return Math.min(one.scenario().trials().size(), other.scenario().trials().size());
  }

  /** The pairs whose trials are not the same. */
  public List<Pair> unpaired() {
    return pairs.stream().filter(pair -> !pair.isPaired()).toList();
  }

  /** Whether trials of either were left out because the other does not have them. */
  public boolean leavesTrialsOut() {
    return pairs.stream()
        .filter(Pair::isPaired)
        .anyMatch(pair ->
            pair.scenario().scenario().trials().size()
                != pair.baseline().scenario().trials().size());
  }
}
