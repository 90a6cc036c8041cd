package org.espalier.analysis.stochastic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationTotals;
import org.espalier.analysis.problem.StaticProblem;

/**
 * All that may come of an allocation of a few tasks: every combination of their times and powers,
 * each with its probability. {@link ExactOutcome} must agree with it. Immutable.
 */
public final class EnumeratedOutcome {
  private static final double MOST = 5e6;

  /**
   * What may come of one machine, or of all.
   *
   * @param totals whose makespan is when the machine is ready
   */
  public record Case(AllocationTotals totals, double probability) {}

  private final StaticProblem problem;
  private final Uncertainty uncertainty;
  private final List<List<Case>> byMachine = new ArrayList<>();
  private final int notExecuted;

  private EnumeratedOutcome(StaticProblem problem, Uncertainty uncertainty, Allocation allocation) {
    this.problem = problem;
    this.uncertainty = uncertainty;
    List<List<Integer>> queues = new ArrayList<>();
    for (int machine = 0; machine < problem.machines(); machine++) {
      queues.add(new ArrayList<>());
    }
    int left = 0;
    for (int task : allocation.sequence()) {
      if (allocation.placement(task) == Allocation.NOT_EXECUTED) {
        left++;
      } else {
        queues.get(problem.machineOf(allocation.placement(task))).add(task);
      }
    }
    this.notExecuted = left;
    queues.forEach(queue -> byMachine.add(cases(queue, allocation)));
  }

  /**
   * The outcome of an allocation.
   *
   * @throws IllegalArgumentException if a machine has more than five million cases
   */
  public static EnumeratedOutcome of(
      StaticProblem problem, Uncertainty uncertainty, Allocation allocation) {
    return new EnumeratedOutcome(problem, uncertainty, allocation);
  }

  private List<Case> cases(List<Integer> tasks, Allocation allocation) {
    List<Case> cases = List.of(new Case(new AllocationTotals(0, 0, 0, 0, 0, 0), 1));
    for (int task : tasks) {
      int mode = problem.modeOf(allocation.placement(task));
      PointMasses seconds = uncertainty.seconds(problem.type(task), mode);
      PointMasses watts = uncertainty.watts(problem.type(task), mode);
      if ((double) cases.size() * seconds.size() * watts.size() > MOST) {
        throw new IllegalArgumentException(
            "a machine with %d tasks has too many cases to enumerate".formatted(tasks.size()));
      }
      List<Case> next = new ArrayList<>();
      for (Case before : cases) {
        for (int t = 0; t < seconds.size(); t++) {
          for (int w = 0; w < watts.size(); w++) {
            double probability =
                before.probability() * seconds.probability(t) * watts.probability(w);
            next.add(
                new Case(
                    after(before.totals(), task, mode, seconds.value(t), watts.value(w)),
                    probability));
          }
        }
      }
      cases = next;
    }
    return cases;
  }

  private AllocationTotals after(
      AllocationTotals before, int task, int mode, double seconds, double watts) {
    double completion = Math.max(before.makespanSeconds(), problem.arrival(task)) + seconds;
    if (completion > problem.latestCompletion(task)) {
      return new AllocationTotals(
          before.utility(),
          before.joules(),
          before.makespanSeconds(),
          before.cost(),
          before.onTime(),
          before.dropped() + 1);
    }
    double price =
        problem.system().machineTypes().get(problem.machineTypeOfMode(mode)).pricePerHour();
    return new AllocationTotals(
        before.utility() + problem.utility(task).of(completion - problem.arrival(task)),
        before.joules() + seconds * watts,
        completion,
        before.cost() + seconds / 3600 * price,
        before.onTime() + (completion <= problem.deadline(task) ? 1 : 0),
        before.dropped());
  }

  /** What may come of one machine. */
  public List<Case> machine(int machine) {
    return byMachine.get(machine);
  }

  /** Means, variances and the covariance. */
  public ExactOutcome exact() {
    double[] sums = new double[8];
    sums[4] = notExecuted;
    for (List<Case> cases : byMachine) {
      double[] machine = moments(cases);
      for (int i = 0; i < 5; i++) {
        sums[i] += machine[i];
      }
      sums[5] += machine[5] - machine[0] * machine[0];
      sums[6] += machine[6] - machine[1] * machine[1];
      sums[7] += machine[7] - machine[0] * machine[1];
    }
    return new ExactOutcome(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]);
  }

  private static double[] moments(List<Case> cases) {
    double[] sums = new double[8];
    for (Case one : cases) {
      AllocationTotals t = one.totals();
      double[] values = {
        t.utility(),
        t.joules(),
        t.cost(),
        t.onTime(),
        t.dropped(),
        t.utility() * t.utility(),
        t.joules() * t.joules(),
        t.utility() * t.joules()
      };
      Arrays.setAll(sums, i -> sums[i] + one.probability() * values[i]);
    }
    return sums;
  }

  /** The highest utility that is reached with a probability of at least so many percent. */
  public double utilityAt(Percentile percentile) {
    TreeMap<Double, Double> distribution = new TreeMap<>(Map.of(0.0, 1.0));
    for (List<Case> cases : byMachine) {
      TreeMap<Double, Double> next = new TreeMap<>();
      distribution.forEach((utility, probability) ->
          cases.forEach(one ->
              next.merge(
                  utility + one.totals().utility(), probability * one.probability(), Double::sum)));
      distribution = next;
    }
    double sum = 0;
    for (Map.Entry<Double, Double> entry : distribution.descendingMap().entrySet()) {
      sum += entry.getValue();
      if (sum >= percentile.x() / 100.0 - 1e-12) {
        return entry.getKey();
      }
    }
    return distribution.firstKey();
  }
}
