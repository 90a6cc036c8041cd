package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.system.OtherTimes;

/** Where the system of a trial comes from. */
public sealed interface SystemSource {
  /** The options that are not left to their defaults; none where it is read. */
  Map<SystemOption, String> options();

  /**
   * It is read from a file, and all trials run on it.
   *
   * @param file its description
   * @param times execution times in place of its own
   */
  record Described(Path file, Optional<OtherTimes> times) implements SystemSource {
    @Override
    public Map<SystemOption, String> options() {
      return Map.of();
    }
  }

  /** It is generated. */
  record Generated(Map<SystemOption, String> options) implements SystemSource {
    public Generated {
      options = Map.copyOf(options);
    }
  }
}
