package org.espalier.workload.generator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;

/**
 * What the workload of a day is like whose tasks have utility functions (DISSERTATION 2.6).
 *
 * @param tasks tasks that a day is meant to have; 33,000 and 50,000 in the source. A gap follows
 *     the rate at its beginning, so that one drawn where the rate is low may pass over a peak: with
 *     few tasks a type, fewer come than meant, and with 330 a type not quite 1 % fewer
 * @param warmUp how long tasks arrive before the day begins; 2 h in the source
 * @param longestGap the longest time between two tasks of a type
 * @param environment what tasks are worth, and the curves of their rates
 * @param amplitude how far the load rises and falls around its mean, as a share of that, from 0 to
 *     below 1: all general task types together, once a day, highest after 6 h. Empty in the source,
 *     where each of them rises and falls by itself
 */
public record DaySpec(
    int tasks,
    Duration warmUp,
    Duration longestGap,
    Environment environment,
    OptionalDouble amplitude)
    implements WorkloadModel {
  /** The warm-up of the source. */
  public static final Duration WARM_UP = Duration.ofHours(2);

  /** The longest gap of the source, a fiftieth of a day. */
  public static final Duration LONGEST_GAP = Duration.ofSeconds(1728);

  private static final Duration DAY = Duration.ofDays(1);
  private static final int LEAST_PER_LONGEST_GAP = 3;

  public DaySpec {
    Arguments.refuse(tasks < 1, "tasks is %s; expected at least 1", tasks);
    Arguments.refuse(
        warmUp.isNegative() || warmUp.compareTo(DAY) > 0,
        "warm-up is %s; expected 0 s to 24 h",
        Quantities.text(warmUp));
    Arguments.refuse(
        !longestGap.isPositive() || longestGap.compareTo(DAY) > 0,
        "longest gap is %s; expected more than 0, up to 24 h",
        Quantities.text(longestGap));
    Arguments.refuse(
        amplitude.isPresent() && !(amplitude.getAsDouble() >= 0 && amplitude.getAsDouble() < 1),
        "amplitude is %s; expected a number from 0 to below 1",
        amplitude);
  }

  /** One of which each general task type rises and falls by itself. */
  public DaySpec(int tasks, Duration warmUp, Duration longestGap, Environment environment) {
    this(tasks, warmUp, longestGap, environment, OptionalDouble.empty());
  }

  /** A day of the source. */
  public static DaySpec of(int tasks) {
    return new DaySpec(tasks, WARM_UP, LONGEST_GAP, EnvironmentReader.source("chapter-2"));
  }

  /** The same with a load that rises and falls once a day. */
  public DaySpec withAmplitude(double share) {
    return new DaySpec(tasks, warmUp, longestGap, environment, OptionalDouble.of(share));
  }

  @Override
  public int expectedTasks() {
    double days = 1 + minutes(warmUp) / ArrivalRate.DAY;
    return (int) Math.min(Integer.MAX_VALUE, Math.round(tasks * days));
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public boolean hasUtilities() {
    return true;
  }

  /**
   * A gap that is cut off ends with a task, so a type has at least a task for each longest gap.
   * With few asked for there would be up to half as many again. With three in the longest gap what
   * is left of that and what is lost at peaks cancel out, within 7 %.
   */
  @Override
  public Optional<String> problem(HcSystem system) {
    int types = system.taskTypes().size();
    double gaps = ArrivalRate.DAY / minutes(longestGap);
    long least = (long) Math.ceil(LEAST_PER_LONGEST_GAP * types * gaps);
    if (tasks >= least) {
      return Optional.empty();
    }
    return Optional.of(
        "tasks is %s a day for %s task types, too few for a longest gap of %s; expected %s or more"
            .formatted(tasks, types, Quantities.text(longestGap), least));
  }

  @Override
  public String remedy() {
    return "give more tasks, or a longer longest_gap";
  }

  @Override
  public List<String> remedyKeys() {
    return List.of("tasks", "longest_gap");
  }

  @Override
  public Workload generate(HcSystem system, long seed, int trial) {
    return DayGenerator.generate(this, system, seed, trial);
  }

  static double minutes(Duration duration) {
    return duration.toNanos() / 60e9;
  }
}
