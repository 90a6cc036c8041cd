package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a PET is made of: execution-time samples, and mean execution times for cells without any.
 *
 * @param samples file of the samples, see {@link SampleFiles}
 * @param means file of the means in seconds, see {@link Means}
 * @param choice the types that are wanted
 * @param ofSlurm whether the samples are jobs as {@code sacct --parsable2} of Slurm prints them
 */
public record MeasuredFiles(
    Path samples, Optional<Path> means, TypeChoice choice, boolean ofSlurm) {

  /** Samples that are not those of Slurm. */
  public MeasuredFiles(Path samples, Optional<Path> means, TypeChoice choice) {
    this(samples, means, choice, false);
  }

  /** Samples alone, of all types. */
  public static MeasuredFiles of(Path samples) {
    return new MeasuredFiles(samples, Optional.empty(), TypeChoice.ALL);
  }
}
