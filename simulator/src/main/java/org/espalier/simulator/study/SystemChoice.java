package org.espalier.simulator.study;

import java.util.Map;
import java.util.Optional;

/**
 * Which of the systems of a study a scenario runs on.
 *
 * @param generated what to generate; empty where the system is read from a file
 * @param name its value on the axis of system files; empty where there is none
 * @param machines numbers of machines in place of those of the file, by machine type
 */
public record SystemChoice(
    Optional<SystemModel> generated, String name, Map<String, Integer> machines) {
  /** A generated system. */
  static SystemChoice of(InputValues options) {
    SystemModel model = SystemOptions.model("generated", options);
    return new SystemChoice(Optional.of(model), "", Map.of());
  }
}
