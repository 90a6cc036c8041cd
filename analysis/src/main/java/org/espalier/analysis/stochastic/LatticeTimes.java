package org.espalier.analysis.stochastic;

import java.util.Objects;
import org.espalier.analysis.problem.StaticProblem;
import org.jspecify.annotations.Nullable;

/**
 * The execution times of each task type in each mode on a lattice of equal steps. A time between
 * two steps is divided between them so that its mean stays. Immutable.
 */
final class LatticeTimes {
  private final StaticProblem problem;
  private final double step;
  private final @Nullable Times[] cells;
  private final LatticeUtilities utilities;

  /**
   * Times of one task type in one mode.
   *
   * @param earliest the first step that has mass
   * @param masses from there on
   * @param seconds by step from the first on: the mass so far times its seconds
   * @param squares the same with squares of seconds
   * @param watts mean power
   * @param squareWatts mean of the square of the power
   */
  @SuppressWarnings("ArrayRecordComponent") // read in inner loops
  record Times(
      int earliest,
      double[] masses,
      double[] cumulative,
      double[] seconds,
      double[] squares,
      double watts,
      double squareWatts) {
    /** The probability of so many steps or fewer. */
    double upTo(int steps) {
      return at(cumulative, steps);
    }

    /** The mean of the seconds, where they are more than so many steps counted as 0. */
    double secondsUpTo(int steps) {
      return at(seconds, steps);
    }

    double squaresUpTo(int steps) {
      return at(squares, steps);
    }

    private double at(double[] sums, int steps) {
      int index = steps - earliest;
      return index < 0 ? 0 : sums[Math.min(index, sums.length - 1)];
    }
  }

  LatticeTimes(StaticProblem problem, Uncertainty uncertainty, double step) {
    this.problem = problem;
    this.step = step;
    this.utilities = new LatticeUtilities(problem, step);
    this.cells = new Times[problem.taskTypes() * problem.modes()];
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int mode = 0; mode < problem.modes(); mode++) {
        if (problem.canRun(type, mode)) {
          cells[type * problem.modes() + mode] =
              times(uncertainty.seconds(type, mode), uncertainty.watts(type, mode));
        }
      }
    }
  }

  private Times times(PointMasses seconds, PointMasses watts) {
    int earliest = (int) Lattice.floor(seconds.value(0) / step);
    int latest = (int) Lattice.floor(seconds.value(seconds.size() - 1) / step) + 1;
    double[] masses = new double[latest - earliest + 1];
    for (int k = 0; k < seconds.size(); k++) {
      double at = seconds.value(k) / step;
      int below = (int) Lattice.floor(at);
      double above = Math.max(0, at - below);
      masses[below - earliest] += seconds.probability(k) * (1 - above);
      masses[below + 1 - earliest] += seconds.probability(k) * above;
    }
    double[] cumulative = new double[masses.length];
    double[] first = new double[masses.length];
    double[] second = new double[masses.length];
    double sum = 0;
    double firstSum = 0;
    double secondSum = 0;
    for (int k = 0; k < masses.length; k++) {
      double time = (earliest + k) * step;
      sum += masses[k];
      firstSum += masses[k] * time;
      secondSum += masses[k] * time * time;
      cumulative[k] = sum;
      first[k] = firstSum;
      second[k] = secondSum;
    }
    return new Times(earliest, masses, cumulative, first, second, watts.mean(), watts.moment(2));
  }

  /** What tasks earn on the same lattice. */
  LatticeUtilities utilities() {
    return utilities;
  }

  Times get(int taskType, int mode) {
    return Objects.requireNonNull(cells[taskType * problem.modes() + mode], "cannot run");
  }
}
