package org.espalier.analysis.stochastic;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.spread.Spread;
import org.jspecify.annotations.Nullable;

/**
 * How execution times and powers of a problem vary. Each task type in each mode has a distribution
 * of the time and one of the power, independent of one another and from task to task (DISSERTATION
 * 7.3.2). Immutable.
 */
public final class Uncertainty {
  private final int modes;

  /** [task type * modes + mode]; null where the type cannot run. */
  private final @Nullable PointMasses[] seconds;

  private final @Nullable PointMasses[] watts;

  private Uncertainty(int modes, @Nullable PointMasses[] seconds, @Nullable PointMasses[] watts) {
    this.modes = modes;
    this.seconds = seconds;
    this.watts = watts;
  }

  /** What a distribution is, by task type and mode. */
  @FunctionalInterface
  public interface Cell {
    PointMasses of(int taskType, int mode);
  }

  /** Any distributions, asked for where a type can run. */
  public static Uncertainty of(StaticProblem problem, Cell seconds, Cell watts) {
    int modes = problem.modes();
    Uncertainty uncertainty =
        new Uncertainty(
            modes,
            new PointMasses[problem.taskTypes() * modes],
            new PointMasses[problem.taskTypes() * modes]);
    for (int type = 0; type < problem.taskTypes(); type++) {
      for (int mode = 0; mode < modes; mode++) {
        if (problem.canRun(type, mode)) {
          uncertainty.seconds[type * modes + mode] = seconds.of(type, mode);
          uncertainty.watts[type * modes + mode] = watts.of(type, mode);
        }
      }
    }
    return uncertainty;
  }

  /** Times by the PET of the system, powers that do not vary. */
  public static Uncertainty ofPet(StaticProblem problem) {
    Map<Pmf, PointMasses> known = new HashMap<>();
    return of(
        problem,
        (type, mode) -> known.computeIfAbsent(pmf(problem, type, mode), p -> times(problem, p)),
        (type, mode) -> PointMasses.certain(problem.watts(type, mode)));
  }

  private static Pmf pmf(StaticProblem problem, int type, int mode) {
    return problem
        .system()
        .pet()
        .get(type, problem.machineTypeOfMode(mode), problem.pStateOfMode(mode));
  }

  private static PointMasses times(StaticProblem problem, Pmf pmf) {
    HcSystem system = problem.system();
    double[] values = new double[pmf.impulses()];
    double[] masses = new double[values.length];
    int next = 0;
    for (int k = 0; k < pmf.size(); k++) {
      if (pmf.mass(k) > 0) {
        values[next] = (pmf.origin() + k * pmf.step()) * system.tickSeconds();
        masses[next++] = pmf.mass(k);
      }
    }
    return new PointMasses(values, masses);
  }

  /**
   * Gamma distributions about the mean times and powers, as equally likely points.
   *
   * @param points of each distribution, see {@link PointMasses#gamma}
   */
  public static Uncertainty gamma(StaticProblem problem, Spread spread, int points) {
    return of(
        problem,
        (type, mode) ->
            gamma(
                problem.seconds(type, mode),
                spread.timeCov(type, problem.machineTypeOfMode(mode), problem.pStateOfMode(mode)),
                points),
        (type, mode) ->
            gamma(
                problem.watts(type, mode),
                spread.powerCov(type, problem.machineTypeOfMode(mode), problem.pStateOfMode(mode)),
                points));
  }

  private static PointMasses gamma(double mean, double cov, int points) {
    return mean == 0 ? PointMasses.certain(0) : PointMasses.gamma(mean, cov, points);
  }

  /**
   * The distribution of the execution time in seconds.
   *
   * @throws NullPointerException if the type cannot run in the mode
   */
  public PointMasses seconds(int taskType, int mode) {
    return Objects.requireNonNull(seconds[taskType * modes + mode], "cannot run");
  }

  /**
   * The distribution of the power in watts.
   *
   * @throws NullPointerException if the type cannot run in the mode
   */
  public PointMasses watts(int taskType, int mode) {
    return Objects.requireNonNull(watts[taskType * modes + mode], "cannot run");
  }

  /** The longest execution time that any has. */
  double longestSeconds() {
    double longest = 0;
    for (PointMasses masses : seconds) {
      longest = masses == null ? longest : Math.max(longest, masses.value(masses.size() - 1));
    }
    return longest;
  }
}
