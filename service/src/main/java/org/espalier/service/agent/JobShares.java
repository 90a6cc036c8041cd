package org.espalier.service.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.MachineLimits;
import org.espalier.workload.cpufreq.CpuList;

/**
 * What each machine of an agent has of the job that it runs in. CPUs and devices that the job was
 * given are shared out by the names of machines, as many to each as it wants. An agent that is
 * started again in a job shares out the same.
 *
 * @param machines what their commands may use
 * @param said what each has, for people; empty if there is nothing to say
 */
record JobShares(Map<String, MachineLimits> machines, String said) {
  /** How many CPUs of its job a machine has, and how many devices; variables of its commands. */
  static final String CPUS = "ESPALIER_CPUS";

  static final String DEVICES = "ESPALIER_GPUS";

  /** How Slurm and what runs there name the devices of a job. */
  private static final List<String> DEVICE_VARIABLES =
      List.of("CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "ZE_AFFINITY_MASK");

  /** How many CPUs Slurm has counted for the job. */
  private static final String COUNTED = "SLURM_CPUS_ON_NODE";

  /**
   * Shares out what there is.
   *
   * @param environment of the agent
   * @param allowed the CPUs it may use, as in {@code 0-3,8}
   * @throws BackendException if there is less than the machines want
   */
  static JobShares of(
      Map<String, MachineLimits> machines, Map<String, String> environment, String allowed) {
    List<Integer> cpus = CpuList.parse(allowed);
    int counted = Integer.parseInt(environment.getOrDefault(COUNTED, String.valueOf(cpus.size())));
    boolean isBound = counted >= cpus.size();
    Map<String, List<String>> devices = new TreeMap<>();
    for (String name : DEVICE_VARIABLES) {
      String given = environment.getOrDefault(name, "");
      if (!given.isEmpty()) {
        devices.put(name, List.of(given.split(",")));
      }
    }
    int some = devices.values().stream().mapToInt(List::size).min().orElse(0);
    List<String> problems = new ArrayList<>();
    check("CPUs", Math.min(counted, cpus.size()), wanted(machines, CPUS), problems);
    check("GPUs", some, wanted(machines, DEVICES), problems);
    BackendException.whenAny(problems);
    return share(machines, isBound ? cpus : List.of(), devices);
  }

  private static void check(String what, int given, int wanted, List<String> problems) {
    if (wanted > given) {
      problems.add(
          "the job was given %s %s and its machines want %s; ask for more in slurm, or want less in machines"
              .formatted(given, what, wanted));
    }
  }

  private static int wanted(Map<String, MachineLimits> machines, String variable) {
    return machines.values().stream().mapToInt(limits -> count(limits, variable)).sum();
  }

  private static int count(MachineLimits limits, String variable) {
    return Integer.parseInt(limits.environment().getOrDefault(variable, "0"));
  }

  /** CPUs that Slurm does not bind are known by their number only, and not shared out. */
  private static JobShares share(
      Map<String, MachineLimits> machines, List<Integer> cpus, Map<String, List<String>> devices) {
    Map<String, MachineLimits> shared = new HashMap<>(machines);
    List<String> said = new ArrayList<>();
    int cpu = 0;
    int device = 0;
    for (Map.Entry<String, MachineLimits> machine : new TreeMap<>(machines).entrySet()) {
      String name = machine.getKey();
      MachineLimits limits = machine.getValue();
      int some = count(limits, CPUS);
      int few = count(limits, DEVICES);
      String own = cpus.isEmpty() ? "" : joined(cpus.subList(cpu, cpu + some));
      Map<String, String> variables = new TreeMap<>();
      for (Map.Entry<String, List<String>> all : devices.entrySet()) {
        List<String> part =
            few == 0 ? all.getValue() : all.getValue().subList(device, device + few);
        variables.put(all.getKey(), joined(part));
      }
      if (some > 0) {
        said.add(
            own.isEmpty()
                ? name + " has CPUs that Slurm does not bind"
                : name + " has CPUs " + own);
      }
      if (few > 0) {
        said.add(name + " has GPUs " + variables.values().iterator().next());
      }
      variables.putAll(limits.environment());
      shared.put(name, limits.on(some > 0 ? own : limits.cpus()).with(variables));
      cpu += some;
      device += few;
    }
    return new JobShares(shared, String.join("; ", said));
  }

  private static String joined(List<?> all) {
    return all.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
