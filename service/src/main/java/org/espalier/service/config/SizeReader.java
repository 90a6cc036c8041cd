package org.espalier.service.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.SizeClasses;

/**
 * Reads of which task types the size matters, and gives each class of sizes its row in the PET.
 *
 * <pre>{@code
 * task_types:
 *   classify: {size: {of: body, classes: [8 kB, 64 kB, 1 MB]}}   # or {of: PARAMETER, classes: [10, 100]}
 * }</pre>
 *
 * The PET has a row for each class, or one for the type, which is then what is first believed of
 * all.
 */
record SizeReader(DocumentNode root) {
  private static final String SIZE = "size";
  private static final String BODY = "body";

  /** The classes by task type; what is wrong is reported. */
  Map<String, SizeClasses> read() {
    return root.has("task_types")
        ? root.block("task_types")
            .each((_, node) ->
                node.has(SIZE)
                    ? node.mapping(SIZE).find().flatMap(SizeReader::classes)
                    : Optional.empty())
        : Map.of();
  }

  private static Optional<SizeClasses> classes(DocumentNode node) {
    Optional<String> of = node.string("of").required();
    List<DocumentNode> items = node.list("classes").required().orElse(List.of());
    node.rejectUnknownKeys();
    List<String> words = DocumentNode.texts(items);
    if (of.isEmpty() || items.isEmpty() || words.size() < items.size()) {
      return Optional.empty();
    }
    try {
      return Optional.of(SizeClasses.of(of.filter(name -> !name.equals(BODY)), words));
    } catch (IllegalArgumentException e) {
      return node.report("classes", String.valueOf(e.getMessage()), "mend them");
    }
  }

  /** A system with a row for each class; one for the whole type becomes the rows of its classes. */
  HcSystem expand(HcSystem system, Map<String, SizeClasses> sizes) {
    Set<String> known = new LinkedHashSet<>();
    system.taskTypes().forEach(type -> known.add(type.name()));
    List<String> names = new ArrayList<>();
    List<Integer> from = new ArrayList<>();
    for (TaskType type : system.taskTypes()) {
      List<String> rows =
          Optional.ofNullable(sizes.get(type.name()))
              .map(classes -> classes.rows(type.name()))
              .orElse(List.of(type.name()));
      rows.stream()
          .filter(row -> row.equals(type.name()) || !known.contains(row))
          .forEach(row -> {
            names.add(row);
            from.add(type.id());
          });
    }
    sizes.forEach((type, classes) -> {
      List<String> absent =
          classes.rows(type).stream().filter(row -> !names.contains(row)).toList();
      if (!absent.isEmpty() && absent.size() < classes.rows(type).size()) {
        root.report(
            "task_types",
            "the PET has no times for %s".formatted(String.join(", ", absent)),
            "add them to the PET, or a row %s for all classes that have none".formatted(type));
      }
    });
    boolean isSame = names.equals(List.copyOf(known));
    if (!isSame && system.apc().isPresent()) {
      root.report(
          "task_types",
          "have classes of sizes, and the system says the power of whole types",
          "leave one of both out");
    }
    return isSame
        ? system
        : new HcSystem(
            system.name(),
            system.tick(),
            IntStream.range(0, names.size()).mapToObj(i -> new TaskType(i, names.get(i))).toList(),
            system.machineTypes(),
            system.machines(),
            system
                .pet()
                .part(
                    from.stream().mapToInt(Integer::intValue).toArray(),
                    IntStream.range(0, system.machineTypes().size()).toArray()));
  }
}
