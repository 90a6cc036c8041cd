package org.espalier.service.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.service.backend.MachineLimits;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads what commands on each machine may use, by the name of a machine or of a machine type.
 *
 * <pre>{@code
 * machines:
 *   fast: {cpus: 0-1}
 *   slow: {cpus: 0-1, nice: 10, memory: 512 MiB, output: 1 MiB, grace: 5 s}
 *   slow-1: {cpus: "0"}        # comes before what its type says
 * }</pre>
 */
final class MachineLimitsReader {
  private static final int NICEST = 19;

  private final DocumentNode root;
  private final HcSystem system;

  MachineLimitsReader(DocumentNode root, HcSystem system) {
    this.root = root;
    this.system = system;
  }

  /** The limits of every machine. */
  Map<String, MachineLimits> read() {
    Map<String, MachineLimits> named = new LinkedHashMap<>();
    root.mapping("machines").find().ifPresent(block -> readAll(block, named));
    Map<String, MachineLimits> limits = new LinkedHashMap<>();
    for (Machine machine : system.machines()) {
      MachineLimits ofType = named.getOrDefault(machine.type().name(), MachineLimits.NONE);
      limits.put(machine.name(), named.getOrDefault(machine.name(), ofType));
    }
    return limits;
  }

  private void readAll(DocumentNode block, Map<String, MachineLimits> named) {
    Set<String> known = new LinkedHashSet<>();
    system.machines().stream().map(Machine::name).forEach(known::add);
    system.machineTypes().stream().map(MachineType::name).forEach(known::add);
    for (String name : block.keys()) {
      Optional<DocumentNode> node = block.mapping(name).find();
      if (known.contains(name)) {
        node.flatMap(MachineLimitsReader::limits).ifPresent(limits -> named.put(name, limits));
      } else {
        block.report(name, "is no machine and no machine type", () -> Names.remedy(name, known));
      }
    }
  }

  private static Optional<MachineLimits> limits(DocumentNode node) {
    MachineLimits none = MachineLimits.NONE;
    String cpus = node.string("cpus").orElse(none.cpus());
    int nice = node.integer("nice", 0, NICEST).orElse(none.nice());
    long memory = node.bytes("memory").orElse(none.memoryBytes());
    long output = node.bytes("output").orElse(none.outputBytes());
    Duration grace = node.duration("grace").orElse(none.grace());
    node.rejectUnknownKeys();
    return check(node, "cpus", () -> new MachineLimits(cpus, 0, 0, 1, none.grace()))
            & check(node, "memory", () -> new MachineLimits("", 0, memory, 1, none.grace()))
            & check(node, "output", () -> new MachineLimits("", 0, 0, output, none.grace()))
            & check(node, "grace", () -> new MachineLimits("", 0, 0, 1, grace))
        ? Optional.of(new MachineLimits(cpus, nice, memory, output, grace))
        : Optional.empty();
  }

  /** Reports a limit that is refused at its key. */
  private static boolean check(DocumentNode node, String key, Supplier<MachineLimits> limits) {
    try {
      MachineLimits unused = limits.get();
      return true;
    } catch (IllegalArgumentException e) {
      node.report(key, String.valueOf(e.getMessage()), "change it, or leave it out");
      return false;
    }
  }
}
