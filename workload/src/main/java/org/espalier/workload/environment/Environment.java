package org.espalier.workload.environment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.IntUnaryOperator;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.HcSystem;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;

/**
 * What the tasks of a day are worth, and how they arrive (DISSERTATION 2.6, appendices B to D and
 * F). Those of the source are data, which an {@link EnvironmentReader} reads.
 *
 * @param priorities what tasks of each are worth at most
 * @param urgencies how fast that decays
 * @param levels the joint distribution of both
 * @param classes the utility classes, all as likely
 * @param worthByHour by what worth is multiplied, by when tasks arrive
 * @param variance of the number of tasks of a type in a day, over its mean
 * @param waves of general task types
 * @param baselines of special task types, between their bursts
 * @param bursts of these
 */
public record Environment(
    Map<String, Double> priorities,
    Map<String, Urgency> urgencies,
    List<Level> levels,
    List<UtilityClass> classes,
    Cycle worthByHour,
    double variance,
    Waves waves,
    Spans baselines,
    Spans bursts) {
  private static final double NANOS = 60e9;

  /**
   * How fast a task loses its worth.
   *
   * @param decay the rate rho of equation 1, per minute
   * @param stays for how long it is worth all of it, in mean execution times
   */
  public record Urgency(double decay, double stays) {
    /**
     * How long a task of a type is worth what it is at first, in minutes. That follows its mean
     * execution time in P-state 0 over the machine types that can run it (appendix B).
     */
    public double firstMinutes(HcSystem system, int taskType) {
      return stays
          * system.pet().meanOverMachineTypes(taskType)
          / DecayingUtility.ticksPerMinute(system.tick());
    }
  }

  /**
   * A priority with an urgency.
   *
   * @param parts of {@link #parts} tasks, so many have both
   */
  public record Level(String priority, String urgency, int parts) {}

  /** Any number from one to another, all as likely. */
  public record Range(double from, double to) {
    /**
     * Draws one.
     *
     * @param random numbers from 0 to below 1
     */
    public double draw(DoubleSupplier random) {
      return from + (to - from) * random.getAsDouble();
    }
  }

  /**
   * Sines around the mean rate.
   *
   * @param fewest whole cycles in a day
   * @param most of these
   * @param amplitude as a share of the mean, below 1
   */
  public record Waves(int fewest, int most, Range amplitude) {}

  /**
   * Spans of one rate.
   *
   * @param minutes how long they last
   * @param rate over the mean rate
   */
  public record Spans(Range minutes, Range rate) {}

  public Environment {
    priorities = Collections.unmodifiableMap(new LinkedHashMap<>(priorities));
    urgencies = Collections.unmodifiableMap(new LinkedHashMap<>(urgencies));
    levels = List.copyOf(levels);
    classes = List.copyOf(classes);
  }

  /** All parts of the levels. */
  public int parts() {
    return levels.stream().mapToInt(Level::parts).sum();
  }

  /** The level of a part, from 0 to below {@link #parts}. */
  Level level(int part) {
    int rest = part;
    for (Level level : levels) {
      rest -= level.parts();
      if (rest < 0) {
        return level;
      }
    }
    throw new IllegalArgumentException("part %s is not below %s".formatted(part, parts()));
  }

  /**
   * Draws the utility function of a task.
   *
   * @param minutes when it arrives
   * @param random a number from 0 to below what is given
   */
  public DecayingUtility utility(
      HcSystem system, int taskType, double minutes, IntUnaryOperator random) {
    Level level = level(random.applyAsInt(parts()));
    UtilityClass utilityClass = classes.get(random.applyAsInt(classes.size()));
    Urgency urgency = Objects.requireNonNull(urgencies.get(level.urgency()));
    double priority = Objects.requireNonNull(priorities.get(level.priority()));
    return new DecayingUtility(
        priority * worthByHour.at((long) (minutes * NANOS)),
        urgency.decay(),
        utilityClass,
        urgency.firstMinutes(system, taskType),
        DecayingUtility.ticksPerMinute(system.tick()));
  }
}
