package org.espalier.service.cpufreq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files of a kernel that sets two frequencies of some cores. */
public record FakeCpufreq(Path root) {
  /** Where the kernel has the files of a core. */
  public Path of(int core) {
    return root.resolve("sys/devices/system/cpu/cpu%d/cpufreq".formatted(core));
  }

  /** Has cores that run at one frequency together. */
  public FakeCpufreq with(Integer... cores) throws IOException {
    String together = String.join(" ", List.of(cores).stream().map(String::valueOf).toList());
    Map<String, String> files =
        Map.of(
            "scaling_driver", "acpi-cpufreq",
            "scaling_governor", "schedutil",
            "scaling_available_frequencies", "3400000 1200000",
            "scaling_min_freq", "1200000",
            "scaling_max_freq", "2000000",
            "affected_cpus", together);
    for (int core : cores) {
      Files.createDirectories(of(core));
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(of(core).resolve(file.getKey()), file.getValue());
      }
    }
    return this;
  }

  /** Whether all is as it was before anything was set. */
  public boolean isRestored(int core) throws IOException {
    return Files.readString(of(core).resolve("scaling_governor")).equals("schedutil")
        && Files.readString(of(core).resolve("scaling_min_freq")).equals("1200000")
        && Files.readString(of(core).resolve("scaling_max_freq")).equals("2000000");
  }
}
