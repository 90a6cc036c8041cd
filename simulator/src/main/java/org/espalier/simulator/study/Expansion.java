package org.espalier.simulator.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.PetBelief;
import org.espalier.workload.pet.PetBeliefs;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.RegistrySettings;

/** Expands a study to its scenarios, one for each combination of the values of its axes. */
final class Expansion {
  private static final int MOST_SCENARIOS = 100_000;

  private final StudyReader.Described described;
  private final Study.Comparison comparison;
  private final PolicyRegistry registry;
  private final Duration tick;
  private final List<Scenario> scenarios = new ArrayList<>();
  private final Map<String, Refused> refused = new LinkedHashMap<>();

  private Expansion(StudyReader.Described described, PolicyRegistry registry, Duration tick) {
    this.described = described;
    this.comparison = described.study().comparison();
    this.registry = registry;
    this.tick = tick;
  }

  /**
   * The scenarios in order; what does not go together in one of them is reported.
   *
   * @param tick of the system
   */
  static List<Scenario> of(
      StudyReader.Described described, PolicyRegistry registry, Duration tick) {
    return new Expansion(described, registry, tick).expand();
  }

  private List<Scenario> expand() {
    long count = 1;
    for (Axis axis : comparison.axes()) {
      count = Math.multiplyExact(Math.min(count, MOST_SCENARIOS + 1), axis.values().size());
    }
    if (count > MOST_SCENARIOS) {
      described
          .file()
          .report(
              "axes",
              "make more than %,d scenarios".formatted(MOST_SCENARIOS),
              "leave out some values");
      return List.of();
    }
    expandFrom(new ArrayList<>());
    refused.forEach(this::report);
    return List.copyOf(scenarios);
  }

  private void expandFrom(List<String> values) {
    if (values.size() == comparison.axes().size()) {
      scenario(values).ifPresent(scenarios::add);
      return;
    }
    for (String value : comparison.axes().get(values.size()).values()) {
      values.add(value);
      expandFrom(values);
      values.removeLast();
    }
  }

  private Optional<Scenario> scenario(List<String> values) {
    PolicyEntry entry = comparison.policy(values.get(comparison.axisIndex("policy")));
    PolicyRegistry.Entry policy = registry.find(entry.policy()).orElseThrow();
    try {
      PolicySettings settings = settings(entry, values).forPolicy(policy.provider());
      policy.create(settings);
      return Optional.of(
          new Scenario(
              scenarios.size(),
              values,
              entry.name(),
              policy,
              settings,
              system(values),
              workload(values),
              belief(values)));
    } catch (RuntimeException e) {
      refuse(entry, values, e);
      return Optional.empty();
    }
  }

  /** The scenarios that cannot be made for one reason. */
  private record Refused(DocumentNode first, List<String> labels) {}

  private void refuse(PolicyEntry entry, List<String> values, RuntimeException failure) {
    DocumentNode node = described.policies().getOrDefault(entry.name(), described.file());
    String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    refused
        .computeIfAbsent(reason, key -> new Refused(node, new ArrayList<>()))
        .labels()
        .add(String.join(", ", values));
  }

  /** Reports each reason once, whatever number of scenarios it is the reason for. */
  private void report(String reason, Refused scenarios) {
    int others = scenarios.labels().size() - 1;
    scenarios
        .first()
        .report(
            "scenario %s%s cannot be made: %s"
                .formatted(
                    scenarios.labels().getFirst(),
                    others == 0
                        ? ""
                        : " and %,d %s".formatted(others, others == 1 ? "other" : "others"),
                    reason),
            "change the settings or the axes");
  }

  private RegistrySettings settings(PolicyEntry entry, List<String> values) {
    Map<PolicySetting, String> all = new LinkedHashMap<>();
    all.putAll(comparison.settings());
    all.putAll(entry.overrides());
    for (int i = 0; i < values.size(); i++) {
      if (comparison.axes().get(i).dimension() instanceof SettingDimension(PolicySetting setting)) {
        all.put(setting, values.get(i));
      }
    }
    return RegistrySettings.of(comparison.preset().settings()).with(all, tick);
  }

  private PetBelief belief(List<String> values) {
    int axis = comparison.axisIndex(BeliefDimension.BELIEVED_PET.key());
    String text = axis < 0 ? described.study().inputs().believedPet() : values.get(axis);
    return PetBeliefs.parse(text).orElseThrow();
  }

  private SystemChoice system(List<String> values) {
    return switch (described.study().inputs().system()) {
      case SystemSource.Generated generated -> generated(generated, values);
      case SystemSource.Described read -> read(read, values);
    };
  }

  private SystemChoice generated(SystemSource.Generated source, List<String> values) {
    Map<SystemOption, String> given = new EnumMap<>(SystemOption.class);
    given.putAll(source.options());
    for (int i = 0; i < values.size(); i++) {
      if (comparison.axes().get(i).dimension() instanceof SystemOption option) {
        given.put(option, values.get(i));
      }
    }
    return SystemChoice.generated(SystemOption.complete(given));
  }

  private SystemChoice read(SystemSource.Described source, List<String> values) {
    Map<String, Integer> machines = new HashMap<>(source.machines());
    String name = "";
    for (int i = 0; i < values.size(); i++) {
      Dimension dimension = comparison.axes().get(i).dimension();
      if (dimension instanceof MachinesDimension(String machineType)) {
        machines.put(machineType, Integer.valueOf(values.get(i)));
      } else if (dimension instanceof SystemDimension) {
        name = values.get(i);
      }
    }
    return new SystemChoice(Map.of(), name, machines);
  }

  private Map<WorkloadOption, String> workload(List<String> values) {
    Map<WorkloadOption, String> given = new EnumMap<>(WorkloadOption.class);
    given.putAll(described.study().inputs().workload().options());
    for (int i = 0; i < values.size(); i++) {
      if (comparison.axes().get(i).dimension() instanceof WorkloadOption option) {
        given.put(option, values.get(i));
      }
    }
    return WorkloadOption.complete(given);
  }
}
