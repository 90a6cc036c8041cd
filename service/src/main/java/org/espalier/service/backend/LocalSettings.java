package org.espalier.service.backend;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where and how commands run on this computer.
 *
 * @param directory where the back end keeps its files; one service at a time can use it
 * @param machines the limits of each machine, by name
 * @param keptOutputBytes total size of the kept output of launches that are over; when there is
 *     more, the oldest goes
 * @param workingDirectory where commands are started
 * @param environment all environment variables of commands
 */
public record LocalSettings(
    Path directory,
    Map<String, MachineLimits> machines,
    long keptOutputBytes,
    Path workingDirectory,
    Map<String, String> environment)
    implements BackendSettings {
  private static final String HOME = "local";
  private static final String RUNS = "runs";

  public LocalSettings {
    directory = directory.toAbsolutePath().normalize();
    workingDirectory = workingDirectory.toAbsolutePath().normalize();
    machines = Map.copyOf(machines);
    environment = Map.copyOf(environment);
    if (keptOutputBytes < 0) {
      throw new IllegalArgumentException(
          "kept output is %d bytes; expected at least 0".formatted(keptOutputBytes));
    }
    if (directory.toString().chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "the directory '%s' has control characters in its name; take another"
              .formatted(directory));
    }
  }

  /** Its directory in a data directory; one that it shared with the store at first stays. */
  public static Path home(Path data) {
    return Files.isDirectory(data.resolve(RUNS)) ? data : data.resolve(HOME);
  }

  @Override
  public LocalSettings inData(Path data) {
    return new LocalSettings(home(data), machines, keptOutputBytes, workingDirectory, environment);
  }

  /** Commands run where the service was started, and in its environment. */
  public static LocalSettings of(
      Path directory, Map<String, MachineLimits> machines, long keptOutputBytes) {
    return new LocalSettings(directory, machines, keptOutputBytes, Path.of(""), System.getenv());
  }
}
