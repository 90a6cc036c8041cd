package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.PetBeliefs;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.RegistrySettings;

/** Expands a study to its scenarios, one for each combination of the values of its axes. */
final class Expansion {
  private static final int MOST_SCENARIOS = 100_000;

  private final DescribedStudy described;
  private final Study study;
  private final Study.Comparison comparison;
  private final PolicyRegistry registry;
  private final List<Scenario> scenarios = new ArrayList<>();
  private final Map<String, Refused> refused = new LinkedHashMap<>();

  private Expansion(DescribedStudy described, PolicyRegistry registry) {
    this.described = described;
    this.study = described.study();
    this.comparison = study.comparison();
    this.registry = registry;
  }

  /** The scenarios in order; what does not go together in one of them is reported. */
  static List<Scenario> of(DescribedStudy described, PolicyRegistry registry) {
    return new Expansion(described, registry).expand();
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
              String.format(Locale.ROOT, "make more than %,d scenarios", MOST_SCENARIOS),
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
    ScenarioDraft draft = new ScenarioDraft(study.inputs().believedPet());
    for (int i = 0; i < values.size(); i++) {
      comparison.axes().get(i).dimension().set(draft, values.get(i));
    }
    PolicyEntry entry = comparison.policy(draft.policy);
    PolicyRegistry.Entry policy = registry.find(entry.policy()).orElseThrow();
    try {
      PolicySettings settings = settings(draft, entry).forPolicy(policy.provider());
      policy.create(settings);
      return Optional.of(
          new Scenario(
              scenarios.size(),
              values,
              entry.name(),
              policy,
              settings,
              system(draft),
              workload(draft),
              PetBeliefs.parse(draft.belief).orElseThrow()));
    } catch (RuntimeException e) {
      refuse(entry, values, e);
      return Optional.empty();
    }
  }

  private RegistrySettings settings(ScenarioDraft draft, PolicyEntry entry) {
    Map<PolicySetting, String> all = new LinkedHashMap<>(comparison.settings());
    all.putAll(entry.overrides());
    all.putAll(draft.settings);
    return RegistrySettings.of(comparison.preset().settings())
        .with(all, described.systems().tick());
  }

  private SystemChoice system(ScenarioDraft draft) {
    return switch (study.inputs().system()) {
      case SystemSource.Generated source ->
          SystemChoice.of(
              SystemOptions.model(source.options().with(new InputValues(draft.options))));
      case SystemSource.Described source -> {
        Map<String, Integer> machines = new HashMap<>(source.machines());
        machines.putAll(draft.machines);
        yield new SystemChoice(Optional.empty(), draft.system, machines);
      }
    };
  }

  private WorkloadChoice workload(ScenarioDraft draft) {
    WorkloadSource source = study.inputs().workload();
    InputValues values = source.options().with(new InputValues(draft.options));
    return switch (source) {
      case WorkloadSource.Generated generated ->
          new WorkloadChoice.Generated(WorkloadOptions.model(values));
      case WorkloadSource.Files files ->
          new WorkloadChoice.Files(
              files,
              values.text(WorkloadOptions.PATTERN),
              values.text(WorkloadOptions.ARRIVAL_INTENSITY),
              values.get(WorkloadOptions.LOAD),
              values.get(WorkloadOptions.EXECUTION_TIMES) == WorkloadOptions.Times.RECORDED,
              values.get(WorkloadOptions.BEGIN));
    };
  }

  /** The scenarios that cannot be made for one reason. */
  private record Refused(DocumentNode first, List<String> labels) {}

  private void refuse(PolicyEntry entry, List<String> values, RuntimeException failure) {
    DocumentNode node = described.node(entry);
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
                        : String.format(
                            Locale.ROOT, " and %,d %s", others, others == 1 ? "other" : "others"),
                    reason),
            "change the settings or the axes");
  }
}
