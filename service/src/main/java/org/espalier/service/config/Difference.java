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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
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

  /** What a system is made of. */
  private static final List<String> KINDS =
      List.of("task types", "machine types", "machines", "execution times");

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
    for (int i = 0; i < KINDS.size(); i++) {
      String kind = KINDS.get(i);
      Map<String, Object> then = parts(before).get(i);
      Map<String, Object> now = parts(after).get(i);
      tell(kind + " that are new", now.keySet(), name -> !then.containsKey(name), changes);
      tell(kind + " that are gone", then.keySet(), name -> !now.containsKey(name), changes);
      tell(
          kind + " that are others",
          now.keySet(),
          name -> then.containsKey(name) && !Objects.equals(now.get(name), then.get(name)),
          changes);
    }
    return changes;
  }

  /** What a system is made of: of each kind, by name, what may change. */
  private static List<Map<String, Object>> parts(HcSystem system) {
    Map<String, Object> types = new LinkedHashMap<>();
    Map<String, Object> times = new LinkedHashMap<>();
    for (TaskType task : system.taskTypes()) {
      types.put(task.name(), "");
      for (MachineType type : system.machineTypes()) {
        times.put(task.name() + " on " + type.name(), times(system, task, type));
      }
    }
    Map<String, Object> machineTypes = new LinkedHashMap<>();
    for (MachineType t : system.machineTypes()) {
      MachineType anywhere = new MachineType(0, t.name(), 0, t.idleWatts(), t.pStates(), t.like());
      machineTypes.put(t.name(), anywhere.priced(t.price()));
    }
    Map<String, Object> machines = new LinkedHashMap<>();
    system.machines().forEach(machine -> machines.put(machine.name(), machine.type().name()));
    return List.of(types, machineTypes, machines, times);
  }

  /** In P-states. */
  private static List<Pmf> times(HcSystem system, TaskType task, MachineType type) {
    return IntStream.range(0, type.pStates().size())
        .mapToObj(p -> system.pet().find(task.id(), type.id(), p))
        .flatMap(Optional::stream)
        .toList();
  }

  private static void tell(
      String what, Set<String> names, Predicate<String> fits, List<String> changes) {
    List<String> found = names.stream().filter(fits).toList();
    if (!found.isEmpty()) {
      changes.add(what + ": " + Names.listed(found.stream(), found.size(), SHOWN));
    }
  }
}
