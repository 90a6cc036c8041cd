package org.espalier.analysis.whatif;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;

/**
 * A change of a system's machines (DISSERTATION 6.7): some of a type added or removed, or one
 * switched off.
 *
 * @param kind what is done
 * @param what a machine type, or a machine that is switched off; spaces and signs do not count, and
 *     the end of a name or a part of it will do if no other has it
 * @param count how many machines
 */
public record SystemChange(Kind kind, String what, int count) {
  private static final Pattern TIMES = Pattern.compile("(.*\\S)\\s+x\\s*([0-9]{1,6})");
  private static final Pattern IGNORED = Pattern.compile("[^\\p{L}\\p{N}]");

  /** What is done. */
  public enum Kind {
    ADD("+"),
    REMOVE("-"),
    OFF("off");

    private final String sign;

    Kind(String sign) {
      this.sign = sign;
    }
  }

  public SystemChange {
    if (what.isBlank() || count < 1) {
      throw new IllegalArgumentException(
          "\"%s x %d\" changes nothing; name a machine type and a number of at least 1"
              .formatted(what, count));
    }
  }

  /** Reads {@code TYPE x COUNT}, or {@code TYPE} for one machine. */
  public static SystemChange of(Kind kind, String text) {
    Matcher times = TIMES.matcher(text.strip());
    return times.matches()
        ? new SystemChange(kind, times.group(1), Integer.parseInt(times.group(2)))
        : new SystemChange(kind, text.strip(), 1);
  }

  /** As it is shown, for example {@code + i7-3770K x 4}. */
  public String label() {
    return "%s %s x %d".formatted(kind.sign, what, count);
  }

  /**
   * The system with the change.
   *
   * @throws IllegalArgumentException if it has no such machines, or none would be left
   */
  public HcSystem applyTo(HcSystem system) {
    List<Machine> machines = new ArrayList<>(system.machines());
    if (kind == Kind.ADD) {
      add(machines, type(system).orElseThrow(() -> unknown(system)));
    } else {
      remove(system, machines);
    }
    if (machines.isEmpty()) {
      throw new IllegalArgumentException(
          "\"%s\" leaves system %s without machines".formatted(label(), system.name()));
    }
    return new HcSystem(
        system.name(),
        system.tick(),
        system.taskTypes(),
        system.machineTypes(),
        numbered(machines),
        system.pet(),
        system.apc());
  }

  private void add(List<Machine> machines, MachineType type) {
    Set<String> names = machines.stream().map(Machine::name).collect(Collectors.toSet());
    Set<String> all = new HashSet<>(names);
    int number = 0;
    for (int added = 0; added < count; added++) {
      String name;
      do {
        name = "%s-%d".formatted(type.name(), number++);
      } while (!all.add(name));
      machines.add(new Machine(machines.size(), name, type));
    }
  }

  /** The last machines of the type go first. */
  private void remove(HcSystem system, List<Machine> machines) {
    Optional<Machine> named = system.findMachine(what);
    if (kind == Kind.OFF && named.isPresent()) {
      machines.remove(named.get());
      return;
    }
    MachineType type = type(system).orElseThrow(() -> unknown(system));
    for (int removed = 0; removed < count; removed++) {
      int last = machines.size() - 1;
      while (last >= 0 && !machines.get(last).type().equals(type)) {
        last--;
      }
      if (last < 0) {
        throw new IllegalArgumentException(
            "\"%s\": system %s has %d machines of type %s"
                .formatted(label(), system.name(), removed, type.name()));
      }
      machines.remove(last);
    }
  }

  private static List<Machine> numbered(List<Machine> machines) {
    List<Machine> numbered = new ArrayList<>(machines.size());
    for (Machine machine : machines) {
      numbered.add(new Machine(numbered.size(), machine.name(), machine.type()));
    }
    return numbered;
  }

  private Optional<MachineType> type(HcSystem system) {
    String wanted = plain(what);
    return only(system, name -> name.equals(wanted))
        .or(() -> only(system, name -> name.endsWith(wanted)))
        .or(() -> only(system, name -> name.contains(wanted)));
  }

  private static Optional<MachineType> only(HcSystem system, Predicate<String> fits) {
    List<MachineType> found =
        system.machineTypes().stream().filter(type -> fits.test(plain(type.name()))).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private static String plain(String name) {
    return IGNORED.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
  }

  private IllegalArgumentException unknown(HcSystem system) {
    String types =
        system.machineTypes().stream().map(MachineType::name).collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "\"%s\": system %s has no machine type, or several, of that name; its types are %s"
            .formatted(label(), system.name(), types));
  }
}
