package org.espalier.workload.pet;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.random.RandomStreams;

/**
 * Draws PETs around means: for each cell so many times from a distribution with the cell's mean;
 * their histogram is the PMF. The sources draw for each cell a shape uniformly from a range, and
 * times from the gamma distribution with that shape (JOURNAL 8.1, THESIS 3.4.1).
 *
 * <p>The sources do not say whether shapes are whole numbers; here they are not.
 */
public final class PetGenerator {
  private PetGenerator() {}

  /**
   * A PET around means; the same for the same arguments.
   *
   * @throws org.espalier.workload.document.InvalidInputException if a step is so short that the
   *     PMFs are too long to be held
   */
  public static PetTable generate(Means means, PetSpec spec) {
    Problems problems = new Problems();
    Optional<PetTable> table = generate(means, spec, problems.in(Path.of("generated PET")));
    problems.throwIfAny();
    return table.orElseThrow();
  }

  /** A PET around means that stand in a file; empty if there are problems. */
  public static Optional<PetTable> generate(Means means, PetSpec spec, FileProblems problems) {
    CellTable<PStateSamples> cells = new CellTable<>();
    for (int i = 0; i < means.taskTypes().size(); i++) {
      for (int j = 0; j < means.machineTypes().size(); j++) {
        draw(means, spec, i, j, cells);
      }
    }
    return Histograms.matrix(cells, spec.step(), problems)
        .map(matrix -> new PetTable(means.taskTypes(), means.machineTypes(), spec.tick(), matrix));
  }

  private static void draw(
      Means means, PetSpec spec, int taskType, int machineType, CellTable<PStateSamples> cells) {
    Samples cell =
        cells
            .cell(
                means.taskTypes().get(taskType),
                means.machineTypes().get(machineType),
                name -> new PStateSamples())
            .at(0);
    ContinuousSampler times =
        sampler(means.get(taskType, machineType), spec, taskType, machineType);
    for (int k = 0; k < spec.samples(); k++) {
      cell.add(times.sample());
    }
  }

  private static ContinuousSampler sampler(
      double mean, PetSpec spec, int taskType, int machineType) {
    UniformRandomProvider random =
        new RandomStreams(spec.seed()).stream("pet", taskType, machineType);
    double ticks = mean * ticksPerUnit(spec.unit(), spec.tick());
    return TimeSamplers.of(spec.times(), random, ticks);
  }

  private static double ticksPerUnit(Duration unit, Duration tick) {
    return (double) unit.toNanos() / tick.toNanos();
  }
}
