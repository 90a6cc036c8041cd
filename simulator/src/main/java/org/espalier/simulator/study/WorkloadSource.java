package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.generator.TaskMix;

/** Where the workload of a trial comes from. */
public sealed interface WorkloadSource {
  /** The options that are not left to their defaults. */
  InputValues options();

  /** All options that it heeds with a value each. */
  default InputValues complete() {
    return switch (this) {
      case Files files ->
          files.options().complete(WorkloadOptions.OF_FILES.stream().filter(files::heeds).toList());
      case Generated(var given, var mix) -> WorkloadOptions.complete(given, mix);
    };
  }

  /** The same with other values of options. */
  default WorkloadSource with(InputValues others) {
    return switch (this) {
      case Generated(var own, var mix) -> new Generated(own.with(others), mix);
      case Files(var place, var names, var own, var windows) ->
          new Files(place, names, own.with(others), windows);
    };
  }

  /**
   * It is generated.
   *
   * @param mix which types arrive and how; empty where all do
   */
  record Generated(InputValues options, Optional<TaskMix> mix) implements WorkloadSource {}

  /**
   * Windows of time, one right after the other.
   *
   * @param length of each
   * @param count how many there are
   */
  record Windows(Duration length, int count) {}

  /**
   * It is read from files.
   *
   * @param directory that relative names are relative to
   * @param byPattern name of the files for each arrival pattern, with {@code {intensity}} and
   *     {@code {trial}} in it; a single name, for any pattern, stands under {@link #ANY_PATTERN}
   * @param options of workload files, where no axis gives them
   * @param windows into which a file is cut, each a trial; empty where trials meet whole files
   */
  record Files(
      Path directory, Map<String, String> byPattern, InputValues options, Optional<Windows> windows)
      implements WorkloadSource {
    /** Stands for any pattern. */
    public static final String ANY_PATTERN = "";

    private static final String INTENSITY = "{intensity}";

    /**
     * The names of files that have no place for an option, so that it does not choose among them.
     * There are none for an option that does more than choose.
     */
    List<String> namesWithout(InputOption<?> option) {
      if (option.equals(WorkloadOptions.ARRIVAL_INTENSITY)) {
        return namesWithout(INTENSITY);
      }
      return option.equals(WorkloadOptions.PATTERN) && byPattern.containsKey(ANY_PATTERN)
          ? namesWithout("{pattern}")
          : List.of();
    }

    private List<String> namesWithout(String place) {
      return byPattern.values().stream().filter(name -> !name.contains(place)).sorted().toList();
    }

    /** Whether an option chooses among the files. */
    boolean heeds(InputOption<?> option) {
      return namesWithout(option).size() < byPattern.size();
    }

    /** The file of a trial; empty if there is none for the pattern. */
    Optional<Path> file(String pattern, String intensity, int trial) {
      return name(pattern)
          .map(name ->
              Origin.in(
                  directory,
                  name.replace(INTENSITY, intensity)
                      .replace("{pattern}", pattern)
                      .replace("{trial}", Integer.toString(trial))));
    }

    private Optional<String> name(String pattern) {
      return Optional.ofNullable(byPattern.getOrDefault(pattern, byPattern.get(ANY_PATTERN)));
    }
  }
}
