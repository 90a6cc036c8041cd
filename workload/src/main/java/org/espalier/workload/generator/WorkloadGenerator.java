package org.espalier.workload.generator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.workload.generator.TaskMix.Load;
import org.espalier.workload.random.RandomStreams;

/**
 * Generates workloads as the sources do (JOURNAL 8.2, THESIS 3.4.2).
 *
 * <p>The number of tasks of each type in a period is drawn from a gamma distribution with the mean
 * {@code arrivalIntensity / task types} and a variance of 10 % of it; the period divided by that
 * number is the mean inter-arrival time of the type. Arrivals of all types are drawn from it,
 * merged, and the first {@code tasks} of them are the workload. The sentence of the sources can be
 * read as giving that variance to the numbers of tasks or to the inter-arrival times; here both
 * have it. A Poisson pattern has the same rate for all types, and those of a {@link TaskMix} have
 * exactly what it says.
 *
 * <p>A pure function: the same spec, system, seed and trial give the same workload.
 */
public final class WorkloadGenerator {
  private static final double COUNT_VARIANCE_SHARE = 0.1;

  private final WorkloadSpec spec;
  private final HcSystem system;
  private final RandomStreams streams;
  private final int trial;
  private final Map<Integer, UniformRandomProvider> deadlines = new HashMap<>();
  private final Map<Integer, UniformRandomProvider> worthsOfTypes = new HashMap<>();

  private WorkloadGenerator(WorkloadSpec spec, HcSystem system, long seed, int trial) {
    this.spec = spec;
    this.system = system;
    this.streams = new RandomStreams(seed);
    this.trial = trial;
  }

  /**
   * The workload of a trial.
   *
   * @param trial number of the trial; trials of one seed are independent
   */
  public static Workload generate(WorkloadSpec spec, HcSystem system, long seed, int trial) {
    return new WorkloadGenerator(spec, system, seed, trial).generate();
  }

  /** The next arrival of a type. */
  private record Next(double units, int type, ArrivalTimes times) {
    static Next of(int type, ArrivalTimes times) {
      return new Next(times.next(), type, times);
    }
  }

  private Workload generate() {
    PriorityQueue<Next> queue =
        new PriorityQueue<>(Comparator.comparingDouble(Next::units).thenComparingInt(Next::type));
    for (int type = 0; type < system.taskTypes().size(); type++) {
      if (meanCount(type) > 0) {
        queue.add(Next.of(type, times(type)));
      }
    }
    List<Task> tasks = new ArrayList<>();
    double end = spec.isExact() ? Double.POSITIVE_INFINITY : spec.expectedUnits();
    int most = spec.isExact() ? spec.tasks() : Integer.MAX_VALUE;
    while (tasks.size() < most && queue.element().units() < end) {
      Next next = queue.remove();
      tasks.add(task(tasks.size(), next));
      queue.add(Next.of(next.type(), next.times()));
    }
    return new Workload("trial_%s".formatted(trial), tasks);
  }

  private ArrivalTimes times(int type) {
    UniformRandomProvider random = streams.stream("arrivals", trial, type);
    double mean = meanCount(type);
    double gap = spec.periodUnits() / (isDrawn() ? count(mean, random) : mean);
    return ArrivalTimes.of(spec, gap, random, streams, trial);
  }

  private double meanCount(int type) {
    return spec.meanCount(system, system.taskTypes().get(type));
  }

  /** Whether the number of tasks of a type in a period is drawn. */
  private boolean isDrawn() {
    return spec.mix().isEmpty()
        && (spec.pattern() instanceof ArrivalPattern.Steady
            || spec.pattern() instanceof ArrivalPattern.Spiky);
  }

  /** Number of tasks of a type in a period. */
  private static double count(double mean, UniformRandomProvider random) {
    return AhrensDieterMarsagliaTsangGammaSampler.of(
            random, mean / COUNT_VARIANCE_SHARE, COUNT_VARIANCE_SHARE)
        .sample();
  }

  private Task task(int id, Next next) {
    PetMatrix pet = system.pet();
    double ticksPerUnit = (double) spec.unit().toNanos() / system.tick().toNanos();
    long arrival = Math.round(next.units() * ticksPerUnit);
    double mean = pet.meanOverMachineTypes(next.type());
    double allowed =
        spec.mix()
            .flatMap(mix -> mix.deadline(system.taskTypes().get(next.type()).name()))
            .map(deadline -> drawn(deadline, next.type(), mean))
            .orElse(mean + spec.slack() * pet.meanOverAll());
    long deadline = Math.round(arrival + allowed);
    return new Task(id, next.type(), arrival, deadline, worth(next.type()));
  }

  private UtilityFunction worth(int type) {
    SequencedMap<Double, Double> worths =
        spec.mix().map(mix -> mix.worths(system.taskTypes().get(type).name())).orElse(Load.ONE);
    double left =
        worths.size() == 1
            ? 0
            : worthsOfTypes
                .computeIfAbsent(type, t -> streams.stream("worths", trial, t))
                .nextDouble();
    for (Map.Entry<Double, Double> worth : worths.entrySet()) {
      left -= worth.getValue();
      if (left < 0) {
        return new DeadlineUtility(worth.getKey());
      }
    }
    return new DeadlineUtility(worths.lastEntry().getKey());
  }

  /** Ticks from an arrival to the deadline, at least one, where tasks take a mean in ticks. */
  private double drawn(DeadlineTime deadline, int type, double mean) {
    UniformRandomProvider random =
        deadlines.computeIfAbsent(type, t -> streams.stream("deadlines", trial, t));
    double ticks =
        switch (deadline) {
          case DeadlineTime.Fixed(var time) -> ticks(time);
          case DeadlineTime.Times(var factor) -> factor * mean;
          case DeadlineTime.LogNormal(var median, var sigma) ->
              ticks(median)
                  * Math.exp(sigma * ZigguratSampler.NormalizedGaussian.of(random).sample());
          case DeadlineTime.Uniform(var least, var most) ->
              ticks(least) + random.nextDouble() * (ticks(most) - ticks(least));
        };
    return Math.max(1, ticks);
  }

  private double ticks(Duration time) {
    return (double) time.toNanos() / system.tick().toNanos();
  }
}
