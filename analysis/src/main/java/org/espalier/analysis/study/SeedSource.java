package org.espalier.analysis.study;

import java.nio.file.Path;
import org.espalier.workload.policy.PolicyChoice;

/** Where an allocation of the first population comes from. */
public sealed interface SeedSource {
  /** What tables and files call it. */
  String name();

  /**
   * A heuristic.
   *
   * @param name its name, such as {@code min-energy}
   */
  record Heuristic(String name) implements SeedSource {}

  /**
   * What a policy of the registry does with the trace (DISSERTATION 7.3.4).
   *
   * @param name what it is called
   * @param choice the policy and its settings
   */
  record OfPolicy(String name, PolicyChoice choice) implements SeedSource {}

  /** An allocation in a file, such as a table of traced tasks. */
  record OfFile(Path file) implements SeedSource {
    @Override
    public String name() {
      return String.valueOf(file.getFileName());
    }
  }
}
