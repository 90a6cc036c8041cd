package org.espalier.service.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.workload.cpufreq.CpuList;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.DocumentNode;

/**
 * Finds which machines run their P-states by cpufreq. These have several that are named by
 * frequencies, and a command that can run there is not handed the P-state.
 */
record CpufreqReader(DocumentNode root, HcSystem system, Map<String, MachineLimits> limits) {
  private static final String MACHINES = "machines";

  /** The frequencies by which P-states are named; empty if one is not. */
  static List<Long> frequencies(MachineType type) {
    List<Optional<Long>> hertz =
        type.pStates().stream().map(pState -> Hertz.parse(pState.name())).toList();
    return hertz.stream().allMatch(Optional::isPresent)
        ? hertz.stream().flatMap(Optional::stream).toList()
        : List.of();
  }

  /** The machines with their cores; all that is wrong with them is reported. */
  CpufreqSettings read(TaskCommands commands) {
    Map<String, List<Integer>> cores = new TreeMap<>();
    limits.forEach((name, its) -> cores.put(name, CpuList.parse(its.cpus())));
    Map<String, CpufreqSettings.Cores> machines = new TreeMap<>();
    for (Machine machine : system.machines()) {
      List<Long> hertz = frequencies(machine.type());
      if (cores.containsKey(machine.name()) && hertz.size() > 1 && isNeeded(machine, commands)) {
        machines.put(machine.name(), new CpufreqSettings.Cores(cores.get(machine.name()), hertz));
      }
    }
    Path kernel = Path.of(System.getProperty("espalier.kernel", "/"));
    CpufreqSettings settings = new CpufreqSettings(kernel, machines);
    settings.faults(cores).forEach((fault, remedy) -> root.report(MACHINES, fault, remedy));
    return settings;
  }

  private boolean isNeeded(Machine machine, TaskCommands commands) {
    MachineType type = machine.type();
    return system.taskTypes().stream()
        .filter(task -> system.pet().canRun(task.id(), type.id()))
        .anyMatch(task -> !commands.takesPState(task.name(), type));
  }
}
