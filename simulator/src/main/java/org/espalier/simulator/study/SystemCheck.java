package org.espalier.simulator.study;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.policy.EnergyNeeds;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.SharesText;
import org.espalier.workload.system.MachineCounts;

/**
 * Checks that the systems of a study can be made, and have what its policies need. Whether they do
 * hangs on their options alone, so that trial 1 speaks for all.
 */
final class SystemCheck {
  private final DescribedStudy described;
  private final Systems systems;
  private final PolicyRegistry registry;

  /** Names of the policies that lack something on one of the systems. */
  private final Set<String> refused = new HashSet<>();

  SystemCheck(DescribedStudy described, PolicyRegistry registry) {
    this.described = described;
    this.systems = described.systems();
    this.registry = registry;
  }

  /** Reports what is wrong with systems that are read. */
  void check() {
    Map<String, HcSystem> read = systems.ofFiles();
    checkAlike(read);
    read.values().forEach(this::checkNeeds);
    machineTypes().forEach((type, key) -> checkMachineType(type, key, read.values()));
  }

  /** Reports systems of an axis that could not share a workload or the times of a study. */
  private void checkAlike(Map<String, HcSystem> all) {
    Map.Entry<String, HcSystem> first = all.entrySet().iterator().next();
    all.forEach((name, system) -> {
      if (!system.tick().equals(first.getValue().tick())) {
        described.report(
            Dimension.SYSTEM,
            "system %s has a tick of %s, system %s one of %s"
                .formatted(
                    name,
                    Quantities.text(system.tick()),
                    first.getKey(),
                    Quantities.text(first.getValue().tick())),
            "give all systems of the axis the same tick");
      }
      if (!names(system).equals(names(first.getValue()))) {
        described.report(
            Dimension.SYSTEM,
            "systems %s and %s do not have the same task types".formatted(first.getKey(), name),
            "give all systems of the axis the same task types in the same order (task_types)");
      }
    });
  }

  private static List<String> names(HcSystem system) {
    return system.taskTypes().stream().map(TaskType::name).toList();
  }

  /** Says which policies serve all tasks in full where others choose versions. */
  List<String> notes(List<Scenario> scenarios) {
    return scenarios.stream()
        .filter(each -> !each.entry().provider().choosesVersions(each.settings()))
        .filter(each -> systems.make(each.system(), 1).hasVersions())
        .map(each ->
            "%s serves all tasks in full: as it is set, it cannot choose versions"
                .formatted(each.policy()))
        .distinct()
        .toList();
  }

  /** The machine types whose numbers the study sets, and the key that does so. */
  private Map<String, String> machineTypes() {
    Map<String, String> types = new LinkedHashMap<>();
    if (described.study().inputs().system() instanceof SystemSource.Described source) {
      source.machines().keySet().forEach(type -> types.put(type, keyOf(type)));
    }
    for (Axis axis : described.study().comparison().axes()) {
      if (axis.dimension() instanceof Dimension.Machines machines) {
        types.put(machines.machineType(), machines.key());
      }
    }
    return types;
  }

  /** The key that sets the machines of a type: the user's, or else the block of the study. */
  private String keyOf(String type) {
    String ofUser = MachineCounts.key(type);
    return described.assignments().find(ofUser).isPresent() ? ofUser : MachineCounts.BLOCK;
  }

  private void checkMachineType(String type, String key, Collection<HcSystem> all) {
    for (HcSystem system : all) {
      List<String> known = system.machineTypes().stream().map(MachineType::name).toList();
      if (!known.contains(type)) {
        described.report(
            key,
            "system %s has no machine type %s".formatted(system.name(), type),
            Names.remedy(type, known));
      }
    }
  }

  /** Reports numbers of machines that a system cannot have. */
  void checkMachines(List<Scenario> scenarios) {
    Map<String, HcSystem> read = systems.ofFiles();
    scenarios.stream()
        .map(Scenario::system)
        .filter(choice -> choice.generated().isEmpty())
        .distinct()
        .forEach(choice -> {
          HcSystem system = Objects.requireNonNull(read.get(choice.name()));
          MachineCounts.problem(system, choice.machines())
              .ifPresent(problem ->
                  described.report(
                      choice.machines().keySet().stream()
                          .sorted()
                          .map(this::keyOf)
                          .filter(key -> !key.equals(MachineCounts.BLOCK))
                          .findFirst()
                          .orElse(MachineCounts.BLOCK),
                      "system %s cannot be with %s: %s"
                          .formatted(system.name(), MachineCounts.text(choice.machines()), problem),
                      "give other numbers of machines"));
        });
  }

  private HcSystem made(SystemChoice choice) {
    HcSystem system = systems.make(choice, 1);
    checkNeeds(system);
    return system;
  }

  /** Reports policies that lack something on a system. */
  private void checkNeeds(HcSystem system) {
    for (PolicyEntry entry : described.study().comparison().policies()) {
      PolicyRegistry.Entry policy = registry.find(entry.policy()).orElseThrow();
      if (!policy.provider().suits(system) && refused.add(entry.name())) {
        described
            .node(entry.name())
            .report(
                "policy %s needs power of machines, which system %s does not have"
                    .formatted(entry.policy(), system.name()),
                "leave it out, or " + EnergyNeeds.POWER_REMEDY);
      }
    }
  }

  /** Reports shares of unknown task types, and a budget of energy without power. */
  void checkSettings(List<Scenario> scenarios) {
    Map<SystemChoice, HcSystem> made = new HashMap<>();
    Set<List<SharesByType>> checked = new HashSet<>();
    boolean lacksPower = false;
    for (Scenario scenario : scenarios) {
      HcSystem system = made.computeIfAbsent(scenario.system(), this::made);
      PolicySettings settings = scenario.settings();
      if (checked.add(List.of(settings.atLeast(), settings.pruning().ofTypes()))) {
        SharesText.check(described.node(scenario.policy()), described.file(), settings, system);
      }
      if (!lacksPower && !scenario.settings().suit(system)) {
        lacksPower = true;
        EnergyNeeds.check(described.file(), scenario.settings(), system);
      }
    }
  }
}
