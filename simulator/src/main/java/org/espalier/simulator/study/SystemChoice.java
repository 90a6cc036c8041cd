package org.espalier.simulator.study;

import java.util.Map;

/**
 * Which of the systems of a study a scenario runs on.
 *
 * @param options the options of a generated system, all of them; none where it is read from a file
 * @param name its value on the axis of system files; empty where there is none
 * @param machines numbers of machines in place of those of the file, by machine type
 */
public record SystemChoice(
    Map<SystemOption, String> options, String name, Map<String, Integer> machines) {
  public SystemChoice {
    options = Map.copyOf(options);
    machines = Map.copyOf(machines);
  }

  /** A generated system. */
  static SystemChoice generated(Map<SystemOption, String> options) {
    return new SystemChoice(options, "", Map.of());
  }
}
