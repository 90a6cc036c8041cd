package org.espalier.workload.pet;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.workload.cell.CellTable;
import org.espalier.workload.cell.CellTable.Pair;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.random.RandomStreams;

/**
 * Draws PETs around means: for each cell so many times from a distribution with the cell's mean;
 * their histogram is the PMF. The sources draw for each cell a shape uniformly from a range, and
 * times from the gamma distribution with that shape (JOURNAL 8.1, THESIS 3.4.1).
 *
 * <p>The sources do not say whether shapes are whole numbers; here they are not.
 */
public final class PetGenerator {
  private static final double BIMODAL_SHAPE = 50;

  private PetGenerator() {}

  /** A PET around means; empty if its PMFs are too long to be held, which is reported. */
  public static Optional<Loaded<PetTable>> generate(
      Means means, PetSpec spec, FileProblems problems) {
    CellTable<Samples> cells = new CellTable<>(means.taskTypes(), means.machineTypes());
    RandomStreams streams = new RandomStreams(spec.seed());
    double ticksPerUnit = (double) spec.unit().toNanos() / spec.tick().toNanos();
    for (int i = 0; i < means.taskTypes().size(); i++) {
      for (int j = 0; j < means.machineTypes().size(); j++) {
        Pair pair = new Pair(means.taskTypes().get(i), means.machineTypes().get(j));
        OptionalDouble mean = means.find(pair);
        if (mean.isPresent()) {
          UniformRandomProvider random = streams.stream("pet", i, j);
          ContinuousSampler times =
              sampler(spec.times(), random, mean.getAsDouble() * ticksPerUnit, ticksPerUnit);
          cells.named(pair, 0).put(0, samples(times, spec.samples()));
        }
      }
    }
    return Histograms.pet(cells, spec.tick(), spec.step(), problems);
  }

  private static Samples samples(ContinuousSampler times, int count) {
    Samples samples = new Samples();
    for (int k = 0; k < count; k++) {
      samples.add(times.sample());
    }
    return samples;
  }

  /**
   * A sampler of times around a mean in ticks.
   *
   * @param unit that of the mean before it was in ticks, in ticks
   */
  private static ContinuousSampler sampler(
      TimeDistribution times, UniformRandomProvider random, double mean, double unit) {
    return switch (times) {
      case TimeDistribution.Gamma gamma ->
          gamma(random, mean, between(gamma.leastShape(), gamma.greatestShape(), random));
      case TimeDistribution.GammaByScale gamma -> {
        double scale = unit * between(gamma.leastScale(), gamma.greatestScale(), random);
        yield gamma(random, mean, mean / scale);
      }
      case TimeDistribution.LogNormal logNormal -> logNormal(random, mean, logNormal.sigma());
      case TimeDistribution.Bimodal bimodal -> bimodal(random, mean, bimodal);
    };
  }

  private static double between(double least, double greatest, UniformRandomProvider random) {
    return least + random.nextDouble() * (greatest - least);
  }

  private static ContinuousSampler gamma(UniformRandomProvider random, double mean, double shape) {
    return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, mean / shape);
  }

  private static ContinuousSampler logNormal(
      UniformRandomProvider random, double mean, double sigma) {
    double mu = Math.log(mean) - sigma * sigma / 2;
    return LogNormalSampler.of(ZigguratSampler.NormalizedGaussian.of(random), mu, sigma);
  }

  private static ContinuousSampler bimodal(
      UniformRandomProvider random, double mean, TimeDistribution.Bimodal times) {
    double shortMean = mean / (1 - times.share() + times.share() * times.ratio());
    ContinuousSampler shortTimes = gamma(random, shortMean, BIMODAL_SHAPE);
    return () -> (random.nextDouble() < times.share() ? times.ratio() : 1) * shortTimes.sample();
  }
}
