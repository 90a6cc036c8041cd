package org.espalier.service.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.MachineLimits;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads what commands on each machine may use, by the name of a machine or of a machine type.
 *
 * <pre>{@code
 * machines:
 *   fast: {cpus: 0-1}
 *   slow: {cpus: 0-1, nice: 10, memory: 512 MiB, output: 1 MiB, grace: 5 s}
 *   slow-1: {cpus: "0"}        # comes before what its type says
 *   gpu: {environment: {MODEL: large}}
 *   gpu-1: {gpus: [1]}         # short for environment: {CUDA_VISIBLE_DEVICES: "1"}
 * }</pre>
 *
 * A machine has the variables of its type too, and knows its own name and type.
 */
record MachineLimitsReader(DocumentNode root, HcSystem system) {
  private static final int NICEST = 19;
  private static final int MOST_GPUS = 1023;
  private static final String DEVICES = "CUDA_VISIBLE_DEVICES";

  /**
   * The limits of every machine that runs commands.
   *
   * @param servers the machines that do not
   */
  Map<String, MachineLimits> read(Set<String> servers) {
    Map<String, MachineLimits> named =
        root.mapping("machines")
            .find()
            .map(block ->
                ServerReader.byName(
                    block,
                    system,
                    node -> node.filter(ServerReader::isServer).isPresent(),
                    MachineLimitsReader::limits))
            .orElse(Map.of());
    Map<String, MachineLimits> limits = new LinkedHashMap<>();
    for (Machine machine : system.machines()) {
      if (servers.contains(machine.name())) {
        continue;
      }
      MachineLimits ofType = named.getOrDefault(machine.type().name(), MachineLimits.NONE);
      MachineLimits own = named.getOrDefault(machine.name(), ofType);
      limits.put(machine.name(), own.with(environment(machine, ofType, own)));
    }
    return limits;
  }

  private static Map<String, String> environment(
      Machine machine, MachineLimits ofType, MachineLimits own) {
    Map<String, String> environment = new HashMap<>(ofType.environment());
    environment.putAll(own.environment());
    environment.put("ESPALIER_MACHINE", machine.name());
    environment.put("ESPALIER_MACHINE_TYPE", machine.type().name());
    return environment;
  }

  private static Optional<MachineLimits> limits(DocumentNode node) {
    MachineLimits none = MachineLimits.NONE;
    String cpus = node.string("cpus").orElse(none.cpus());
    int nice = node.integer("nice", 0, NICEST).orElse(none.nice());
    long memory = node.bytes("memory").orElse(none.memoryBytes());
    long output = node.bytes("output").orElse(none.outputBytes());
    Duration grace = node.duration("grace").orElse(none.grace());
    Map<String, String> environment = variables(node);
    node.rejectUnknownKeys();
    Map<String, String> faults = MachineLimits.faults(cpus, nice, memory, output, grace);
    faults.forEach((key, fault) -> node.report(key, fault, "change it, or leave it out"));
    return faults.isEmpty()
        ? Optional.of(new MachineLimits(cpus, nice, memory, output, grace, environment))
        : Optional.empty();
  }

  private static Map<String, String> variables(DocumentNode node) {
    Map<String, String> environment = new HashMap<>();
    node.mapping("environment")
        .find()
        .ifPresent(block -> {
          BackendReader.addAll(block, environment);
          if (environment.containsKey("PATH")) {
            block.report("PATH", "is one for all machines", "give it in environment of the file");
          }
        });
    node.list("gpus")
        .find()
        .ifPresent(gpus -> {
          List<Integer> numbers =
              gpus.stream().flatMap(gpu -> gpu.asInteger(0, MOST_GPUS).find().stream()).toList();
          String joined = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
          if (environment.put(DEVICES, joined) != null) {
            node.report("gpus", "stands beside " + DEVICES, "leave one of them out");
          }
        });
    return environment;
  }
}
