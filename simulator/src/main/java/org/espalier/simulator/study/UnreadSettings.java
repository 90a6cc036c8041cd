package org.espalier.simulator.study;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.EnergyNeeds;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;

/**
 * The settings of a study that change nothing: its policies do not read them, or there is no budget
 * for a filter. They are refused where that is so for all policies, and noted where it is so for
 * some.
 */
record UnreadSettings(DescribedStudy described, List<Scenario> scenarios) {
  private static final String REMEDY =
      "leave it out; espalier policies NAME tells what a policy reads";

  private static final String ONE_VALUE =
      "leave it out, or give it one value; espalier policies NAME tells what a policy reads";

  /** Reports axes, settings of all policies, and what an entry sets, if it changes nothing. */
  void check() {
    varied().filter(setting -> readers(setting).isEmpty()).forEach(this::reportAxis);
    ofAll()
        .filter(this::isInVain)
        .forEach(setting ->
            described.assignments().find(setting.key()).ifPresent(node -> report(node, setting)));
    if (!isSet(Dimension.POLICY)) {
      DocumentNode block = described.file().block("settings");
      inFile().forEach(setting -> report(block, setting));
    }
    comparison().policies().forEach(this::checkEntry);
  }

  private Stream<PolicySetting> ofAll() {
    return comparison().settings().keySet().stream();
  }

  private boolean isInVain(PolicySetting setting) {
    return overriding(setting).containsAll(readers(setting));
  }

  /**
   * The settings of the file that change nothing. What says what holds anyway is none of them: a
   * resolved study has all values of the preset.
   */
  private Stream<PolicySetting> inFile() {
    return ofAll()
        .filter(setting -> !isSet(setting.key()) && isInVain(setting))
        .filter(setting ->
            !holdsAnyway(setting).equals(comparison().settings().getOrDefault(setting, "")));
  }

  private String holdsAnyway(PolicySetting setting) {
    return switch (setting) {
      case PolicyOption option ->
          option.text(comparison().preset().settings(), described.systems().tick());
      case ParameterSetting parameter -> parameter.byDefault();
    };
  }

  private boolean isSet(String key) {
    return described.assignments().find(key).isPresent();
  }

  /**
   * Reports energy filters that never have a budget to make last, where they are set: with a
   * policy, or for all of them. One on an axis that also meets scenarios without budget is no
   * mistake.
   */
  void checkFilters() {
    List<String> limited = policies(each -> each.settings().energy().hasBudgetFrom(0));
    List<String> filtered = policies(each -> EnergyNeeds.hasFilter(each.settings().energy()));
    boolean ofAll = false;
    for (PolicyEntry entry : comparison().policies()) {
      if (!filtered.contains(entry.name())) {
        continue;
      }
      if (!entry.overrides().containsKey(PolicyOption.ENERGY_FILTER)) {
        ofAll = true;
      } else if (!limited.contains(entry.name())) {
        described
            .node(entry.name())
            .node(PolicyOption.ENERGY_FILTER.key())
            .find()
            .ifPresent(EnergyNeeds::reportFilter);
      }
    }
    if (ofAll && limited.isEmpty()) {
      EnergyNeeds.reportFilter(described.file(), "axes", "settings");
    }
  }

  private Study.Comparison comparison() {
    return described.study().comparison();
  }

  /** The settings whose axes make several scenarios of a policy. */
  private Stream<PolicySetting> varied() {
    return comparison().axes().stream()
        .filter(axis -> axis.values().size() > 1 && !scenarios.isEmpty())
        .map(Axis::dimension)
        .filter(Dimension.Setting.class::isInstance)
        .map(dimension -> ((Dimension.Setting) dimension).setting());
  }

  private void reportAxis(PolicySetting setting) {
    described.report(setting.key(), changesNothing(), isSet(setting.key()) ? REMEDY : ONE_VALUE);
  }

  private void report(DocumentNode node, PolicySetting setting) {
    node.report(setting.key(), changesNothing(), REMEDY);
  }

  private String changesNothing() {
    return "changes nothing: as they are set, none of %s reads it, or each has its own"
        .formatted(String.join(", ", names()));
  }

  private void checkEntry(PolicyEntry entry) {
    for (PolicySetting setting : entry.overrides().keySet()) {
      DocumentNode node = described.policies().get(entry.name());
      if (!readers(setting).contains(entry.name()) && !scenarios.isEmpty() && node != null) {
        String key = setting.entryKey();
        node.report(key, "changes nothing: %s does not read it".formatted(entry.name()), REMEDY);
      }
    }
  }

  /**
   * Sentences about settings that change nothing for some policies, and about policies that are not
   * meant for theirs. A setting changes nothing for policies that do not read it, have one of their
   * own, or make no difference of it beside the others.
   */
  List<String> notes() {
    Stream<String> ofAxes =
        varied().filter(setting -> readers(setting).size() < names().size()).map(this::note);
    Stream<String> ofAssigned =
        ofAll()
            .filter(setting -> isSet(setting.key()))
            .filter(setting -> !overriding(setting).isEmpty())
            .map(setting ->
                "%s is not for %s: the study gives a value of its own there"
                    .formatted(setting.key(), String.join(", ", overriding(setting))));
    Stream<String> ofFile =
        inFile()
            .filter(_ -> isSet(Dimension.POLICY))
            .map(setting -> "%s %s".formatted(setting.key(), changesNothing()));
    Stream<String> ofPolicies =
        scenarios.stream()
            .flatMap(scenario -> scenario.entry().provider().caution(scenario.settings()).stream());
    Stream<String> ofShares =
        scenarios.stream()
            .filter(scenario -> !scenario.settings().atLeast().isEmpty())
            .filter(scenario -> !reads(scenario, PolicyOption.AT_LEAST))
            .map(scenario ->
                "at_least changes nothing for %s, which cannot hold shares"
                    .formatted(scenario.policy()));
    return Stream.of(ofAxes, ofAssigned, ofFile, ofPolicies, ofShares, ofUnheeded())
        .flatMap(notes -> notes)
        .distinct()
        .toList();
  }

  /** The names of the policies that have a value of their own for a setting. */
  private List<String> overriding(PolicySetting setting) {
    return comparison().policies().stream()
        .filter(entry -> entry.overrides().containsKey(setting))
        .map(PolicyEntry::name)
        .toList();
  }

  private Stream<String> ofUnheeded() {
    return scenarios.stream()
        .flatMap(scenario ->
            scenario.entry().provider().parameters().stream()
                .filter(parameter -> isSet(scenario, parameter))
                .filter(parameter -> !isHeeded(scenario.policy(), parameter))
                .map(parameter ->
                    "%s.%s changes nothing for %s, as the rest is set"
                        .formatted(
                            scenario.entry().provider().name(),
                            parameter.name(),
                            scenario.policy())))
        .distinct();
  }

  private static boolean isSet(Scenario scenario, PolicyParameter<?> parameter) {
    return !scenario.settings().parameters().get(parameter).equals(parameter.byDefault());
  }

  private boolean isHeeded(String policy, PolicyParameter<?> parameter) {
    return scenarios.stream()
        .filter(scenario -> scenario.policy().equals(policy))
        .anyMatch(scenario -> scenario.entry().provider().heeds(parameter, scenario.settings()));
  }

  private String note(PolicySetting setting) {
    List<String> readers = readers(setting);
    List<String> others = names().stream().filter(name -> !readers.contains(name)).toList();
    return "%s changes nothing for %s, which %s not read it: %s results are the same for each value"
        .formatted(
            setting.key(),
            String.join(", ", others),
            others.size() == 1 ? "does" : "do",
            others.size() == 1 ? "its" : "their");
  }

  private List<String> names() {
    return policies(_ -> true);
  }

  /** The names of the policies that read a setting, in some scenario. */
  private List<String> readers(PolicySetting setting) {
    return policies(scenario -> reads(scenario, setting));
  }

  /** The names of the policies of which some scenario is so. */
  private List<String> policies(Predicate<Scenario> isSo) {
    return scenarios.stream().filter(isSo).map(Scenario::policy).distinct().toList();
  }

  private static boolean reads(Scenario scenario, PolicySetting setting) {
    PolicyRegistry.Entry policy = scenario.entry();
    return switch (setting) {
      case PolicyOption option -> option.isReadBy(policy, scenario.settings());
      case ParameterSetting parameter -> parameter.policy().equals(policy.provider().name());
    };
  }
}
