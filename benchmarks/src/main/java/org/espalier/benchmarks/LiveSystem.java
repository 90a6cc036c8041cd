package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The files of a live system under load: machines of four types, and two task types that run the
 * same command.
 *
 * @param machines number of machines, a multiple of four
 * @param policy name of the policy, run with preset journal
 * @param command argument vector of the tasks, as YAML
 * @param milliseconds about how long the command takes
 */
record LiveSystem(int machines, String policy, String command, int milliseconds) {
  private static final int MACHINE_TYPES = 4;
  private static final int SAMPLES = 20;

  /** Writes the files; the one to serve is returned. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("data"));
    Files.writeString(directory.resolve("times.csv"), times());
    Files.writeString(directory.resolve("system.yaml"), system());
    return Files.writeString(directory.resolve("live.yaml"), live());
  }

  private String system() {
    StringBuilder text = new StringBuilder("name: load\ntick: 1 ms\nmachine_types:\n");
    for (int m = 0; m < MACHINE_TYPES; m++) {
      text.append("  - name: m").append(m).append('\n');
    }
    text.append("machines:\n");
    for (int i = 0; i < machines; i++) {
      text.append("  - {name: machine-%s, type: m%s}%n".formatted(i, i % MACHINE_TYPES));
    }
    return text.append("pet:\n  samples: times.csv\n  step: 5 ms\n").toString();
  }

  /** Times from half to twice what the command takes, longer on some types of machine. */
  private String times() {
    StringBuilder text = new StringBuilder("task_type,machine_type,execution_time_s\n");
    for (String task : new String[] {"a", "b"}) {
      for (int m = 0; m < MACHINE_TYPES; m++) {
        for (int i = 0; i < SAMPLES; i++) {
          double factor = 0.5 + 1.0 * i / SAMPLES + 0.15 * m;
          text.append(
              String.format(Locale.ROOT, "%s,m%s,%.4f%n", task, m, milliseconds * factor / 1000));
        }
      }
    }
    return text.toString();
  }

  private String live() {
    return """
    system: system.yaml
    policy: %1$s
    preset: journal
    batch_queue: 100000
    http: {port: 0}
    task_types:
      a: {command: %2$s, output: discard}
      b: {command: %2$s, output: discard}
    """
        .formatted(policy, command);
  }
}
