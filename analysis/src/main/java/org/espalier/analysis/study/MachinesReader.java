package org.espalier.analysis.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.Combinations;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.system.MachineCounts;

/**
 * Reads how many machines the systems of a study have: {@code machines: {TYPE: NUMBERS}}, and what
 * the user set above it.
 */
final class MachinesReader {
  private static final int MOST_SYSTEMS = 1_000;

  private final DocumentNode file;
  private final Assignments assignments;
  private final HcSystem system;
  private final List<String> types;
  private final Map<String, List<Integer>> numbers = new LinkedHashMap<>();

  MachinesReader(DocumentNode file, Assignments assignments, HcSystem system) {
    this.file = file;
    this.assignments = assignments;
    this.system = system;
    this.types = system.machineTypes().stream().map(MachineType::name).toList();
  }

  /**
   * The numbers of machines of each system, by type; all combinations of those that are given, and
   * one without any number where none is.
   */
  List<Map<String, Integer>> read() {
    file.mapping(MachineCounts.BLOCK)
        .find()
        .ifPresent(block -> block.keys().forEach(type -> readNumbers(block, type, type)));
    for (String key : assignments.keys()) {
      MachineCounts.machineType(key)
          .ifPresent(type -> readNumbers(assignments.find(key).orElseThrow(), key, type));
    }
    List<String> known = types.stream().map(MachineCounts::key).toList();
    assignments.rejectUnknown(
        assignments.keys().stream()
            .filter(key -> MachineCounts.machineType(key).isPresent())
            .toList(),
        key -> Names.remedy(key, known));
    return combinations();
  }

  private void readNumbers(DocumentNode node, String key, String type) {
    if (!types.contains(type)) {
      node.report(
          key,
          "system %s has no machine type %s".formatted(system.name(), type),
          Names.remedy(type, types));
      return;
    }
    List<DocumentNode> items = node.oneOrMore(key).orElse(List.of());
    if (items.isEmpty()) {
      node.report(key, "gives no number", "give one or more, as 4 or [4, 8]");
    }
    numbers.put(
        type,
        items.stream()
            .flatMap(item -> item.asInteger(0, MachineCounts.MOST).find().stream())
            .distinct()
            .toList());
  }

  private List<Map<String, Integer>> combinations() {
    if (Combinations.count(numbers.values()) > MOST_SYSTEMS) {
      report(
          String.format(Locale.ROOT, "are more than %,d systems", MOST_SYSTEMS),
          "give fewer numbers of machines");
      return List.of();
    }
    List<Map<String, Integer>> all = Combinations.of(numbers);
    all.stream().filter(counts -> !counts.isEmpty()).forEach(this::check);
    return all;
  }

  private void check(Map<String, Integer> counts) {
    MachineCounts.problem(system, counts)
        .ifPresent(problem ->
            report(
                "system %s cannot be with %s: %s"
                    .formatted(system.name(), MachineCounts.text(counts), problem),
                "give other numbers of machines"));
  }

  /** Reports a problem where the user set numbers of machines, or in the study. */
  private void report(String problem, String remedy) {
    assignments.keys().stream()
        .findFirst()
        .ifPresentOrElse(
            key -> assignments.find(key).orElseThrow().report(key, problem, remedy),
            () -> file.report(MachineCounts.BLOCK, problem, remedy));
  }
}
