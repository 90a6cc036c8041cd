package org.espalier.profiler.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads which applications of a plan run beside which. An application is named by its task type, or
 * by its own name where it has one task type only.
 */
final class ColocationReader {
  private final Map<String, List<String>> taskTypes = new LinkedHashMap<>();
  private final Set<String> all = new LinkedHashSet<>();

  ColocationReader(List<Application> applications) {
    for (Application application : applications) {
      all.add(application.taskType());
      taskTypes.computeIfAbsent(application.name(), name -> new ArrayList<>());
      taskTypes.get(application.name()).add(application.taskType());
    }
    all.forEach(taskType -> taskTypes.put(taskType, List.of(taskType)));
  }

  /** The sets of a plan, none of them twice. */
  List<Colocation> read(DocumentNode plan) {
    Map<List<Object>, Colocation> found = new LinkedHashMap<>();
    for (DocumentNode item : plan.list("colocation").orElse(List.of())) {
      for (Colocation each : item.isList() ? ofSet(item) : ofMapping(item)) {
        found.putIfAbsent(List.of(each.measured(), each.beside()), each);
      }
    }
    return List.copyOf(found.values());
  }

  /** Each member is measured in turn. */
  private List<Colocation> ofSet(DocumentNode item) {
    List<String> members = taskTypes(item);
    if (members.size() < 2) {
      item.report("has fewer than two members", "name the task types that run together");
      return List.of();
    }
    return new LinkedHashSet<>(members)
        .stream()
            .map(measured -> new Colocation(Place.of(item), measured, without(members, measured)))
            .toList();
  }

  private static List<String> without(List<String> members, String one) {
    List<String> others = new ArrayList<>(members);
    others.remove(one);
    return others;
  }

  private List<Colocation> ofMapping(DocumentNode item) {
    if (!item.isMapping()) {
      item.report(
          "is no co-location",
          "expected [xz, gzip], {measured: xz, beside: [gzip]} or {pairs: all}");
      return List.of();
    }
    List<Colocation> found = item.has("pairs") ? pairs(item) : chosen(item);
    item.rejectUnknownKeys();
    return found;
  }

  /** Every two, and each with a copy of itself (DISSERTATION 8.4.2). */
  private List<Colocation> pairs(DocumentNode item) {
    boolean isAll = MachineReader.isWord(item, "pairs", "all");
    List<String> members = isAll ? List.copyOf(all) : taskTypes(item.node("pairs").required(item));
    List<Colocation> found = new ArrayList<>();
    for (String measured : members) {
      for (String other : members) {
        found.add(new Colocation(Place.of(item), measured, List.of(other)));
      }
    }
    return found;
  }

  private List<Colocation> chosen(DocumentNode item) {
    List<String> measured = taskTypes(item.node("measured").required(item));
    List<String> beside = taskTypes(item.node("beside").required(item));
    if (beside.isEmpty()) {
      return List.of();
    }
    return measured.stream().map(each -> new Colocation(Place.of(item), each, beside)).toList();
  }

  private List<String> taskTypes(DocumentNode node) {
    if (node.isMapping()) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    List<DocumentNode> items = node.isList() ? node.asList().orElse(List.of()) : List.of(node);
    items.forEach(item -> taskType(item).ifPresent(found::add));
    return found;
  }

  /** The task type that a text names; what it is not is reported. */
  Optional<String> taskType(DocumentNode node) {
    Optional<String> name = node.asString().find();
    List<String> found =
        name.map(text -> taskTypes.getOrDefault(text, List.of())).orElse(List.of());
    if (name.isPresent() && found.isEmpty()) {
      node.report("unknown application", Names.remedy(name.get(), taskTypes.keySet()));
    } else if (found.size() > 1) {
      node.report("has several task types", "name one of " + String.join(", ", found));
    }
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }
}
