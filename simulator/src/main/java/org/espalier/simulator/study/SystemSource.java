package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
   * @param file its description; the first one where an axis has several
   * @param times execution times in place of its own
   * @param others the files of an axis of systems, by their names, the first one among them; none
   *     without such an axis
   * @param machines numbers of machines in place of its own, by machine type, but for those of axes
   */
  record Described(
      Path file,
      Optional<OtherTimes> times,
      Map<String, Path> others,
      Map<String, Integer> machines)
      implements SystemSource {
    public Described {
      others = Collections.unmodifiableMap(new LinkedHashMap<>(others));
      machines = Map.copyOf(machines);
    }

    /** One file, with the machines that it describes. */
    public Described(Path file, Optional<OtherTimes> times) {
      this(file, times, Map.of(), Map.of());
    }

    /** All files: of systems, and of other times. */
    List<Path> files() {
      List<Path> files = new ArrayList<>(others.isEmpty() ? List.of(file) : others.values());
      times.ifPresent(other -> files.addAll(other.files()));
      return files;
    }

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
