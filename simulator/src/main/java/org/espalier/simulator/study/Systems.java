package org.espalier.simulator.study;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.SystemFiles;

/**
 * Makes the system of a trial: a function of the study, the system's options and the trial.
 *
 * @param read those of files, by their names on the axis of systems; one under the empty name where
 *     there is no such axis; none where systems are generated
 * @param tick what one tick is in all of them
 * @param seed of those that are generated
 */
record Systems(Map<String, Loaded<HcSystem>> read, Duration tick, long seed) {
  /** The systems of a study; empty if there are problems: a file that is not good. */
  static Optional<Systems> of(SystemSource source, long seed, Problems problems) {
    return switch (source) {
      case SystemSource.Described described -> {
        Map<String, Loaded<HcSystem>> read = new LinkedHashMap<>();
        described
            .systems()
            .forEach((name, file) ->
                SystemFiles.read(file, described.times(), problems)
                    .ifPresent(system -> read.put(name, system)));
        yield read.size() < described.systems().size()
            ? Optional.empty()
            : Optional.of(new Systems(read, read.values().iterator().next().value().tick(), seed));
      }
      case SystemSource.Generated generated ->
          Optional.of(new Systems(Map.of(), SystemOptions.tick(generated.options()), seed));
    };
  }

  /** Whether they are read from files. */
  boolean areRead() {
    return !read.isEmpty();
  }

  /** The system of a trial. */
  HcSystem make(SystemChoice choice, int trial) {
    return choice
        .generated()
        .map(model -> model.generate(seed, trial))
        .orElseGet(() ->
            MachineCounts.of(
                Objects.requireNonNull(read.get(choice.name())).value(), choice.machines()));
  }

  /** The systems as their files describe them, by name. */
  Map<String, HcSystem> ofFiles() {
    Map<String, HcSystem> all = new LinkedHashMap<>();
    read.forEach((name, system) -> all.put(name, system.value()));
    return all;
  }

  /** Whether machines of any of them fail. */
  boolean fail() {
    return read.values().stream().anyMatch(system -> system.value().hasFailures());
  }

  /** What was done to the input, one sentence each. */
  List<String> notes() {
    return read.entrySet().stream()
        .flatMap(entry ->
            entry.getValue().notes().stream()
                .map(note -> entry.getKey().isEmpty() ? note : entry.getKey() + ": " + note))
        .toList();
  }
}
