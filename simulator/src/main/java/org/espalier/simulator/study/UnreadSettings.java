package org.espalier.simulator.study;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;

/**
 * The settings of a study that its policies do not read: refused where they change nothing at all,
 * noted where they change nothing for some policies.
 */
final class UnreadSettings {
  private static final String REMEDY =
      "leave it out; espalier policies NAME tells what a policy reads";

  private static final String ONE_VALUE =
      "leave it out, or give it one value; espalier policies NAME tells what a policy reads";

  private final StudyReader.Described described;
  private final Assignments assignments;
  private final List<Scenario> scenarios;

  UnreadSettings(
      StudyReader.Described described, Assignments assignments, List<Scenario> scenarios) {
    this.described = described;
    this.assignments = assignments;
    this.scenarios = scenarios;
  }

  /** Reports axes, what the user set, and what an entry sets, if it changes nothing. */
  void check() {
    axes().filter(axis -> readers(axis.dimension()).isEmpty()).forEach(this::reportAxis);
    comparison().settings().keySet().stream()
        .filter(setting -> readers(new SettingDimension(setting)).isEmpty())
        .forEach(setting -> assignments.find(setting.key()).ifPresent(n -> report(n, setting)));
    comparison().policies().forEach(this::checkEntry);
  }

  private Study.Comparison comparison() {
    return described.study().comparison();
  }

  /** The axes that make several scenarios of a policy. */
  private Stream<Axis> axes() {
    return comparison().axes().stream()
        .filter(axis -> axis.values().size() > 1 && !scenarios.isEmpty())
        .filter(axis ->
            axis.dimension() instanceof SettingDimension
                || axis.dimension() == BeliefDimension.BELIEVED_PET);
  }

  private void reportAxis(Axis axis) {
    String key = axis.dimension().key();
    DocumentNode file = described.file();
    Optional<DocumentNode> block = file.node("axes").find().filter(DocumentNode::isMapping);
    Optional<DocumentNode> assigned = assignments.find(key);
    String remedy = assigned.isPresent() ? REMEDY : ONE_VALUE;
    assigned.or(() -> block).orElse(file).report(key, changesNothing(), remedy);
  }

  private void report(DocumentNode node, PolicySetting setting) {
    node.report(setting.key(), changesNothing(), REMEDY);
  }

  private String changesNothing() {
    return "changes nothing: as they are set, none of %s reads it"
        .formatted(String.join(", ", names()));
  }

  private void checkEntry(PolicyEntry entry) {
    for (PolicySetting setting : entry.overrides().keySet()) {
      boolean read =
          scenarios.stream()
              .filter(scenario -> scenario.policy().equals(entry.name()))
              .anyMatch(scenario -> reads(scenario, new SettingDimension(setting)));
      DocumentNode node = described.policies().get(entry.name());
      if (!read && !scenarios.isEmpty() && node != null) {
        String key = setting.entryKey();
        node.report(key, "changes nothing: %s does not read it".formatted(entry.name()), REMEDY);
      }
    }
  }

  /**
   * Which policies do not read an axis that others read, a sentence for each axis, and which
   * parameters make no difference beside the others, a sentence for each.
   */
  List<String> notes() {
    Stream<String> ofAxes =
        axes()
            .filter(axis -> readers(axis.dimension()).size() < names().size())
            .map(axis -> note(axis.dimension()));
    return Stream.concat(ofAxes, ofUnheeded()).toList();
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

  private String note(Dimension dimension) {
    List<String> readers = readers(dimension);
    List<String> others = names().stream().filter(name -> !readers.contains(name)).toList();
    return "%s changes nothing for %s, which %s not read it: %s results are the same for each value"
        .formatted(
            dimension.key(),
            String.join(", ", others),
            others.size() == 1 ? "does" : "do",
            others.size() == 1 ? "its" : "their");
  }

  private List<String> names() {
    return scenarios.stream().map(Scenario::policy).distinct().toList();
  }

  /** The names of the policies that read what an axis varies, in some scenario. */
  private List<String> readers(Dimension dimension) {
    return scenarios.stream()
        .filter(scenario -> reads(scenario, dimension))
        .map(Scenario::policy)
        .distinct()
        .toList();
  }

  private static boolean reads(Scenario scenario, Dimension dimension) {
    PolicyRegistry.Entry policy = scenario.entry();
    if (!(dimension instanceof SettingDimension(PolicySetting setting))) {
      return true;
    }
    return switch (setting) {
      case PolicyOption option -> option.isReadBy(policy, scenario.settings());
      case ParameterSetting parameter -> parameter.policy().equals(policy.provider().name());
    };
  }
}
