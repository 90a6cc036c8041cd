package org.espalier.analysis.stochastic;

import java.util.Arrays;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Judges chromosomes by percentiles of sampled utilities, energies or makespans (DISSERTATION
 * 7.2.2.2). Only machines whose tasks change are walked again, from the last checkpoint before the
 * first change on.
 */
public final class PercentileEvaluation implements ChromosomeEvaluation<SampledState> {
  private static final int LEAST_INTERVAL = 16;

  /** Numbers in the checkpoints of one chromosome, at most. */
  private static final long MOST_CHECKPOINTED = 250_000;

  private final StaticProblem problem;
  private final Samples samples;
  private final UtilityTables tables;
  private final ObjectivePair objectives;
  private final Percentile first;
  private final Percentile second;
  private final int interval;
  private final SampledRun idle;

  /**
   * One for samples.
   *
   * @param first of the first objective
   * @param second of the second objective
   * @throws IllegalArgumentException if an objective is none of utility, energy and makespan
   */
  public PercentileEvaluation(
      Samples samples, ObjectivePair objectives, Percentile first, Percentile second) {
    this.samples = samples;
    this.problem = samples.problem();
    this.tables = new UtilityTables(samples);
    this.objectives = objectives;
    this.first = first;
    this.second = second;
    long numbers = 3L * samples.count() * problem.tasks();
    this.interval = (int) Math.max(LEAST_INTERVAL, Math.ceilDiv(numbers, MOST_CHECKPOINTED));
    this.idle = SampledRun.idle(samples.count());
    check(objectives.first());
    check(objectives.second());
  }

  private static void check(Objective objective) {
    if (objective == Objective.COST || objective == Objective.ROBUSTNESS) {
      throw new IllegalArgumentException(
          "objective %s has no percentile; expected utility, energy or makespan"
              .formatted(objective.key()));
    }
  }

  @Override
  public boolean usesOrders() {
    return true;
  }

  @Override
  public SampledState newState() {
    return new SampledState(problem.machines(), idle);
  }

  @Override
  public Worker<SampledState> newWorker() {
    return new OneThread();
  }

  private final class OneThread implements Worker<SampledState> {
    private final MachineQueues queues = new MachineQueues(problem);
    private final SampleWalk walk = new SampleWalk(samples, tables);
    private final double[] values = new double[samples.count()];

    @Override
    public void evaluate(Chromosome<SampledState> chromosome) {
      Arrays.fill(chromosome.state().runs, idle);
      queues.setAll(chromosome.placements(), chromosome.orders());
      walkTouched(chromosome);
    }

    @Override
    public void evaluate(
        Chromosome<SampledState> offspring,
        Chromosome<SampledState> parent,
        int[] changed,
        int count) {
      SampledRun[] before = parent.state().runs;
      System.arraycopy(before, 0, offspring.state().runs, 0, before.length);
      queues.setChanges(
          offspring.placements(), offspring.orders(), parent.placements(), changed, count);
      walkTouched(offspring);
      queues.forget(changed, count);
    }

    private void walkTouched(Chromosome<SampledState> chromosome) {
      SampledRun[] runs = chromosome.state().runs;
      for (int i = 0; i < queues.touched(); i++) {
        int machine = queues.touched(i);
        int[] tasks = queues.tasks(machine, runs[machine].tasks, chromosome.orders());
        runs[machine] = run(runs[machine], tasks, modes(tasks, chromosome.placements()));
      }
      chromosome.setLosses(
          loss(runs, objectives.first(), first), loss(runs, objectives.second(), second));
    }

    private int[] modes(int[] tasks, int[] placements) {
      int[] modes = new int[tasks.length];
      for (int place = 0; place < tasks.length; place++) {
        modes[place] = problem.modeOf(placements[tasks[place]]);
      }
      return modes;
    }

    private SampledRun run(SampledRun before, int[] tasks, int[] modes) {
      int difference = before.firstDifference(tasks, modes);
      if (difference < 0) {
        return before;
      }
      int places = tasks.length == 0 ? 0 : (tasks.length - 1) / interval;
      SampledSums[] checkpoints = new SampledSums[places];
      int kept = Math.min(difference / interval, Math.min(places, before.checkpoints.length));
      System.arraycopy(before.checkpoints, 0, checkpoints, 0, kept);
      if (kept == 0) {
        walk.begin();
      } else {
        walk.begin(checkpoints[kept - 1]);
      }
      for (int place = kept * interval; place < tasks.length; place++) {
        if (place % interval == 0 && place / interval > kept) {
          checkpoints[place / interval - 1] = walk.sums();
        }
        walk.step(tasks[place], modes[place]);
      }
      return new SampledRun(tasks, modes, checkpoints, walk.sums());
    }

    private double loss(SampledRun[] runs, Objective objective, Percentile percentile) {
      Arrays.fill(values, 0);
      for (SampledRun run : runs) {
        switch (objective) {
          case MAKESPAN -> takeGreatest(values, run.end.ready(), samples.unitSeconds());
          case UTILITY -> add(values, run.end.utility());
          default -> add(values, run.end.joules());
        }
      }
      Arrays.sort(values);
      return objective.loss(
          objective.isMaximised()
              ? percentile.ofDescending(values)
              : percentile.ofAscending(values));
    }
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
