package org.espalier.workload.system;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;

/**
 * Numbers of machines that take the place of those of a system, by machine type. Of fewer machines
 * the first of the type stay; more come after the last of the type, with the next names that are
 * free, as if the description of the system had the number. Types and PET stay.
 */
public final class MachineCounts {
  /** Name of the mapping that has them in a study; {@code machines.TYPE} is one of them. */
  public static final String BLOCK = "machines";

  private static final String PREFIX = BLOCK + ".";

  /** More are a mistake of a digit. */
  public static final int MOST = 100_000;

  private final HcSystem system;
  private final Map<String, Integer> counts;

  private MachineCounts(HcSystem system, Map<String, Integer> counts) {
    this.system = system;
    this.counts = new TreeMap<>(counts);
  }

  /** The key that sets the number of machines of a type. */
  public static String key(String machineType) {
    return PREFIX + machineType;
  }

  /** The machine type whose number a key sets; empty if it is another's. */
  public static Optional<String> machineType(String key) {
    return key.startsWith(PREFIX) && key.length() > PREFIX.length()
        ? Optional.of(key.substring(PREFIX.length()))
        : Optional.empty();
  }

  /** The numbers as they are shown, for example {@code gpu: 1, node: 4}. */
  public static String text(Map<String, Integer> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(count -> count.getKey() + ": " + count.getValue())
            .collect(Collectors.joining(", "));
  }

  /**
   * Why a system cannot have such numbers of machines; empty if it can.
   *
   * @param counts by name of the machine type, which the system must have
   */
  public static Optional<String> problem(HcSystem system, Map<String, Integer> counts) {
    return new MachineCounts(system, counts).problem();
  }

  /**
   * The system with other numbers of machines.
   *
   * @param counts by name of the machine type; there must be no {@link #problem}
   */
  public static HcSystem of(HcSystem system, Map<String, Integer> counts) {
    return counts.isEmpty() ? system : new MachineCounts(system, counts).changed();
  }

  private Optional<String> problem() {
    long all = system.machineTypes().stream().mapToLong(this::count).sum();
    if (all == 0 || all > MOST) {
      return Optional.of(
          String.format(Locale.ROOT, "it has %,d machines; expected 1 to %,d", all, MOST));
    }
    return system.taskTypes().stream()
        .filter(this::runsNowhere)
        .findFirst()
        .map(type -> "no machine is left that can run task type " + type.name());
  }

  private boolean runsNowhere(TaskType task) {
    return system.machineTypes().stream()
        .noneMatch(type -> count(type) > 0 && system.pet().canRun(task.id(), type.id()));
  }

  private int count(MachineType type) {
    Integer count = counts.get(type.name());
    return count == null ? machines(type).size() : count;
  }

  private List<Machine> machines(MachineType type) {
    return system.machines().stream().filter(machine -> machine.type().equals(type)).toList();
  }

  private HcSystem changed() {
    List<Machine> machines = new ArrayList<>(system.machines());
    counts.forEach((name, count) -> {
      MachineType type =
          system.machineTypes().stream()
              .filter(known -> known.name().equals(name))
              .findFirst()
              .orElseThrow();
      change(machines, type, count);
    });
    List<Machine> numbered =
        IntStream.range(0, machines.size())
            .mapToObj(i -> new Machine(i, machines.get(i).name(), machines.get(i).type()))
            .toList();
    return new HcSystem(
        system.name(),
        system.tick(),
        system.taskTypes(),
        system.machineTypes(),
        numbered,
        system.pet(),
        system.apc());
  }

  private static void change(List<Machine> machines, MachineType type, int count) {
    List<Machine> own = machines.stream().filter(m -> m.type().equals(type)).toList();
    if (count <= own.size()) {
      machines.removeAll(new HashSet<>(own.subList(count, own.size())));
      return;
    }
    int place = own.isEmpty() ? machines.size() : machines.indexOf(own.getLast()) + 1;
    Set<String> names = new HashSet<>(machines.stream().map(Machine::name).toList());
    List<Machine> more = new ArrayList<>();
    for (int number = 0; more.size() < count - own.size(); number++) {
      String name = "%s-%s".formatted(type.name(), number);
      if (names.add(name)) {
        more.add(new Machine(machines.size(), name, type));
      }
    }
    machines.addAll(place, more);
  }
}
