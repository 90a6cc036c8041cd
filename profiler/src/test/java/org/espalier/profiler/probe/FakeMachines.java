package org.espalier.profiler.probe;

import java.util.List;
import java.util.stream.IntStream;

/** Files of machines that tests pretend to have. */
final class FakeMachines {
  private static final String CPUS = TopologyReader.CPUS;

  private FakeMachines() {}

  /** Adds what /proc/cpuinfo says of processors of a vendor. */
  static FakeHost cpuInfo(FakeHost host, String vendor, int cores, String flags) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, cores)
        .forEach(core ->
            text.append(
                """
                processor\t: %d
                vendor_id\t: %s
                model name\t: A %s processor
                cache size\t: 8192 KB
                physical id\t: %d
                flags\t\t: fpu %s sse

                """
                    .formatted(core, vendor, vendor, core / 4, flags)));
    return host.with("/proc/cpuinfo", text.toString());
  }

  /**
   * Adds caches of a core, a line each: index, level, type, size, ways, the cores that share it.
   */
  static FakeHost caches(FakeHost host, int core, List<String> caches) {
    for (String line : caches) {
      String[] words = line.split(" ");
      String directory = "%s/cpu%d/cache/index%s/".formatted(CPUS, core, words[0]);
      host.with(directory + "level", words[1])
          .with(directory + "type", words[2])
          .with(directory + "size", words[3])
          .with(directory + "ways_of_associativity", words[4])
          .with(directory + "coherency_line_size", "64")
          .with(directory + "shared_cpu_list", words[5]);
    }
    return host;
  }

  /** Adds cpufreq to a core, in kilohertz. */
  static FakeHost cpufreq(FakeHost host, int core, String cores, long least, long most) {
    String directory = "%s/cpu%d/cpufreq/".formatted(CPUS, core);
    return host.with(directory + "scaling_driver", "intel_pstate")
        .with(directory + "scaling_governor", "powersave")
        .with(directory + "scaling_min_freq", String.valueOf(least))
        .with(directory + "scaling_max_freq", String.valueOf(most))
        .with(directory + "cpuinfo_min_freq", String.valueOf(least))
        .with(directory + "cpuinfo_max_freq", String.valueOf(most))
        .with(directory + "affected_cpus", cores);
  }

  /** Adds a counter of RAPL. */
  static FakeHost rapl(FakeHost host, String zone, String name, long range) {
    String directory = "/sys/class/powercap/%s/".formatted(zone);
    return host.with(directory + "name", name)
        .with(directory + "max_energy_range_uj", String.valueOf(range))
        .with(directory + "energy_uj", "0");
  }
}
