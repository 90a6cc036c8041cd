package org.espalier.service.backend;

import java.nio.file.Path;
import java.util.Map;
import org.espalier.service.cpufreq.CpufreqSettings;

/** Settings of local back ends. */
final class LocalFixtures {
  private LocalFixtures() {}

  /** Commands run where the tests were started, and in their environment. */
  static LocalSettings settings(
      Path directory, Map<String, MachineLimits> machines, long keptOutputBytes) {
    return new LocalSettings(
        directory,
        machines,
        keptOutputBytes,
        Path.of(""),
        System.getenv(),
        Map.of(),
        Containment.automatic(),
        CpufreqSettings.NONE);
  }
}
