package org.espalier.service.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;

/**
 * How the description of a live system differs from the one by which it is served, for people.
 *
 * @param changes what would change; empty if nothing does
 * @param fixed what cannot change while it is served, and so forbids all of it
 */
public record Difference(List<String> changes, List<String> fixed) {
  /** Begins the path of what may be secret. */
  private static final Pattern SECRET = Pattern.compile("(.*\\.)?environment\\..*|store");

  /** How many names are told at most. */
  private static final int SHOWN = 10;

  /** From one to another. */
  public static Difference of(LiveSettings before, LiveSettings after) {
    return new Difference(
        Stream.concat(
                written(before.written(), after.written()).stream(),
                systems(before.scheduler().system(), after.scheduler().system()).stream())
            .toList(),
        fixed(before, after));
  }

  private static List<String> fixed(LiveSettings before, LiveSettings after) {
    List<String> fixed = new ArrayList<>();
    fix("data", LiveSettings::data, before, after, fixed);
    fix("store", LiveSettings::store, before, after, fixed);
    fix("backend", s -> s.backend().kind(), before, after, fixed);
    fix("the tick of the system", s -> s.scheduler().system().tick(), before, after, fixed);
    fix("http.host", s -> s.http().host(), before, after, fixed);
    fix("http.port", s -> s.http().port(), before, after, fixed);
    fix("http.tls", s -> s.http().tls(), before, after, fixed);
    fix("http.connections", s -> s.http().limits().connections(), before, after, fixed);
    return fixed;
  }

  private static void fix(
      String what,
      Function<LiveSettings, Object> of,
      LiveSettings before,
      LiveSettings after,
      List<String> fixed) {
    if (!of.apply(before).equals(of.apply(after))) {
      fixed.add(what + " cannot change while it is served; start the service again for that");
    }
  }

  private static List<String> written(Map<String, String> before, Map<String, String> after) {
    Set<String> paths = new LinkedHashSet<>(after.keySet());
    paths.addAll(before.keySet());
    List<String> changes = new ArrayList<>();
    for (String path : paths) {
      change(path, before.get(path), after.get(path)).ifPresent(changes::add);
    }
    return changes;
  }

  private static Optional<String> change(
      String path, @Nullable String before, @Nullable String after) {
    boolean isSecret = SECRET.matcher(path).matches();
    if (Objects.equals(before, after)) {
      return Optional.empty();
    }
    if (before == null) {
      return Optional.of("%s is new%s".formatted(path, isSecret ? "" : ": " + after));
    }
    if (after == null) {
      return Optional.of("%s is gone%s".formatted(path, isSecret ? "" : "; it was " + before));
    }
    return Optional.of(
        isSecret ? path + " is another" : "%s: %s instead of %s".formatted(path, after, before));
  }

  private static List<String> systems(HcSystem before, HcSystem after) {
    List<String> changes = new ArrayList<>();
    compare("task types", types(before), types(after), changes);
    compare("machine types", machineTypes(before), machineTypes(after), changes);
    compare("machines", machines(before), machines(after), changes);
    compare("execution times", times(before), times(after), changes);
    return changes;
  }

  private static Map<String, String> types(HcSystem system) {
    return system.taskTypes().stream().collect(byName(TaskType::name, _ -> ""));
  }

  private static Map<String, MachineType> machineTypes(HcSystem system) {
    return system.machineTypes().stream()
        .collect(
            byName(
                MachineType::name,
                t ->
                    new MachineType(0, t.name(), 0, t.idleWatts(), t.pStates(), t.like())
                        .priced(t.price())));
  }

  private static Map<String, String> machines(HcSystem system) {
    return system.machines().stream().collect(byName(Machine::name, m -> m.type().name()));
  }

  /** Of each task type on each machine type, in its P-states. */
  private static Map<String, List<Pmf>> times(HcSystem system) {
    Map<String, List<Pmf>> times = new LinkedHashMap<>();
    for (TaskType task : system.taskTypes()) {
      for (MachineType type : system.machineTypes()) {
        times.put(
            task.name() + " on " + type.name(),
            IntStream.range(0, type.pStates().size())
                .mapToObj(p -> system.pet().find(task.id(), type.id(), p))
                .flatMap(Optional::stream)
                .toList());
      }
    }
    return times;
  }

  private static <T, V> Collector<T, ?, Map<String, V>> byName(
      Function<T, String> name, Function<T, V> value) {
    return Collectors.toMap(name, value, (first, _) -> first, LinkedHashMap::new);
  }

  private static <V> void compare(
      String what, Map<String, V> before, Map<String, V> after, List<String> changes) {
    tell(what + " that are new", after.keySet(), name -> !before.containsKey(name), changes);
    tell(what + " that are gone", before.keySet(), name -> !after.containsKey(name), changes);
    tell(
        what + " that are others",
        after.keySet(),
        name -> before.containsKey(name) && !Objects.equals(after.get(name), before.get(name)),
        changes);
  }

  private static void tell(
      String what, Set<String> names, Predicate<String> fits, List<String> changes) {
    List<String> found = names.stream().filter(fits).toList();
    if (!found.isEmpty()) {
      changes.add(what + ": " + Names.listed(found.stream(), found.size(), SHOWN));
    }
  }
}
