package org.espalier.analysis.nsga2;

import java.util.Arrays;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Makespan, energy and cost of tasks that all arrive at 0: sums that hang on the placements alone
 * (DISSERTATION 6.4.2). They are kept as whole multiples of a power of two that is below the last
 * digit of a double, so that taking away what was added is exact and nothing drifts.
 *
 * <p>What is kept of a chromosome: the finish time of each machine, then the sum of the first and
 * that of the second objective.
 */
final class LoadSums implements ChromosomeEvaluation<long[]> {
  private static final int BITS = 60;

  private final StaticProblem problem;
  private final Objective first;
  private final Objective second;

  /** [task type * placements + placement]. */
  private final long[] seconds;

  private final long[] firstWeights;
  private final long[] secondWeights;
  private final double secondsUnit;
  private final double firstUnit;
  private final double secondUnit;

  LoadSums(StaticProblem problem, ObjectivePair objectives) {
    this.problem = problem;
    first = objectives.first();
    second = objectives.second();
    double[] times = cells(Objective.MAKESPAN);
    double[] firsts = cells(first);
    double[] seconds = cells(second);
    secondsUnit = unit(times);
    firstUnit = unit(firsts);
    secondUnit = unit(seconds);
    this.seconds = units(times, secondsUnit);
    firstWeights = units(firsts, firstUnit);
    secondWeights = units(seconds, secondUnit);
  }

  /** What a task of a type adds on a placement; 0 where it cannot run. */
  private double[] cells(Objective objective) {
    double[] byMode = MachineRuns.cells(problem, objective);
    double[] cells = new double[problem.taskTypes() * problem.placements()];
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int placement : problem.placementsFor(type)) {
        cells[type * problem.placements() + placement] =
            byMode[type * problem.modes() + problem.modeOf(placement)];
      }
    }
    return cells;
  }

  /** The smallest power of two of which no sum of all tasks has too many. */
  private double unit(double[] cells) {
    double largest = Arrays.stream(cells).max().orElse(0);
    return largest == 0 ? 1 : Math.scalb(1, Math.getExponent(largest * problem.tasks()) - BITS);
  }

  private static long[] units(double[] cells, double unit) {
    return Arrays.stream(cells).mapToLong(cell -> (long) Math.rint(cell / unit)).toArray();
  }

  @Override
  public boolean usesOrders() {
    return false;
  }

  @Override
  public long[] newState() {
    return new long[problem.machines() + 2];
  }

  @Override
  public Worker<long[]> newWorker() {
    return new Sums();
  }

  private final class Sums implements Worker<long[]> {
    private final int machines = problem.machines();
    private final int placements = problem.placements();
    private final int[] types = new int[problem.tasks()];
    private final int[] machineOf = new int[placements];

    Sums() {
      Arrays.setAll(types, problem::type);
      Arrays.setAll(machineOf, problem::machineOf);
    }

    @Override
    public void evaluate(Chromosome<long[]> chromosome) {
      long[] sums = chromosome.state();
      Arrays.fill(sums, 0);
      for (int task = 0; task < types.length; task++) {
        add(sums, task, chromosome.placements()[task]);
      }
      setLosses(chromosome);
    }

    @Override
    public void evaluate(
        Chromosome<long[]> offspring, Chromosome<long[]> parent, int[] changed, int count) {
      long[] sums = offspring.state();
      System.arraycopy(parent.state(), 0, sums, 0, sums.length);
      for (int i = 0; i < count; i++) {
        int task = changed[i];
        remove(sums, task, parent.placements()[task]);
        add(sums, task, offspring.placements()[task]);
      }
      setLosses(offspring);
    }

    private void add(long[] sums, int task, int placement) {
      if (placement != Allocation.NOT_EXECUTED) {
        int cell = types[task] * placements + placement;
        sums[machineOf[placement]] += seconds[cell];
        sums[machines] += firstWeights[cell];
        sums[machines + 1] += secondWeights[cell];
      }
    }

    private void remove(long[] sums, int task, int placement) {
      if (placement != Allocation.NOT_EXECUTED) {
        int cell = types[task] * placements + placement;
        sums[machineOf[placement]] -= seconds[cell];
        sums[machines] -= firstWeights[cell];
        sums[machines + 1] -= secondWeights[cell];
      }
    }

    private void setLosses(Chromosome<long[]> chromosome) {
      long[] sums = chromosome.state();
      chromosome.setLosses(
          first == Objective.MAKESPAN ? makespan(sums) : sums[machines] * firstUnit,
          second == Objective.MAKESPAN ? makespan(sums) : sums[machines + 1] * secondUnit);
    }

    private double makespan(long[] sums) {
      long latest = 0;
      for (int machine = 0; machine < machines; machine++) {
        latest = Math.max(latest, sums[machine]);
      }
      return latest * secondsUnit;
    }
  }
}
