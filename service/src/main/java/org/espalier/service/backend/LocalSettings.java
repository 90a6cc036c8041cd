package org.espalier.service.backend;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.espalier.workload.process.UserEnvironment;

/**
 * Where and how commands run on this computer.
 *
 * @param directory where the back end keeps its files; one service at a time can use it
 * @param machines the limits of each machine, by name
 * @param keptOutputBytes total size of the kept output of launches that are over; when there is
 *     more, the oldest goes
 * @param workingDirectory where commands are started
 * @param environment all environment variables of commands
 * @param taskLimits limits by task type; what they need must be there at the start
 * @param containment how the processes of a task are held together
 * @param cpufreq which machines run their P-states by cpufreq
 */
public record LocalSettings(
    Path directory,
    Map<String, MachineLimits> machines,
    long keptOutputBytes,
    Path workingDirectory,
    Map<String, String> environment,
    Map<String, LaunchLimits> taskLimits,
    Containment containment,
    CpufreqSettings cpufreq)
    implements BackendSettings {
  private static final List<String> PASSED_ON =
      List.of("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR");

  /** The launchers' program, in the directory of the back end. */
  static final String SCRIPT = "launcher.sh";

  public LocalSettings {
    directory = directory.toAbsolutePath().normalize();
    workingDirectory = workingDirectory.toAbsolutePath().normalize();
    machines = Map.copyOf(machines);
    environment = Map.copyOf(environment);
    taskLimits = Map.copyOf(taskLimits);
    if (directory.toString().chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "the directory '%s' has control characters in its name; take another"
              .formatted(directory));
    }
  }

  /** The variables that commands are given of the environment of whoever starts them. */
  public static Map<String, String> passedOn() {
    Map<String, String> environment = new TreeMap<>(UserEnvironment.get());
    environment.keySet().retainAll(PASSED_ON);
    return environment;
  }

  /** Its directory in a data directory. */
  public static Path home(Path data) {
    return data.resolve("local");
  }
}
