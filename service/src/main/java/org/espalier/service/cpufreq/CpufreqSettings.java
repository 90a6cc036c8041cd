package org.espalier.service.cpufreq;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.workload.cpufreq.CpufreqPolicy;
import org.espalier.workload.cpufreq.Frequencies;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.process.MachineFiles;

/**
 * Which machines run their P-states by cpufreq.
 *
 * @param root where {@code /sys} is; another directory than {@code /} in tests only
 * @param machines by name
 */
public record CpufreqSettings(Path root, Map<String, Cores> machines) {
  /** No machine does. */
  public static final CpufreqSettings NONE = new CpufreqSettings(Path.of("/"), Map.of());

  /**
   * The cores of a machine.
   *
   * @param numbers of the cores; empty if the machine has none of its own
   * @param hertz the frequency of each P-state
   */
  public record Cores(List<Integer> numbers, List<Long> hertz) {
    public Cores {
      numbers = List.copyOf(numbers);
      hertz = List.copyOf(hertz);
    }
  }

  public CpufreqSettings {
    machines = Map.copyOf(machines);
  }

  /**
   * What is wrong, by what helps against it.
   *
   * @param others cores of all machines, by name; empty for one that runs on all cores. Those that
   *     share a frequency with one of these would run at its frequency
   */
  public Map<String, String> faults(Map<String, List<Integer>> others) {
    Map<String, String> faults = new LinkedHashMap<>();
    new TreeMap<>(machines).forEach((name, cores) -> check(name, cores, others, faults));
    if (machines.values().stream().anyMatch(cores -> !cores.numbers().isEmpty())) {
      others.forEach((name, theirs) -> {
        if (theirs.isEmpty() && !machines.containsKey(name)) {
          faults.put(
              "machine %s runs on all CPUs, also on those of machines whose P-states are frequencies"
                  .formatted(name),
              "give it cpus of its own");
        }
      });
    }
    return Collections.unmodifiableMap(faults);
  }

  private void check(
      String name, Cores cores, Map<String, List<Integer>> others, Map<String, String> faults) {
    if (cores.numbers().isEmpty()) {
      String fault = "the P-states of machine %s are frequencies, and it has no CPUs of its own";
      faults.put(fault.formatted(name), "give it cpus, or hand P-states to commands as {p_state}");
      return;
    }
    MachineFiles files = new MachineFiles(root);
    List<Integer> without = new ArrayList<>();
    for (int core : cores.numbers()) {
      Optional<Frequencies> found = Frequencies.of(files, List.of(core));
      if (found.isEmpty()) {
        without.add(core);
      } else {
        checkCore(name, cores, found.get(), faults);
        checkDomain(name, found.get().policies().getFirst(), others, faults);
      }
    }
    if (!without.isEmpty()) {
      faults.put(
          "cpufreq sets no frequency of CPUs %s of machine %s".formatted(without, name),
          "take others, load a driver of the kernel, or hand P-states to commands as {p_state}");
    }
  }

  private static void checkCore(
      String name, Cores cores, Frequencies found, Map<String, String> faults) {
    List<String> unknown =
        cores.hertz().stream()
            .filter(hertz -> !found.available().contains(hertz))
            .map(Hertz::text)
            .toList();
    if (!unknown.isEmpty()) {
      faults.put(
          "the CPUs of machine %s have no frequency %s".formatted(name, String.join(", ", unknown)),
          "name P-states by some of "
              + String.join(", ", found.available().stream().map(Hertz::text).toList()));
    }
    found
        .refusal()
        .ifPresent(why ->
            faults.put(
                "frequencies of machine %s cannot be set: %s".formatted(name, why),
                "run as root, or let root do: chmod a+w "
                    + found.policies().getFirst().file("scaling_{governor,min_freq,max_freq}")));
  }

  private static void checkDomain(
      String name,
      CpufreqPolicy policy,
      Map<String, List<Integer>> others,
      Map<String, String> faults) {
    others.forEach((other, theirs) -> {
      if (!other.equals(name) && !Collections.disjoint(policy.cores(), theirs)) {
        faults.put(
            "CPUs %s have one frequency, and machines %s and %s run on them"
                .formatted(policy.cores(), name, other),
            "give all of them to one machine");
      }
    });
  }
}
