package org.espalier.analysis.stochastic;

import java.util.Arrays;
import java.util.List;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.MachineEvaluation;
import org.espalier.analysis.nsga2.MachineHistory;
import org.espalier.analysis.nsga2.MachineWalk;

/**
 * Judges chromosomes by percentiles of sampled utilities, energies or makespans (DISSERTATION
 * 7.2.2.2).
 */
public final class PercentileEvaluation extends MachineEvaluation<SampledSums> {
  private static final int LEAST_INTERVAL = 16;

  /** Numbers in the checkpoints of one chromosome, at most. */
  private static final long MOST_CHECKPOINTED = 250_000;

  private final SampledOutcomes samples;
  private final UtilityTables tables;
  private final ObjectivePair objectives;
  private final Percentile first;
  private final Percentile second;

  /**
   * An evaluation by samples. Objectives are utility, energy or makespan: others have no
   * percentile.
   *
   * @param first of the first objective
   * @param second of the second objective
   */
  public PercentileEvaluation(
      SampledOutcomes samples, ObjectivePair objectives, Percentile first, Percentile second) {
    super(samples.problem(), interval(samples), SampledSums.none(samples.count()));
    this.samples = samples;
    this.tables = new UtilityTables(samples);
    this.objectives = objectives;
    this.first = first;
    this.second = second;
  }

  private static int interval(SampledOutcomes samples) {
    long numbers = 3L * samples.count() * samples.problem().tasks();
    return (int) Math.max(LEAST_INTERVAL, Math.ceilDiv(numbers, MOST_CHECKPOINTED));
  }

  @Override
  protected MachineWalk<SampledSums> newWalk() {
    return new SampleWalk(samples, tables);
  }

  @Override
  protected void setLosses(Chromosome<List<MachineHistory<SampledSums>>> chromosome) {
    chromosome.setLosses(
        loss(chromosome.state(), objectives.first(), first),
        loss(chromosome.state(), objectives.second(), second));
  }

  private double loss(
      List<MachineHistory<SampledSums>> machines, Objective objective, Percentile percentile) {
    double[] values = new double[samples.count()];
    for (MachineHistory<SampledSums> machine : machines) {
      SampledSums sums = machine.end();
      switch (objective) {
        case MAKESPAN -> takeGreatest(values, sums.ready(), samples.unitSeconds());
        case UTILITY -> add(values, sums.utility());
        default -> add(values, sums.joules());
      }
    }
    Arrays.sort(values);
    double value =
        objective.isMaximised() ? percentile.ofDescending(values) : percentile.ofAscending(values);
    return objective.loss(value);
  }

  private static void add(double[] sums, float[] values) {
    for (int n = 0; n < sums.length; n++) {
      sums[n] += values[n];
    }
  }

  private static void takeGreatest(double[] greatest, int[] units, double unitSeconds) {
    for (int n = 0; n < greatest.length; n++) {
      greatest[n] = Math.max(greatest[n], units[n] * unitSeconds);
    }
  }
}
