package org.espalier.workload.generator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.Names;

/**
 * What the generated workload of a trial is like.
 *
 * <p>The rate is {@code arrivalIntensity} tasks a period. The pruning papers speak of "15k" and do
 * not say what the period is. Their trial files imply 84,000 to 94,000 units: 800 tasks take on
 * average 4,860 units at 15k and 2,310 at 30k. And no gap within a type exceeds 1,728 units, which
 * several reach: a fiftieth of 86,400, the cap of DISSERTATION appendix F on the seconds of a day.
 * So a period is taken to be 86,400 units, of which a trial is a short piece.
 *
 * @param tasks tasks in a trial; 800 in THESIS, 1,200 in JOURNAL
 * @param arrivalIntensity tasks that arrive in a period, all types together
 * @param period the period
 * @param unit the sources' unit of time, in which the variance of inter-arrival times is counted
 * @param pattern how they arrive
 * @param slack gamma of the deadline rule {@code arrival + mean(type) + gamma * mean(all)} (JOURNAL
 *     8.2, THESIS eq. 3.7 where it is beta); 1 in the papers' files, 0 in MAXROBUST
 * @param mix which types arrive and when their tasks are due; empty where all types have the same
 *     rate in the mean, and the rule above
 * @param duration for how long tasks arrive, in place of a number of tasks
 */
public record WorkloadSpec(
    int tasks,
    double arrivalIntensity,
    Duration period,
    Duration unit,
    ArrivalPattern pattern,
    double slack,
    Optional<TaskMix> mix,
    Optional<Duration> duration)
    implements WorkloadModel {
  /** Units in a period of the sources. */
  public static final int UNITS_PER_PERIOD = 86_400;

  /** The unit of the sources (JOURNAL 8.2: means "range from 50 to 200 ms"). */
  public static final Duration UNIT = Duration.ofMillis(1);

  public WorkloadSpec {
    Arguments.refuse(tasks < 1, "tasks is %s; expected at least 1", tasks);
    Arguments.refuse(
        !(arrivalIntensity > 0) || Double.isInfinite(arrivalIntensity),
        "arrivalIntensity is %s tasks; expected more than 0",
        arrivalIntensity);
    Arguments.refuse(
        !period.isPositive() || !unit.isPositive(),
        "period %s and unit %s; expected both above 0",
        period,
        unit);
    Arguments.refuse(
        !(slack >= 0) || Double.isInfinite(slack),
        "slack is %s; expected a number from 0 on",
        slack);
  }

  /** One in which all types arrive. */
  public WorkloadSpec(
      int tasks,
      double arrivalIntensity,
      Duration period,
      Duration unit,
      ArrivalPattern pattern,
      double slack) {
    this(tasks, arrivalIntensity, period, unit, pattern, slack, Optional.empty(), Optional.empty());
  }

  /** A workload like those of the sources. */
  public static WorkloadSpec of(int tasks, double arrivalIntensity, ArrivalPattern pattern) {
    return new WorkloadSpec(
        tasks, arrivalIntensity, UNIT.multipliedBy(UNITS_PER_PERIOD), UNIT, pattern, 1);
  }

  @Override
  public int expectedTasks() {
    return duration.isEmpty()
        ? tasks
        : (int) Math.min(Integer.MAX_VALUE, Math.round(expectedUnits() * tasksPerUnit()));
  }

  @Override
  public boolean isExact() {
    return duration.isEmpty();
  }

  @Override
  public boolean hasUtilities() {
    return mix.filter(TaskMix::hasWorths).isPresent();
  }

  @Override
  public Optional<String> problem(HcSystem system) {
    return mix.flatMap(types -> types.unknown(system));
  }

  @Override
  public String remedy() {
    return "name task types of the system";
  }

  @Override
  public List<String> remedyKeys() {
    return List.of("types");
  }

  /** Says which task types of a system do not arrive; empty if all do. */
  public Optional<String> leftOut(HcSystem system) {
    List<String> others =
        system.taskTypes().stream()
            .filter(type -> meanCount(system, type) == 0)
            .map(TaskType::name)
            .toList();
    String why =
        mix.isPresent()
            ? "since types does not have " + (others.size() == 1 ? "it" : "them")
            : "as a version of another type; types says what arrives";
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "no task of %s arrives, %s"
                .formatted(Names.listed(others.stream(), others.size()), why));
  }

  /**
   * Mean number of tasks of a type in a period. Where it is not said what arrives, that is as many
   * of all types but those that are versions of others.
   */
  double meanCount(HcSystem system, TaskType type) {
    if (mix.isPresent()) {
      return arrivalIntensity * mix.get().share(type.name());
    }
    Set<Integer> versions =
        system.taskTypes().stream()
            .flatMap(other -> other.versions().stream().skip(1).map(Version::type))
            .collect(Collectors.toSet());
    return versions.contains(type.id())
        ? 0
        : arrivalIntensity / (system.taskTypes().size() - versions.size());
  }

  @Override
  public Workload generate(HcSystem system, long seed, int trial) {
    return WorkloadGenerator.generate(this, system, seed, trial);
  }

  /** Units that pass, on average, until all tasks of a trial have arrived. */
  double expectedUnits() {
    return duration.map(this::units).orElseGet(() -> tasks / arrivalIntensity * periodUnits());
  }

  double periodUnits() {
    return units(period);
  }

  private double tasksPerUnit() {
    return arrivalIntensity / periodUnits();
  }

  double units(Duration time) {
    return (double) time.toNanos() / unit.toNanos();
  }
}
