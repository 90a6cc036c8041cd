package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.system.OtherTimes;

/** Where the system of a trial comes from. */
public sealed interface SystemSource {
  /**
   * It is read from a file, and all trials run on it.
   *
   * @param systems descriptions by their names on the axis of systems; one under the empty name
   *     where there is no such axis
   * @param times execution times in place of theirs
   * @param machines numbers of machines in place of theirs, by machine type, but for those of axes
   */
  record Described(
      Map<String, Path> systems, Optional<OtherTimes> times, Map<String, Integer> machines)
      implements SystemSource {

    /** All files: of systems, and of other times. */
    List<Path> files() {
      List<Path> files = new ArrayList<>(systems.values());
      times.ifPresent(other -> files.addAll(other.files()));
      return files;
    }
  }

  /**
   * It is generated.
   *
   * @param options those that are not left to their defaults
   */
  record Generated(InputValues options) implements SystemSource {}
}
