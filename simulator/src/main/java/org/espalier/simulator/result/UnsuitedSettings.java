package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.espalier.core.registry.PruningParts;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.pet.PetBelief;

/**
 * Policies whose settings plainly do not suit the load of a study: a pruner that costs more than it
 * brings.
 *
 * <p>Either of two things tells it. Many tasks wait unmapped until they expire, while machines are
 * idle for much of the time: deferring refuses what could have been tried. Or a policy without a
 * pruner, but for JIT, has clearly more tasks on time in the same trials, on machines that the
 * pruner leaves idle; where machines are as busy, one heuristic is better than another, or gives
 * robustness away for fairness, whatever the thresholds are. Nothing is said where tasks have more
 * than deadlines, of studies that vary settings themselves, and of policies that the study sets
 * otherwise in another entry, since these ask the question already, nor where policies believe in
 * another PET than the true one, which is to blame then.
 */
public record UnsuitedSettings(ExperimentResults results) {
  /** Less idle time is what an uneven load leaves to any policy. */
  private static final double MOST_USE = 60;

  private static final double LEAST_EXPIRED = 25;

  /** Points of robustness, and of machine use, by which another policy is plainly better. */
  private static final double LEAST_GAP = 3;

  /** What is better whatever the settings of others are. */
  private static final String JUST_IN_TIME = "JIT";

  /**
   * What was found.
   *
   * @param policy name of the entry
   * @param sign what shows that its settings do not suit, as a sentence without its end
   */
  private record Finding(String policy, String sign) {}

  /**
   * What would be tried, as sentences without their end. There is at most one for each policy, of
   * the scenario that shows it most, and one more where no policy does without thresholds.
   *
   * @param tune the command that searches settings of a policy
   */
  public static List<String> hints(ExperimentResults results, UnaryOperator<String> tune) {
    UnsuitedSettings unsuited = new UnsuitedSettings(results);
    List<String> hints = new ArrayList<>();
    for (Finding finding : unsuited.find()) {
      hints.add(
          "%s: its settings do not suit this load; %s searches others"
              .formatted(finding.sign(), tune.apply(finding.policy())));
    }
    if (!hints.isEmpty() && !unsuited.knowsJustInTime()) {
      hints.add("JIT has no thresholds to set; try it too: axes: {policy: [..., JIT]}");
    }
    return hints;
  }

  private boolean knowsJustInTime() {
    return experiment().study().comparison().policies().stream()
        .anyMatch(policy -> policy.policy().startsWith(JUST_IN_TIME));
  }

  private List<Finding> find() {
    if (variesSettings()
        || experiment().inputs().haveUtilities(experiment().scenarios().getFirst())) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>();
    for (String policy : policies()) {
      List<Scenario> own =
          experiment().scenarios().stream()
              .filter(scenario -> scenario.policy().equals(policy))
              .filter(scenario -> scenario.belief().kind() == PetBelief.Kind.EXACT)
              .toList();
      betterThan(own)
          .or(() -> idle(own))
          .ifPresent(sign -> findings.add(new Finding(policy, sign)));
    }
    return findings;
  }

  private boolean variesSettings() {
    return experiment().study().comparison().axes().stream()
        .map(Axis::dimension)
        .anyMatch(varied -> varied.isOfPolicies() && !varied.key().equals(Dimension.POLICY));
  }

  /** The policies with a pruner that stand in the study once. */
  private Set<String> policies() {
    return experiment().scenarios().stream()
        .filter(scenario -> scenario.entry().parts() != PruningParts.NONE)
        .filter(scenario ->
            experiment().scenarios().stream()
                .filter(other -> other.entry().provider().equals(scenario.entry().provider()))
                .filter(other -> other.entry().parts() == scenario.entry().parts())
                .allMatch(other -> other.policy().equals(scenario.policy())))
        .map(Scenario::policy)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private record Gap(Scenario scenario, Scenario other, MeanInterval difference) {}

  /** Says that a policy without a pruner is better, where it is. */
  private Optional<String> betterThan(List<Scenario> own) {
    return own.stream()
        .flatMap(scenario ->
            experiment().scenarios().stream()
                .filter(other -> other.entry().parts() == PruningParts.NONE)
                .filter(other -> !other.entry().provider().name().startsWith(JUST_IN_TIME))
                .filter(other -> isAlike(scenario, other))
                .map(other ->
                    new Gap(
                        scenario, other, results.difference(other, scenario, Column.ROBUSTNESS))))
        .filter(gap -> gap.difference().mean() >= LEAST_GAP)
        .filter(gap -> gap.difference().mean() > 0 && gap.difference().excludesZero())
        .filter(gap -> use(gap.other()) - use(gap.scenario()) >= LEAST_GAP)
        .max(Comparator.comparingDouble(gap -> gap.difference().mean()))
        .map(gap ->
            String.format(
                Locale.ROOT,
                "%s has %.1f %% of the tasks on time where %s has %.1f %%, and keeps machines busy"
                    + " for %.1f %% of the time, not %.1f %%",
                gap.scenario().label(),
                mean(gap.scenario(), Column.ROBUSTNESS),
                gap.other().policy(),
                mean(gap.other(), Column.ROBUSTNESS),
                use(gap.scenario()),
                use(gap.other())));
  }

  private double use(Scenario scenario) {
    return mean(scenario, Column.MACHINE_USE);
  }

  /** Whether two scenarios differ in their policies alone, and the rules are the same. */
  private boolean isAlike(Scenario one, Scenario other) {
    return one.conditions().equals(other.conditions())
        && one.belief().equals(other.belief())
        && one.settings().rules().equals(other.settings().rules());
  }

  /** Says that tasks expire unmapped while machines are idle, where they do. */
  private Optional<String> idle(List<Scenario> own) {
    return own.stream()
        .filter(scenario -> scenario.entry().parts().defers())
        .filter(scenario -> mean(scenario, Column.EXPIRED_IN_BATCH) >= LEAST_EXPIRED)
        .filter(scenario -> use(scenario) <= MOST_USE)
        .max(Comparator.comparingDouble(scenario -> mean(scenario, Column.EXPIRED_IN_BATCH)))
        .map(scenario ->
            String.format(
                Locale.ROOT,
                "with %s %.1f %% of the tasks wait unmapped until they expire, while machines are"
                    + " busy %.1f %% of the time",
                scenario.label(),
                mean(scenario, Column.EXPIRED_IN_BATCH),
                use(scenario)));
  }

  private double mean(Scenario scenario, Column column) {
    return results.mean(scenario, column).mean();
  }

  private Experiment experiment() {
    return results.experiment();
  }
}
