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

/** Makes the system of a trial: a function of the study, the system's options and the trial. */
sealed interface Systems {
  /** The systems of a study; empty if there are problems: a file that is not good. */
  static Optional<Systems> of(SystemSource source, long seed, Problems problems) {
    return switch (source) {
      case SystemSource.Described described -> Read.of(described, problems);
      case SystemSource.Generated generated ->
          Optional.of(new Drawn(SystemOptions.tick(generated.options()), seed));
    };
  }

  /** The system of a trial. */
  HcSystem make(SystemChoice choice, int trial);

  /** What one tick is in all of them. */
  Duration tick();

  /** Whether machines of any of them fail. */
  default boolean fail() {
    return false;
  }

  /** What was done to the input, one sentence each. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * They are read from files.
   *
   * @param byName by their names on the axis of systems; one under the empty name where there is no
   *     such axis
   */
  record Read(Map<String, Loaded<HcSystem>> byName) implements Systems {

    private static Optional<Systems> of(SystemSource.Described source, Problems problems) {
      Map<String, Loaded<HcSystem>> read = new LinkedHashMap<>();
      source
          .systems()
          .forEach((name, file) ->
              SystemFiles.read(file, source.times(), problems)
                  .ifPresent(system -> read.put(name, system)));
      return read.size() == source.systems().size()
          ? Optional.of(new Read(read))
          : Optional.empty();
    }

    @Override
    public HcSystem make(SystemChoice choice, int trial) {
      return MachineCounts.of(
          Objects.requireNonNull(byName.get(choice.name())).value(), choice.machines());
    }

    @Override
    public boolean fail() {
      return byName.values().stream().anyMatch(system -> system.value().hasFailures());
    }

    /** The systems as their files describe them, by name. */
    Map<String, HcSystem> all() {
      Map<String, HcSystem> all = new LinkedHashMap<>();
      byName.forEach((name, system) -> all.put(name, system.value()));
      return all;
    }

    @Override
    public Duration tick() {
      return byName.values().iterator().next().value().tick();
    }

    @Override
    public List<String> notes() {
      return byName.entrySet().stream()
          .flatMap(entry ->
              entry.getValue().notes().stream()
                  .map(note -> entry.getKey().isEmpty() ? note : entry.getKey() + ": " + note))
          .toList();
    }
  }

  /** They are generated. */
  record Drawn(Duration tick, long seed) implements Systems {
    @Override
    public HcSystem make(SystemChoice choice, int trial) {
      return choice.generated().orElseThrow().generate(seed, trial);
    }
  }
}
