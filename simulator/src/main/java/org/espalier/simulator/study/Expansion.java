package org.espalier.simulator.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Combinations;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.PetBelief;
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

  /** Why systems cannot be generated. */
  private final Set<String> unfit = new HashSet<>();

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
    Combinations.of(comparison.axes().stream().map(Axis::values).toList())
        .forEach(values -> scenario(values).ifPresent(scenarios::add));
    refused.forEach(this::report);
    return List.copyOf(scenarios);
  }

  private Optional<Scenario> scenario(List<String> values) {
    PolicyEntry entry = comparison.policy(value(Dimension.POLICY, values).orElseThrow());
    PolicyRegistry.Entry policy = registry.find(entry.policy()).orElseThrow();
    Given given = given(values);
    Optional<SystemChoice> system = system(given, value(Dimension.SYSTEM, values).orElse(""));
    if (system.isEmpty()) {
      return Optional.empty();
    }
    String belief = value(Dimension.BELIEF, values).orElse(study.inputs().believedPet());
    try {
      PolicySettings settings = settings(given, entry).forPolicy(policy.provider());
      policy.create(settings);
      return Optional.of(
          new Scenario(
              scenarios.size(),
              values,
              entry.name(),
              policy,
              settings,
              system.get(),
              workload(given),
              PetBelief.parse(belief).orElseThrow()));
    } catch (RuntimeException e) {
      refuse(entry, values, e);
      return Optional.empty();
    }
  }

  /** The value of a scenario on an axis, if there is such an axis. */
  private Optional<String> value(String axis, List<String> values) {
    int index = comparison.axisIndex(axis);
    return index < 0 ? Optional.empty() : Optional.of(values.get(index));
  }

  /** What axes give a scenario besides its policy, system file and belief. */
  private record Given(
      Map<PolicySetting, String> settings,
      Map<String, Integer> machines,
      Map<InputOption<?>, String> options) {}

  private Given given(List<String> values) {
    Given given = new Given(new LinkedHashMap<>(), new HashMap<>(), new LinkedHashMap<>());
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      switch (comparison.axes().get(i).dimension()) {
        case Dimension.Setting axis -> given.settings.put(axis.setting(), value);
        case Dimension.Machines axis ->
            given.machines.put(axis.machineType(), Integer.valueOf(value));
        case InputOption<?> option -> given.options.put(option, value);
        case Dimension.Plain plain -> {}
        case Dimension.Systems systems -> {}
      }
    }
    return given;
  }

  private RegistrySettings settings(Given given, PolicyEntry entry) {
    Map<PolicySetting, String> all = new LinkedHashMap<>(comparison.settings());
    all.putAll(entry.overrides());
    all.putAll(given.settings);
    return RegistrySettings.of(comparison.preset().settings())
        .with(all, described.systems().tick());
  }

  /** The system; empty if its options do not go together, each of which is reported once. */
  private Optional<SystemChoice> system(Given given, String name) {
    return switch (study.inputs().system()) {
      case SystemSource.Generated source -> {
        InputValues options = source.options().with(new InputValues(given.options));
        List<String> problems = SystemOptions.problems(options);
        problems.stream()
            .filter(unfit::add)
            .map("cannot be generated: "::concat)
            .forEach(what -> described.file().report("system", what, "change its options"));
        yield Optional.of(options).filter(_ -> problems.isEmpty()).map(SystemChoice::of);
      }
      case SystemSource.Described source -> {
        Map<String, Integer> machines = new HashMap<>(source.machines());
        machines.putAll(given.machines);
        yield Optional.of(new SystemChoice(Optional.empty(), name, machines));
      }
    };
  }

  private WorkloadChoice workload(Given given) {
    WorkloadSource source = study.inputs().workload();
    InputValues options = source.options().with(new InputValues(given.options));
    return switch (source) {
      case WorkloadSource.Generated generated ->
          new WorkloadChoice.Generated(WorkloadOptions.model(options, generated.mix()));
      case WorkloadSource.Files files ->
          new WorkloadChoice.Files(
              files,
              options.text(WorkloadOptions.PATTERN),
              options.text(WorkloadOptions.ARRIVAL_INTENSITY),
              options.get(WorkloadOptions.LOAD),
              options.get(WorkloadOptions.EXECUTION_TIMES),
              options.get(WorkloadOptions.BEGIN));
    };
  }

  /** The scenarios that cannot be made for one reason. */
  private record Refused(DocumentNode first, List<String> labels) {}

  private void refuse(PolicyEntry entry, List<String> values, RuntimeException failure) {
    DocumentNode node = described.node(entry.name());
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
