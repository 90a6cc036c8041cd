package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.workload.generator.WorkloadModel;

/** Which of the workloads of a study a scenario meets. */
public sealed interface WorkloadChoice {
  /** It is generated. */
  record Generated(WorkloadModel model) implements WorkloadChoice {}

  /**
   * It is read from files.
   *
   * @param pattern word of its arrival pattern
   * @param intensity its arrival intensity, as names of files have it
   * @param load by what arrival times are divided
   * @param recorded whether tasks take what they took when they were recorded
   * @param begin when trials begin by its clock; empty for its first arrival
   */
  record Files(
      WorkloadSource.Files source,
      String pattern,
      String intensity,
      double load,
      boolean recorded,
      Optional<Duration> begin)
      implements WorkloadChoice {
    /** The file of a trial; empty if there is none for the pattern. */
    Optional<Path> file(int trial) {
      return source.file(pattern, intensity, trial);
    }
  }
}
