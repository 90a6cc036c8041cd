package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What a PET is made of: execution-time samples, and mean execution times for cells without any.
 *
 * @param samples file of the samples, see {@link SampleFiles}
 * @param means file of the means, see {@link CellMeans}
 * @param choice the types that are wanted
 * @param corunners what becomes of samples of tasks that ran beside others
 */
public record MeasuredFiles(
    Path samples, Optional<Path> means, TypeChoice choice, Corunners corunners) {
  public MeasuredFiles {
    Objects.requireNonNull(samples, "samples");
    Objects.requireNonNull(means, "means");
    Objects.requireNonNull(choice, "choice");
    Objects.requireNonNull(corunners, "corunners");
  }

  /** Files of which samples of tasks beside others are left out. */
  public MeasuredFiles(Path samples, Optional<Path> means, TypeChoice choice) {
    this(samples, means, choice, new Corunners.Alone());
  }

  /** Samples alone, of all types. */
  public static MeasuredFiles of(Path samples) {
    return new MeasuredFiles(samples, Optional.empty(), TypeChoice.ALL);
  }
}
