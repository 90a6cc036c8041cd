package org.espalier.service.backend;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.service.files.PrivateFiles;
import org.espalier.workload.cpufreq.CpuList;

/** The command of a launch on the CPUs that it is limited to, of those of its machine. */
public record LimitedCommand(Launch launch, MachineLimits machine) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** The argument vector. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    launch.limits().cpus().ifPresent(count -> arguments.addAll(onCpus(count)));
    arguments.addAll(launch.command());
    return arguments;
  }

  /** Tasks begin at different CPUs, so that few of them share one. */
  private List<String> onCpus(int count) {
    List<Integer> cpus = usable();
    int first = Math.floorMod(launch.id().task() * count, cpus.size());
    String chosen =
        IntStream.range(0, Math.min(count, cpus.size()))
            .mapToObj(i -> cpus.get((first + i) % cpus.size()).toString())
            .collect(Collectors.joining(","));
    return List.of("taskset", "-c", chosen);
  }

  /**
   * The CPUs of its machine that are there; those it names if that is none, to be complained of.
   */
  private List<Integer> usable() {
    List<Integer> allowed = CpuList.parse(allowed());
    if (machine.cpus().isEmpty()) {
      return allowed;
    }
    List<Integer> named = CpuList.parse(machine.cpus());
    List<Integer> both = named.stream().filter(allowed::contains).toList();
    return both.isEmpty() ? named : both;
  }

  /** The CPUs that this process may use, as the kernel says. */
  public static String allowed() {
    return PrivateFiles.unchecked(() -> Files.readAllLines(STATUS)).stream()
        .filter(line -> line.startsWith(ALLOWED))
        .map(line -> line.substring(ALLOWED.length()).strip())
        .findFirst()
        .orElseThrow();
  }
}
