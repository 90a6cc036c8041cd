package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The files of a live system of simulated machines. Twelve task types take from 0.3 to 1.4 s in the
 * mean, and each of the eight machine types is fast for other tasks.
 *
 * @param machines number of machines, a multiple of eight
 * @param policy name of the policy
 * @param preset its settings: journal or thesis
 */
record SimulatedSystem(int machines, String policy, String preset) {
  /** Names of the task types. */
  static final List<String> TASK_TYPES =
      IntStream.range(0, 12).mapToObj(type -> "t" + type).toList();

  private static final int MACHINE_TYPES = 8;
  private static final int SHORTEST = 300;
  private static final int STEP = 110;
  private static final int STEPS = 11;

  /** Writes the files; the one to serve is returned. */
  Path write(Path directory) throws IOException {
    Files.writeString(directory.resolve("means.csv"), means());
    Files.writeString(directory.resolve("system.yaml"), system());
    return Files.writeString(directory.resolve("live.yaml"), live());
  }

  private static String means() {
    StringBuilder text = new StringBuilder("task_type");
    for (int m = 0; m < MACHINE_TYPES; m++) {
      text.append(",m").append(m);
    }
    for (int t = 0; t < TASK_TYPES.size(); t++) {
      text.append('\n').append(TASK_TYPES.get(t));
      for (int m = 0; m < MACHINE_TYPES; m++) {
        text.append(',').append(SHORTEST + STEP * ((5 * t + 3 * m + t * m) % STEPS));
      }
    }
    return text.append('\n').toString();
  }

  private String system() {
    StringBuilder text = new StringBuilder("name: load\ntick: 1 ms\nmachines:\n");
    for (int m = 0; m < MACHINE_TYPES; m++) {
      text.append("  - {type: m%s, count: %s}%n".formatted(m, machines / MACHINE_TYPES));
    }
    return text.append("pet:\n  generate: {means: means.csv, unit: 1 ms, seed: 1, samples: 500,")
        .append(" shape: [1, 20], step: 20 ms}\n")
        .toString();
  }

  private String live() {
    return """
    system: system.yaml
    backend: simulated
    policy: %s
    preset: %s
    batch_queue: 200000
    http: {port: 0}
    """
        .formatted(policy, preset);
  }
}
