package org.espalier.simulator.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.LeastShares;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.policy.PolicyOption;

/**
 * What the fluid bound says of the results of a study. That is what least shares cost and which
 * are short, and how much of what tasks can be worth is earned.
 */
record BoundFindings(ExperimentResults results) {
  /** Points by which a share is short before it is said. */
  private static final double SHORT = 2;

  /** Shares do not depend on it. */
  private static final Duration TICK = Duration.ofMillis(1);

  /** Scenarios that have the same bound. */
  private record Bounded(Scenario.Conditions conditions, LeastShares shares) {}

  /** A sentence for each bound, and one for what is short. */
  List<String> sentences() {
    Map<Bounded, List<Scenario>> held = new LinkedHashMap<>();
    Map<Scenario.Conditions, List<Scenario>> earning = new LinkedHashMap<>();
    Study.Plan plan = experiment().study().plan();
    boolean isWhole = plan.measureFrom().isEmpty() && plan.horizon().isEmpty();
    for (Scenario scenario : experiment().scenarios()) {
      LeastShares shares = scenario.settings().atLeast();
      if (!shares.isEmpty()
          && PolicyOption.AT_LEAST.isReadBy(scenario.entry(), scenario.settings())) {
        held.computeIfAbsent(new Bounded(scenario.conditions(), shares), _ -> new ArrayList<>())
            .add(scenario);
      }
      if (isWhole && experiment().study().presentation().needsBoundOf(Column.UTILITY)) {
        earning.computeIfAbsent(scenario.conditions(), _ -> new ArrayList<>()).add(scenario);
      }
    }
    List<String> sentences = new ArrayList<>();
    held.forEach((bounded, scenarios) -> {
      sentences.add(cost(bounded.shares(), scenarios.getFirst()));
      scenarios.forEach(scenario -> addShort(bounded.shares(), scenario, sentences));
    });
    earning.values().forEach(scenarios -> addWorth(scenarios, sentences));
    return sentences;
  }

  /** What shares cost at the bound, and what one task more of each costs. */
  private String cost(LeastShares shares, Scenario scenario) {
    List<FluidBound.WithShares> free = steady(scenario, LeastShares.NONE);
    List<FluidBound.WithShares> held = steady(scenario, shares);
    String begin =
        "%sat_least (%s)"
            .formatted(place(scenario), PolicyOption.AT_LEAST.text(scenario.settings(), TICK));
    long unheld = held.stream().filter(bound -> Double.isNaN(bound.share())).count();
    if (unheld > 0) {
      return "%s can be held by no policy in %s of %s trials, as far as the fluid bound is known."
          .formatted(begin, unheld, held.size());
    }
    double[] lost = new double[free.size()];
    Arrays.setAll(lost, i -> Math.max(0, 100 * (free.get(i).share() - held.get(i).share())));
    String prices =
        new TreeSet<>(shares.byType().keySet())
            .stream()
                .map(type ->
                    String.format(
                        Locale.ROOT,
                        "%s %.2f",
                        type,
                        held.stream()
                            .mapToDouble(bound -> bound.prices().get(type))
                            .average()
                            .orElseThrow()))
                .collect(Collectors.joining(", "));
    return "%s costs %s points of all tasks on time at the fluid bound. There one task more of a type lowers their number by: %s."
        .formatted(begin, NumberText.interval(MeanInterval.of(lost), 1), prices);
  }

  private List<FluidBound.WithShares> steady(Scenario scenario, LeastShares shares) {
    return trials()
        .mapToObj(trial -> {
          HcSystem system = experiment().inputs().system(scenario, trial);
          List<Task> tasks = experiment().inputs().workload(scenario, system, trial).tasks();
          return FluidBound.steadyShare(
              system, experiment().study().plan().leftOut().counted(tasks), shares);
        })
        .toList();
  }

  private void addShort(LeastShares shares, Scenario scenario, List<String> sentences) {
    for (TaskType type : experiment().system().taskTypes()) {
      double least = 100 * shares.byType().getOrDefault(type.name(), 0.0);
      MeanInterval share = results.onTimeOfType(scenario, type.id());
      if (share.mean() < least - SHORT) {
        sentences.add(
            "%s: %s has %s %% on time, short of its least share of %s %%."
                .formatted(
                    scenario.label(),
                    type.name(),
                    NumberText.interval(share, 1),
                    NumberText.fixed(least, 1)));
      }
    }
  }

  private void addWorth(List<Scenario> scenarios, List<String> sentences) {
    Scenario any = scenarios.getFirst();
    double[] bounds =
        trials()
            .mapToDouble(trial -> {
              HcSystem system = experiment().inputs().system(any, trial);
              Workload tasks = experiment().inputs().workload(any, system, trial);
              return FluidBound.worthOfTrial(system, tasks);
            })
            .toArray();
    MeanInterval bound = MeanInterval.of(bounds);
    if (bound.count() == bounds.length) {
      sentences.add(
          "%sthe fluid bound on utility is %s in the mean. Of that earn: %s."
              .formatted(
                  place(any),
                  NumberText.interval(bound, 0),
                  scenarios.stream()
                      .map(scenario -> {
                        double earned = results.mean(scenario, Column.UTILITY).mean();
                        return String.format(
                            Locale.ROOT,
                            "%s %.1f %%",
                            scenario.label(),
                            100 * earned / bound.mean());
                      })
                      .collect(Collectors.joining("; "))));
    }
  }

  private IntStream trials() {
    return IntStream.rangeClosed(1, experiment().study().plan().trials());
  }

  /** The values of the axes that are of no policy, to begin a sentence. */
  private String place(Scenario scenario) {
    List<Axis> axes = experiment().study().comparison().axes();
    String place =
        IntStream.range(0, axes.size())
            .filter(i -> !axes.get(i).dimension().isOfPolicies())
            .mapToObj(i -> axes.get(i).key() + " " + scenario.values().get(i))
            .collect(Collectors.joining(", "));
    return place.isEmpty() ? "Here " : "At " + place + ", ";
  }

  private Experiment experiment() {
    return results.experiment();
  }
}
