package org.espalier.analysis.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.espalier.analysis.front.Losses;
import org.junit.jupiter.api.Test;

/** Beside trying every basis of small linear programs. */
class DivisionSweepTest {
  private static final double NEARLY = 1e-7;

  @Test
  void noBasisSpendsLess() {
    SplittableRandom random = new SplittableRandom(7);
    int infeasible = 0;
    int cut = 0;
    for (int run = 0; run < 400; run++) {
      Bag bag = randomBag(random, run % 2 == 0 ? 4 : 40);
      MakespanEnergyBound bound = new MakespanEnergyBound(bag, () -> false);
      for (int i = 0; i < 6; i++) {
        double makespan = bound.smallestMakespan() * (0.7 + 1.5 * random.nextDouble());
        double uncut = leastOfAllBases(bag, makespan, Double.POSITIVE_INFINITY);
        double expected = leastOfAllBases(bag, makespan, makespan);
        assertThat(bound.joules(makespan)).isCloseTo(expected, near(expected));
        infeasible += Double.isInfinite(expected) ? 1 : 0;
        cut += expected > uncut * (1 + NEARLY) ? 1 : 0;
      }
    }
    assertThat(infeasible).isGreaterThan(100);
    assertThat(cut).isGreaterThan(100);
  }

  private static Offset<Double> near(double value) {
    return offset(Double.isInfinite(value) ? 0.0 : NEARLY * Math.max(1, value));
  }

  @Test
  void theSmallestMakespansArePossibleAndNoneBelow() {
    SplittableRandom random = new SplittableRandom(8);
    for (int run = 0; run < 200; run++) {
      Bag bag = randomBag(random, run % 2 == 0 ? 4 : 40);
      MakespanEnergyBound bound = new MakespanEnergyBound(bag, () -> false);
      double smallest = bound.smallestMakespan();
      double economical = bound.economicalMakespan();

      assertThat(leastOfAllBases(bag, smallest * (1 + NEARLY), smallest * (1 + NEARLY))).isFinite();
      assertThat(leastOfAllBases(bag, smallest * (1 - NEARLY), smallest * (1 - NEARLY)))
          .isInfinite();
      assertThat(bound.joules(smallest)).isFinite();
      assertThat(bound.joules(economical)).isCloseTo(bound.minimumJoules(), withPercentage(NEARLY));
      assertThat(bound.joules(economical * 0.999)).isGreaterThan(bound.minimumJoules());
    }
  }

  @Test
  void divisionsAreWithinTheMakespanAndSpendWhatTheBoundSays() {
    SplittableRandom random = new SplittableRandom(9);
    for (int run = 0; run < 200; run++) {
      Bag bag = randomBag(random, run % 2 == 0 ? 4 : 40);
      MakespanEnergyBound bound = new MakespanEnergyBound(bag, () -> false);
      checkDivision(bag, bound, bound.smallestMakespan() * (1 + random.nextDouble()));
    }
  }

  /** A division that spends no more than a bound is the best one, however large the program. */
  @Test
  void divisionsOfLargeAndDegenerateProgramsAreTheBest() {
    SplittableRandom random = new SplittableRandom(14);
    for (int run = 0; run < 60; run++) {
      Bag bag = randomBag(random, run % 3 == 0 ? 3 : 200, 40, 20);
      MakespanEnergyBound bound = new MakespanEnergyBound(bag, () -> false);
      for (int i = 0; i <= 10; i++) {
        double share = i / 10.0;
        double makespan =
            (1 - share) * bound.smallestMakespan() + share * bound.economicalMakespan();
        checkDivision(bag, bound, Math.max(makespan, bound.smallestMakespan()));
      }
    }
  }

  private static void checkDivision(Bag bag, MakespanEnergyBound bound, double makespan) {
    double[] tasks = bound.division(makespan);
    double[] times = new double[bag.machines().length];
    double[] sums = new double[bag.tasks().length];
    double joules = 0;
    for (int cell = 0; cell < tasks.length; cell++) {
      if (tasks[cell] > 0) {
        times[bag.machineTypes()[cell % bag.modes()]] += tasks[cell] * bag.seconds()[cell];
        sums[cell / bag.modes()] += tasks[cell];
        joules += tasks[cell] * bag.joules()[cell];
      }
      if (tasks[cell] > NEARLY) {
        assertThat(bag.seconds()[cell]).isLessThanOrEqualTo(makespan);
      }
    }
    for (int type = 0; type < sums.length; type++) {
      assertThat(sums[type]).isCloseTo(bag.tasks()[type], offset(NEARLY));
    }
    for (int type = 0; type < times.length; type++) {
      assertThat(times[type])
          .isLessThanOrEqualTo(bag.machines()[type] * makespan * (1 + NEARLY) + NEARLY);
    }
    assertThat(joules).isCloseTo(bound.joules(makespan), near(joules));
  }

  /** Beside a sum over many thin strips. */
  @Test
  void theHypervolumeIsTheAreaAboveTheCurve() {
    SplittableRandom random = new SplittableRandom(10);
    for (int run = 0; run < 40; run++) {
      MakespanEnergyBound bound = new MakespanEnergyBound(randomBag(random, 20), () -> false);
      Losses reference =
          run % 2 == 0
              ? bound.reference()
              : new Losses(
                  bound.economicalMakespan(), bound.joules(bound.smallestMakespan()) * 0.9);
      int strips = 20_000;
      double width = (reference.first() - bound.smallestMakespan()) / strips;
      double area = 0;
      for (int i = 0; i < strips; i++) {
        double joules = bound.joules(bound.smallestMakespan() + (i + 0.5) * width);
        area += width * Math.max(0, reference.second() - joules);
      }
      assertThat(bound.hypervolume(reference))
          .isCloseTo(area, offset(1e-3 * reference.second() * reference.first()));
    }
  }

  private static Bag randomBag(SplittableRandom random, int values) {
    return randomBag(random, values, 3, 3);
  }

  private static Bag randomBag(SplittableRandom random, int values, int mostTypes, int mostModes) {
    int types = 1 + random.nextInt(mostTypes);
    int modes = 1 + random.nextInt(mostModes);
    int[] machineTypes = new int[modes];
    for (int mode = 1; mode < modes; mode++) {
      machineTypes[mode] = machineTypes[mode - 1] + random.nextInt(2);
    }
    int[] machines = new int[machineTypes[modes - 1] + 2];
    for (int type = 0; type < machines.length; type++) {
      machines[type] = type == 0 ? 1 + random.nextInt(3) : random.nextInt(4);
    }
    int[] tasks = new int[types];
    double[] seconds = new double[types * modes];
    double[] joules = new double[types * modes];
    for (int type = 0; type < types; type++) {
      tasks[type] = random.nextInt(5) + (type == 0 ? 1 : 0);
      for (int mode = 0; mode < modes; mode++) {
        boolean runs = mode == 0 || random.nextInt(5) > 0;
        seconds[type * modes + mode] = runs ? 1 + random.nextInt(values) : Double.POSITIVE_INFINITY;
        joules[type * modes + mode] = runs ? 1 + random.nextInt(values) : Double.POSITIVE_INFINITY;
      }
    }
    return new Bag(tasks, machines, machineTypes, seconds, joules);
  }

  private static double leastOfAllBases(Bag bag, double makespan, double longest) {
    List<double[]> columns = new ArrayList<>();
    List<Double> costs = new ArrayList<>();
    int types = bag.tasks().length;
    int rows = types + bag.machines().length;
    for (int cell = 0; cell < bag.seconds().length; cell++) {
      if (bag.seconds()[cell] <= longest && bag.seconds()[cell] < Double.POSITIVE_INFINITY) {
        double[] column = new double[rows];
        column[cell / bag.modes()] = 1;
        column[types + bag.machineTypes()[cell % bag.modes()]] = bag.seconds()[cell];
        columns.add(column);
        costs.add(bag.joules()[cell]);
      }
    }
    double[] right = new double[rows];
    for (int type = 0; type < types; type++) {
      right[type] = bag.tasks()[type];
      if (bag.tasks()[type] == 0) {
        double[] nothing = new double[rows];
        nothing[type] = 1;
        columns.add(nothing);
        costs.add(0.0);
      }
    }
    for (int type = 0; type < bag.machines().length; type++) {
      right[types + type] = bag.machines()[type] * makespan;
      double[] idle = new double[rows];
      idle[types + type] = 1;
      columns.add(idle);
      costs.add(0.0);
    }
    return least(columns, costs, right, 0, new ArrayList<>());
  }

  private static double least(
      List<double[]> columns, List<Double> costs, double[] right, int from, List<Integer> chosen) {
    if (chosen.size() == right.length) {
      return cost(columns, costs, right, chosen);
    }
    double least = Double.POSITIVE_INFINITY;
    for (int next = from; next < columns.size(); next++) {
      chosen.add(next);
      least = Math.min(least, least(columns, costs, right, next + 1, chosen));
      chosen.removeLast();
    }
    return least;
  }

  /** Infinite if the columns depend on each other or one of them would be negative. */
  private static double cost(
      List<double[]> columns, List<Double> costs, double[] right, List<Integer> chosen) {
    int n = right.length;
    double[][] matrix = new double[n][n + 1];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i][j] = columns.get(chosen.get(j))[i];
      }
      matrix[i][n] = right[i];
    }
    for (int j = 0; j < n; j++) {
      int pivot = j;
      for (int i = j; i < n; i++) {
        pivot = Math.abs(matrix[i][j]) > Math.abs(matrix[pivot][j]) ? i : pivot;
      }
      if (Math.abs(matrix[pivot][j]) < 1e-9) {
        return Double.POSITIVE_INFINITY;
      }
      double[] row = matrix[pivot];
      matrix[pivot] = matrix[j];
      matrix[j] = row;
      for (int i = 0; i < n; i++) {
        double factor = i == j ? 0 : matrix[i][j] / row[j];
        for (int k = j; k <= n; k++) {
          matrix[i][k] -= factor * row[k];
        }
      }
    }
    double cost = 0;
    for (int i = 0; i < n; i++) {
      double value = matrix[i][n] / matrix[i][i];
      if (value < -1e-9) {
        return Double.POSITIVE_INFINITY;
      }
      cost += value * costs.get(chosen.get(i));
    }
    return cost;
  }
}
