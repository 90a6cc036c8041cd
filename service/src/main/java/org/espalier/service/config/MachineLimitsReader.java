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
 * In jobs of Slurm {@code cpus: 4} and {@code gpus: 1} say how many.
 *
 * <p>A machine has the variables of its type too, and knows its own name and type.
 */
record MachineLimitsReader(DocumentNode root, HcSystem system) {
  private static final int NICEST = 19;
  private static final int MOST_GPUS = 1023;
  private static final String DEVICES = "CUDA_VISIBLE_DEVICES";

  /** How many CPUs and devices of its job a machine has. */
  private static final String CPUS_OF_JOB = "ESPALIER_CPUS";

  private static final String GPUS_OF_JOB = "ESPALIER_GPUS";

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
      MachineLimits all = own.with(environment(machine, ofType, own));
      limits.put(machine.name(), isInJob(machine) ? counted(machine, all) : named(machine, all));
    }
    return limits;
  }

  /** Whether its agent runs in a job of Slurm, which is given other CPUs and devices each time. */
  private boolean isInJob(Machine machine) {
    return root.has("slurm")
        && root.mapping("slurm").find().filter(b -> b.has(machine.type().name())).isPresent();
  }

  private MachineLimits named(Machine machine, MachineLimits limits) {
    if (limits.environment().containsKey(GPUS_OF_JOB)) {
      root.report(
          "machines",
          "says how many gpus %s has, which runs in no job of Slurm".formatted(machine.name()),
          "name them, as in gpus: [0]");
    }
    return limits;
  }

  private MachineLimits counted(Machine machine, MachineLimits limits) {
    Map<String, String> environment = new HashMap<>(limits.environment());
    if (limits.cpus().matches("[1-9][0-9]{0,3}")) {
      environment.put(CPUS_OF_JOB, limits.cpus());
    } else if (!limits.cpus().isEmpty()) {
      reportNamed(machine, "cpus");
    }
    if (environment.containsKey(DEVICES)) {
      reportNamed(machine, "gpus");
    }
    return limits.on("").with(environment);
  }

  private void reportNamed(Machine machine, String key) {
    root.report(
        "machines",
        "names %s of %s, whose jobs of Slurm are given others each time"
            .formatted(key, machine.name()),
        "say how many, as in %s: 1".formatted(key));
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
    Optional<List<DocumentNode>> devices = node.oneOrMore("gpus").find();
    if (devices.isPresent() && node.node("gpus").find().filter(DocumentNode::isList).isEmpty()) {
      node.integer("gpus", 1, MOST_GPUS)
          .find()
          .ifPresent(n -> environment.put(GPUS_OF_JOB, String.valueOf(n)));
      return environment;
    }
    devices.ifPresent(gpus -> {
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
