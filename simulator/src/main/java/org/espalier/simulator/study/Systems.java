package org.espalier.simulator.study;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.system.SystemFiles;

/** Makes the system of a trial: a function of the study, the system's options and the trial. */
sealed interface Systems {
  /** The systems of a study; empty if there are problems: a file that is not good. */
  static Optional<Systems> of(SystemSource source, long seed, Problems problems) {
    return switch (source) {
      case SystemSource.Described file ->
          SystemFiles.read(file.file(), file.times(), problems).map(Read::new);
      case SystemSource.Generated generated ->
          Optional.of(new Drawn(SystemOption.tick(generated.options()), seed));
    };
  }

  /** The system of a trial. */
  HcSystem make(Map<SystemOption, String> options, int trial);

  /** What one tick is in all of them. */
  Duration tick();

  /** What was done to the input, one sentence each. */
  List<String> notes();

  /** All are the one that was read. */
  record Read(Loaded<HcSystem> system) implements Systems {
    @Override
    public HcSystem make(Map<SystemOption, String> options, int trial) {
      return system.value();
    }

    @Override
    public Duration tick() {
      return system.value().tick();
    }

    @Override
    public List<String> notes() {
      return system.notes();
    }
  }

  /** They are generated. */
  record Drawn(Duration tick, long seed) implements Systems {
    @Override
    public HcSystem make(Map<SystemOption, String> options, int trial) {
      return SystemOption.model(options).generate(seed, trial);
    }

    @Override
    public List<String> notes() {
      return List.of();
    }
  }
}
