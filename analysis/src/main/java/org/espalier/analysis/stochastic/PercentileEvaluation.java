package org.espalier.analysis.stochastic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.nsga2.ChromosomeEvaluation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Judges chromosomes by percentiles of sampled utilities, energies or makespans (DISSERTATION
 * 7.2.2.2). Only machines whose tasks change are walked again, from the last checkpoint before the
 * first change on; the result is the same to the last bit.
 */
public final class PercentileEvaluation implements ChromosomeEvaluation<MachineHistory[]> {
  private static final int LEAST_INTERVAL = 16;

  /** Numbers in the checkpoints of one chromosome, at most. */
  private static final long MOST_CHECKPOINTED = 250_000;

  private final StaticProblem problem;
  private final SampledOutcomes samples;
  private final UtilityTables tables;
  private final ObjectivePair objectives;
  private final Percentile first;
  private final Percentile second;

  /** Places from one checkpoint to the next. */
  private final int interval;

  /** What a machine without tasks does. */
  private final MachineHistory idle;

  /**
   * An evaluation by samples.
   *
   * @param first of the first objective
   * @param second of the second objective
   * @throws IllegalArgumentException if an objective is none of utility, energy and makespan
   */
  public PercentileEvaluation(
      SampledOutcomes samples, ObjectivePair objectives, Percentile first, Percentile second) {
    check(objectives.first());
    check(objectives.second());
    this.samples = samples;
    this.problem = samples.problem();
    this.tables = new UtilityTables(samples);
    this.objectives = objectives;
    this.first = first;
    this.second = second;
    long numbers = 3L * samples.count() * problem.tasks();
    this.interval = (int) Math.max(LEAST_INTERVAL, Math.ceilDiv(numbers, MOST_CHECKPOINTED));
    this.idle =
        new MachineHistory(new int[0], new int[0], List.of(), SampledSums.none(samples.count()));
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
  public MachineHistory[] newState() {
    MachineHistory[] state = new MachineHistory[problem.machines()];
    Arrays.fill(state, idle);
    return state;
  }

  @Override
  public Worker<MachineHistory[]> newWorker() {
    return new Machines();
  }

  /** Evaluates chromosomes machine by machine. */
  private final class Machines implements Worker<MachineHistory[]> {
    private final SampleWalk walk = new SampleWalk(samples, tables);
    private final SampledQueues queues = new SampledQueues(problem);
    private final double[] values = new double[samples.count()];

    @Override
    public void evaluate(Chromosome<MachineHistory[]> chromosome) {
      Arrays.fill(chromosome.state(), idle);
      queues.setAll(chromosome.placements(), chromosome.orders());
      walkTouched(chromosome);
    }

    @Override
    public void evaluate(
        Chromosome<MachineHistory[]> offspring,
        Chromosome<MachineHistory[]> parent,
        int[] changed,
        int count) {
      System.arraycopy(parent.state(), 0, offspring.state(), 0, problem.machines());
      queues.setChanges(
          offspring.placements(), offspring.orders(), parent.placements(), changed, count);
      walkTouched(offspring);
      queues.forget(changed, count);
    }

    private void walkTouched(Chromosome<MachineHistory[]> chromosome) {
      MachineHistory[] histories = chromosome.state();
      for (int i = 0; i < queues.touched(); i++) {
        int machine = queues.touched(i);
        MachineHistory before = histories[machine];
        int[] tasks = queues.tasks(machine, before.tasks(), chromosome.orders());
        histories[machine] = walked(before, tasks, modes(tasks, chromosome.placements()));
      }
      chromosome.setLosses(
          loss(histories, objectives.first(), first, values),
          loss(histories, objectives.second(), second, values));
    }

    private int[] modes(int[] tasks, int[] placements) {
      int[] modes = new int[tasks.length];
      for (int place = 0; place < tasks.length; place++) {
        modes[place] = problem.modeOf(placements[tasks[place]]);
      }
      return modes;
    }

    private MachineHistory walked(MachineHistory before, int[] tasks, int[] modes) {
      int difference = before.firstDifference(tasks, modes);
      if (difference < 0) {
        return before;
      }
      int kept = Math.min(difference / interval, before.checkpoints().size());
      List<SampledSums> checkpoints = new ArrayList<>(before.checkpoints().subList(0, kept));
      if (kept == 0) {
        walk.begin();
      } else {
        walk.begin(checkpoints.getLast());
      }
      for (int place = kept * interval; place < tasks.length; place++) {
        if (place > kept * interval && place % interval == 0) {
          checkpoints.add(walk.state());
        }
        walk.execute(tasks[place], modes[place]);
      }
      return new MachineHistory(tasks, modes, checkpoints, walk.state());
    }
  }

  private double loss(
      MachineHistory[] machines, Objective objective, Percentile percentile, double[] values) {
    Arrays.fill(values, 0);
    for (MachineHistory machine : machines) {
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
