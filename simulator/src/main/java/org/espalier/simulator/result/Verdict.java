package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.espalier.core.model.TaskType;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.ColumnScale;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Names;

/**
 * Says which policy is best, by how much, and at the expense of which task types. Best is who has
 * the most tasks on time, or earns the most utility where tasks have utility functions. Of several
 * fleets with prices it says first which to take.
 *
 * <p>Policies, each with its settings, are held against one another where they met the same trials:
 * in each case, a combination of the values of all other axes. The first is ahead of another where
 * the 95 % interval of their paired difference leaves out zero, and leads if it is ahead of all. A
 * task type pays where its on-time share lies clearly below that of all tasks, and another policy
 * clearly has more of it on time.
 */
public final class Verdict {
  private static final int MOST_NAMES = 3;
  private static final int MOST_CASES = 4;

  private final ExperimentResults results;
  private final Column column;
  private final List<Case> cases;

  /** Scenarios that differ in their policies alone, the best first. */
  private record Case(List<Scenario> ranked, double spread) {
    Scenario best() {
      return ranked.getFirst();
    }
  }

  /** The verdict on some results. */
  public Verdict(ExperimentResults results) {
    List<Scenario> scenarios = results.experiment().scenarios();
    this.results = results;
    this.column =
        scenarios.stream().allMatch(s -> results.mean(s, Column.UTILITY).count() > 0)
            ? Column.UTILITY
            : Column.ROBUSTNESS;
    this.cases =
        scenarios.stream()
            .filter(scenario -> mean(scenario).count() > 0)
            .collect(groupingBy(s -> values(s, false), LinkedHashMap::new, toList()))
            .values()
            .stream()
            .map(this::ranked)
            .toList();
  }

  private Case ranked(List<Scenario> scenarios) {
    List<Scenario> ranked =
        scenarios.stream()
            .sorted(Comparator.comparingDouble(scenario -> -mean(scenario).mean()))
            .toList();
    return new Case(ranked, mean(ranked.getFirst()).mean() - mean(ranked.getLast()).mean());
  }

  private MeanInterval mean(Scenario scenario) {
    return results.mean(scenario, column);
  }

  /** The values of the axes that vary, of those that set policies or of the others. */
  private Map<String, String> values(Scenario scenario, boolean ofPolicies) {
    return results.experiment().values(scenario, axis -> isVaried(axis, ofPolicies));
  }

  private static boolean isVaried(Axis axis, boolean ofPolicies) {
    return axis.dimension().isOfPolicies() == ofPolicies && axis.values().size() > 1;
  }

  /** The case in which policies differ most; of one policy, that in which it fares worst. */
  private Optional<Case> telling() {
    return cases.stream()
        .max(
            Comparator.comparingDouble(Case::spread)
                .thenComparingDouble(c -> -mean(c.best()).mean()));
  }

  /** By axis the values of the case that tells most, and the settings of the best policy in it. */
  Map<String, String> tellingValues() {
    Map<String, String> all = new LinkedHashMap<>();
    telling()
        .map(Case::best)
        .ifPresent(best -> {
          all.putAll(values(best, false));
          all.putAll(values(best, true));
          all.remove(Dimension.POLICY);
        });
    return all;
  }

  /** What policies are told apart by. */
  Column column() {
    return column;
  }

  /** The scenarios in which it is greatest, the best first. */
  List<Scenario> best(int count) {
    return cases.stream()
        .flatMap(c -> c.ranked().stream())
        .sorted(Comparator.comparingDouble(scenario -> -mean(scenario).mean()))
        .limit(count)
        .toList();
  }

  /** The sentences, of which there are none where there is nothing to tell. */
  public List<String> sentences() {
    Stream<String> compared =
        telling().stream()
            .flatMap(c ->
                Stream.of(fleet(c), leader(c), expense(c), others(c)).flatMap(Optional::stream));
    return Stream.concat(compared, new BoundFindings(results).sentences().stream()).toList();
  }

  private Optional<String> fleet(Case c) {
    return new FleetFindings(results, column).sentence(c.best());
  }

  private Optional<String> leader(Case c) {
    if (c.ranked().size() < 2) {
      return Optional.empty();
    }
    List<Scenario> level = level(c);
    Scenario next = c.ranked().get(1);
    String begin = at(c) + name(c.best());
    String most =
        column == Column.UTILITY ? " earns the most utility" : " has the most tasks on time";
    String difference = difference(c, next);
    if (mean(c.best()).count() < 2) {
      return Optional.of(
          "%s%s in the one trial: %s, %s more than %s. That may be chance."
              .formatted(begin, most, number(c, mean(c.best())), difference, name(next)));
    }
    return Optional.of(
        level.isEmpty()
            ? "%s%s: %s, %s more than %s, the next."
                .formatted(begin, most, number(c, mean(c.best())), difference, name(next))
            : "%s%s with %s, but the trials cannot tell it from %s (%s less)%s."
                .formatted(
                    begin,
                    most,
                    number(c, mean(c.best())),
                    name(level.getFirst()),
                    difference(c, level.getFirst()),
                    level.size() == 1
                        ? ""
                        : ", nor from " + listed(level.stream().skip(1).map(this::name).toList())));
  }

  /** Those that the best is not clearly ahead of. */
  private List<Scenario> level(Case c) {
    return c.ranked().stream()
        .skip(1)
        .filter(other -> !isClear(results.difference(c.best(), other, column)))
        .toList();
  }

  private static boolean isClear(MeanInterval difference) {
    return difference.mean() > 0 && difference.excludesZero();
  }

  private String at(Case c) {
    String values = results.experiment().place(c.best(), axis -> isVaried(axis, false));
    return values.isEmpty() ? "" : "At " + values + ", ";
  }

  private String name(Scenario scenario) {
    Predicate<Axis> others = axis -> !axis.key().equals(Dimension.POLICY);
    String set = results.experiment().place(scenario, others.and(axis -> isVaried(axis, true)));
    return set.isEmpty() ? scenario.policy() : scenario.policy() + " with " + set;
  }

  private String number(Case c, MeanInterval interval) {
    return text(c, interval) + (column == Column.UTILITY ? "" : " %");
  }

  private String difference(Case c, Scenario other) {
    String text = text(c, results.difference(c.best(), other, column));
    return text + (column == Column.UTILITY ? "" : " points");
  }

  private String text(Case c, MeanInterval interval) {
    ColumnScale scale = ColumnScale.of(column, c.ranked().stream().map(this::mean).toList());
    String power = scale.exponent() == 0 ? "" : "e%s".formatted(scale.exponent());
    return scale.text(interval).replaceAll(" +", " ") + power;
  }

  /** Who leads in the other cases. */
  private Optional<String> others(Case telling) {
    Map<String, List<Case>> byLeader =
        cases.stream()
            .filter(c -> !c.equals(telling) && c.ranked().size() > 1 && mean(c.best()).count() > 1)
            .collect(
                groupingBy(
                    c -> level(c).isEmpty() ? name(c.best()) + " leads" : "",
                    LinkedHashMap::new,
                    toList()));
    return byLeader.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().isEmpty()))
        .map(entry ->
            (entry.getKey().isEmpty() ? "the trials cannot tell the best apart" : entry.getKey())
                + named(entry.getValue()))
        .reduce((one, other) -> one + "; " + other)
        .map(Names::sentence);
  }

  private String named(List<Case> some) {
    Map<String, String> first = values(some.getFirst().best(), false);
    return first.size() == 1 && some.size() <= MOST_CASES
        ? " at "
            + listed(some.stream().flatMap(c -> values(c.best(), false).values().stream()).toList())
        : " in %s of %s cases".formatted(some.size(), cases.size());
  }

  /** Which task types have little on time under the best. */
  private Optional<String> expense(Case c) {
    MeanInterval whole = results.mean(c.best(), Column.ROBUSTNESS);
    List<TaskType> types = results.experiment().system().taskTypes();
    List<String> paying =
        types.stream()
            .filter(type -> {
              MeanInterval its = onTime(c.best(), type);
              return its.mean() + (its.count() > 1 ? its.halfWidth() : 0) < whole.mean();
            })
            .sorted(Comparator.comparingDouble(type -> onTime(c.best(), type).mean()))
            .flatMap(type -> paid(c, type).stream())
            .toList();
    boolean alone = c.ranked().size() == 1;
    if (paying.isEmpty()) {
      return types.size() == 1 || alone || !level(c).isEmpty()
          ? Optional.empty()
          : Optional.of("No task type clearly pays for it.");
    }
    String begin =
        alone ? at(c) + c.best().policy() + " has least on time of " : "It is at the expense of ";
    return Optional.of(begin + listed(paying) + ".");
  }

  private MeanInterval onTime(Scenario scenario, TaskType type) {
    return results.onTimeOfType(scenario, type.id());
  }

  /** A type with its shares, if another policy clearly has more of it on time, or there is none. */
  private Optional<String> paid(Case c, TaskType type) {
    String share = NumberText.fixed(onTime(c.best(), type).mean(), 1);
    if (c.ranked().size() == 1) {
      return Optional.of("%s (%s %%)".formatted(type.name(), share));
    }
    return c.ranked().stream()
        .skip(1)
        .filter(other -> isClear(gain(c.best(), other, type)))
        .max(Comparator.comparingDouble(other -> onTime(other, type).mean()))
        .map(other ->
            "%s (%s %% on time, %s %% under %s)"
                .formatted(
                    type.name(),
                    share,
                    NumberText.fixed(onTime(other, type).mean(), 1),
                    name(other)));
  }

  /** What another has more of a type on time, trial by trial. */
  private MeanInterval gain(Scenario best, Scenario other, TaskType type) {
    MeanInterval gain = MeanInterval.ofDifferences(onTimes(other, type), onTimes(best, type));
    return gain.count() < 2 ? new MeanInterval(gain.count(), gain.mean(), 0) : gain;
  }

  private double[] onTimes(Scenario scenario, TaskType type) {
    return results.trials(scenario).stream()
        .mapToDouble(trial -> trial.onTimeByType().get(type.id()))
        .toArray();
  }

  /** Some names as a sentence has them, the last ones only counted where there are many. */
  private static String listed(List<String> names) {
    List<String> shown = new ArrayList<>(names);
    if (names.size() > MOST_NAMES + 1) {
      shown = new ArrayList<>(names.subList(0, MOST_NAMES));
      shown.add("%s others".formatted(names.size() - MOST_NAMES));
    }
    return Names.joined(shown, "and");
  }
}
