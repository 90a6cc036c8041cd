package org.espalier.simulator.study;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.Need;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.EnergyNeeds;
import org.espalier.workload.policy.PolicyEntry;

/**
 * Checks that the systems of a study can be made, and have what its policies need. Whether they do
 * hangs on their options alone, so that trial 1 speaks for all.
 */
final class SystemCheck {
  private final StudyReader.Described described;
  private final Systems systems;
  private final PolicyRegistry registry;

  /** Names of the policies that lack something on one of the systems. */
  private final Set<String> refused = new HashSet<>();

  SystemCheck(StudyReader.Described described, Systems systems, PolicyRegistry registry) {
    this.described = described;
    this.systems = systems;
    this.registry = registry;
  }

  /** Reports what is wrong. */
  void check() {
    options().forEach(this::check);
  }

  /** The options of all systems: a combination of the values of the axes that vary them each. */
  private List<Map<SystemOption, String>> options() {
    Study study = described.study();
    List<Map<SystemOption, String>> all = List.of(study.inputs().system().options());
    for (Axis axis : study.comparison().axes()) {
      if (axis.dimension() instanceof SystemOption option) {
        all =
            all.stream()
                .flatMap(options -> axis.values().stream().map(v -> with(options, option, v)))
                .toList();
      }
    }
    return all;
  }

  private static Map<SystemOption, String> with(
      Map<SystemOption, String> options, SystemOption option, String value) {
    Map<SystemOption, String> all = new HashMap<>(options);
    all.put(option, value);
    return all;
  }

  private void check(Map<SystemOption, String> options) {
    List<String> problems = SystemOption.problems(options);
    if (problems.isEmpty()) {
      checkNeeds(systems.make(options, 1));
    }
    for (String problem : problems) {
      described.file().report("system", "cannot be generated: " + problem, "change its options");
    }
  }

  private void checkNeeds(HcSystem system) {
    for (PolicyEntry entry : described.study().comparison().policies()) {
      PolicyRegistry.Entry policy = registry.find(entry.policy()).orElseThrow();
      List<Need> missing = policy.provider().needsMissedBy(system);
      if (!missing.isEmpty() && refused.add(entry.name())) {
        String labels = missing.stream().map(Need::label).collect(Collectors.joining(" and "));
        DocumentNode node = described.policies().getOrDefault(entry.name(), described.file());
        node.report(
            "policy %s needs %s, which system %s does not have"
                .formatted(entry.policy(), labels, system.name()),
            "leave it out, or "
                + missing.stream().map(Need::remedy).collect(Collectors.joining(" and ")));
      }
    }
  }

  /** Reports a budget of energy where power is not known. */
  void checkBudgets(List<Scenario> scenarios) {
    Map<Map<SystemOption, String>, HcSystem> made = new HashMap<>();
    for (Scenario scenario : scenarios) {
      if (!SystemOption.problems(scenario.system()).isEmpty()) {
        continue;
      }
      HcSystem system =
          made.computeIfAbsent(scenario.system(), options -> systems.make(options, 1));
      if (!scenario.settings().suit(system)) {
        EnergyNeeds.check(described.file(), scenario.settings(), system);
        return;
      }
    }
  }
}
