package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.policy.PolicyOption;

/** What least shares cost at the fluid bound, and which of them are short in the results. */
record BoundFindings(ExperimentResults results) {
  /** Points by which a share is short before it is said. */
  private static final double SHORT = 2;

  /** Shares do not depend on it. */
  private static final Duration TICK = Duration.ofMillis(1);

  /** A sentence for what some shares cost, and one for each that is short. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (List<Scenario> group : experiment().groups()) {
      group.stream()
          .filter(scenario -> !scenario.settings().atLeast().isEmpty())
          .filter(scenario -> PolicyOption.AT_LEAST.isReadBy(scenario.entry(), scenario.settings()))
          .collect(groupingBy(s -> s.settings().atLeast(), LinkedHashMap::new, Collectors.toList()))
          .forEach((shares, holding) -> {
            sentences.add(cost(shares, holding.getFirst()));
            holding.forEach(scenario -> addShort(shares, scenario, sentences));
          });
    }
    sentences.removeIf(String::isEmpty);
    return sentences;
  }

  /** What shares cost at the bound, and what one more of each costs; empty without a bound. */
  private String cost(SharesByType shares, Scenario scenario) {
    List<FluidBound.WithShares> free = steady(scenario, SharesByType.NONE);
    List<FluidBound.WithShares> held = steady(scenario, shares);
    String text = PolicyOption.AT_LEAST.text(scenario.settings(), TICK);
    String begin = "%sat_least (%s)".formatted(place(scenario), text);
    long known = free.stream().filter(bound -> bound.share() >= 0).count();
    long unheld = known - held.stream().filter(bound -> bound.share() >= 0).count();
    if (known == 0) {
      return "";
    }
    if (unheld > 0) {
      return "%s can be held by no policy in %s of %s trials, as far as the fluid bound is known."
          .formatted(begin, unheld, known);
    }
    double[] lost =
        IntStream.range(0, held.size())
            .mapToDouble(i -> Math.max(0, 100 * (free.get(i).share() - held.get(i).share())))
            .toArray();
    String prices =
        new TreeSet<>(shares.byType().keySet())
            .stream()
                .map(type -> "%s %s".formatted(type, price(type, held)))
                .collect(joining(", "));
    return "%s costs %s points of all tasks on time at the fluid bound. There one task more of a type lowers their number by: %s."
        .formatted(begin, NumberText.interval(MeanInterval.of(lost), 1, lost.length), prices);
  }

  private static String price(String type, List<FluidBound.WithShares> bounds) {
    double[] prices =
        bounds.stream().mapToDouble(b -> b.prices().getOrDefault(type, Double.NaN)).toArray();
    return NumberText.fixed(MeanInterval.of(prices).mean(), 2);
  }

  private List<FluidBound.WithShares> steady(Scenario scenario, SharesByType shares) {
    Study.Plan plan = experiment().study().plan();
    return IntStream.rangeClosed(1, plan.trials())
        .mapToObj(trial -> {
          HcSystem system = experiment().inputs().system(scenario, trial);
          Workload workload = experiment().inputs().workload(scenario, system, trial);
          boolean isDrawn = workload.recorded().isEmpty();
          List<Task> counted = isDrawn ? plan.leftOut().counted(workload.tasks()) : List.of();
          return FluidBound.steadyShare(system, counted, shares);
        })
        .toList();
  }

  private void addShort(SharesByType shares, Scenario scenario, List<String> sentences) {
    for (TaskType type : experiment().system().taskTypes()) {
      double least = 100 * shares.byType().getOrDefault(type.name(), 0.0);
      MeanInterval share = results.onTimeOfType(scenario, type.id());
      if (share.mean() < least - SHORT) {
        sentences.add(
            String.format(
                Locale.ROOT,
                "%s: %s has %s %% on time, short of its least share of %.1f %%.",
                scenario.label(),
                type.name(),
                NumberText.interval(share, 1),
                least));
      }
    }
  }

  /** The values of the axes that are of no policy, to begin a sentence. */
  private String place(Scenario scenario) {
    String place = experiment().place(scenario, axis -> !axis.dimension().isOfPolicies());
    return place.isEmpty() ? "Here " : "At " + place + ", ";
  }

  private Experiment experiment() {
    return results.experiment();
  }
}
