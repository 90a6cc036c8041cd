package org.espalier.workload.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Samples of execution times that take the place of the PET of a system, for the types that it
 * names.
 *
 * @param samples file of execution-time samples
 * @param means file of mean execution times, to which cells without samples are scaled
 * @param step the lattice step; found from the samples if empty
 */
public record MeasuredTimes(Path samples, Optional<Path> means, Optional<Duration> step)
    implements OtherTimes {

  @Override
  public Path file() {
    return samples;
  }

  @Override
  public List<Path> files() {
    return Stream.concat(Stream.of(samples), means.stream()).toList();
  }
}
