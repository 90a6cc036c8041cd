package org.espalier.workload.cpufreq;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cores whose frequency cpufreq sets together.
 *
 * @param directory where sysfs has it
 * @param cores the cores
 * @param before what was set, file by file, in the order in which it is to be put back
 */
public record CpufreqPolicy(String directory, List<Integer> cores, List<Entry> before) {
  public static final String GOVERNOR = "scaling_governor";
  public static final String LEAST = "scaling_min_freq";
  public static final String MOST = "scaling_max_freq";

  private static final long HERTZ_PER_KILOHERTZ = 1000;

  /** A file and its text. */
  public record Entry(String file, String text) {}

  /** Reads the policy of a core; empty if its frequency cannot be set. */
  static Optional<CpufreqPolicy> read(KernelFiles files, int core) {
    String directory = "%s/cpu%s/cpufreq".formatted(Frequencies.CPUS, core);
    List<Entry> before = new ArrayList<>();
    for (String name : List.of(GOVERNOR, MOST, LEAST)) {
      files
          .read("%s/%s".formatted(directory, name))
          .filter(text -> name.equals(GOVERNOR) || text.matches("\\d{1,12}"))
          .ifPresent(text -> before.add(new Entry("%s/%s".formatted(directory, name), text)));
    }
    List<Integer> cores =
        files.read(directory + "/affected_cpus").map(CpuList::parse).orElse(List.of(core));
    return before.stream().anyMatch(entry -> entry.file().endsWith(MOST))
        ? Optional.of(new CpufreqPolicy(directory, cores.isEmpty() ? List.of(core) : cores, before))
        : Optional.empty();
  }

  public String file(String name) {
    return "%s/%s".formatted(directory, name);
  }

  /** Returns a frequency of the policy, hertz. */
  Optional<Long> hertz(KernelFiles files, String name) {
    return files.read(file(name)).flatMap(CpufreqPolicy::hertz);
  }

  /** Converts a frequency as cpufreq writes it. */
  public static Optional<Long> hertz(String kilohertz) {
    return kilohertz.strip().matches("\\d{1,12}")
        ? Optional.of(Long.parseLong(kilohertz.strip()) * HERTZ_PER_KILOHERTZ)
        : Optional.empty();
  }

  /** Converts a frequency to what cpufreq reads. */
  static String kilohertz(long hertz) {
    return String.valueOf(hertz / HERTZ_PER_KILOHERTZ);
  }
}
