package org.espalier.workload.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.workload.random.RandomStreams;

/**
 * Generates the workload of a day (DISSERTATION 2.6.2, 2.6.4, appendices D and F).
 *
 * <p>How many tasks of a type a day is meant to have is normal with a mean of the tasks over the
 * task types, with a variance by the environment. The rate that follows is a sine for general task
 * types and bursty for special ones, which are those that run on a machine type that cannot run all
 * task types. Tasks of the types arrive one after the other along their curves until the end of the
 * day. Where the spec has an amplitude, the sines of all general types are the same but for their
 * mean, so that the load of the day has their shape. Priority and urgency are drawn from their
 * joint distribution, the utility class among those given; no task has a deadline.
 *
 * <p>Where the source is silent: a curve begins with a baseline interval, and its burst factors are
 * divided by their mean, or else fewer tasks than meant would come.
 *
 * <p>Arrivals and worth have random streams of their own by type: the same tasks arrive whatever
 * they are worth.
 */
record DayGenerator(DaySpec spec, HcSystem system, RandomStreams streams, int trial) {
  /** The workload of a trial. */
  static Workload generate(DaySpec spec, HcSystem system, long seed, int trial) {
    spec.problem(system)
        .ifPresent(problem -> {
          throw new IllegalArgumentException(problem);
        });
    return new DayGenerator(spec, system, new RandomStreams(seed), trial).generate();
  }

  /** A task that arrives at a time in minutes. */
  private record Arrival(double time, int type, DecayingUtility utility) {}

  private Workload generate() {
    List<Arrival> arrivals = new ArrayList<>(spec.expectedTasks());
    for (int type = 0; type < system.taskTypes().size(); type++) {
      addArrivals(type, arrivals);
    }
    arrivals.sort(Comparator.comparingDouble(Arrival::time).thenComparingInt(Arrival::type));
    double ticksPerMinute = DecayingUtility.ticksPerMinute(system.tick());
    List<Task> tasks = new ArrayList<>(arrivals.size());
    for (Arrival arrival : arrivals) {
      long ticks = Math.round(arrival.time() * ticksPerMinute);
      tasks.add(new Task(tasks.size(), arrival.type(), ticks, Task.NO_DEADLINE, arrival.utility()));
    }
    return new Workload("trial_%s".formatted(trial), tasks);
  }

  private void addArrivals(int type, List<Arrival> arrivals) {
    UniformRandomProvider random = streams.stream("day arrivals", trial, type);
    UniformRandomProvider worth = streams.stream("day worth", trial, type);
    ArrivalRate rate = rate(type, random);
    double longestGap = DaySpec.minutes(spec.longestGap());
    double end = DaySpec.minutes(spec.warmUp()) + ArrivalRate.DAY;
    double time = rate.next(0, random.nextDouble(), longestGap);
    while (time < end) {
      arrivals.add(
          new Arrival(time, type, spec.environment().utility(system, type, time, worth::nextInt)));
      time = rate.next(time, random.nextDouble(), longestGap);
    }
  }

  private ArrivalRate rate(int type, UniformRandomProvider random) {
    double mean =
        count((double) spec.tasks() / system.taskTypes().size(), random) / ArrivalRate.DAY;
    if (isSpecial(system.pet(), type)) {
      return ArrivalRate.Bursty.draw(
          mean, DaySpec.minutes(spec.warmUp()), spec.environment(), random);
    }
    return spec.amplitude().isPresent()
        ? new ArrivalRate.Sinusoidal(mean, spec.amplitude().getAsDouble(), 1, 0)
        : ArrivalRate.Sinusoidal.draw(mean, spec.environment().waves(), random);
  }

  /** Tasks of a type in a day, drawn again until there are some. */
  private double count(double mean, UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    double count;
    do {
      count = mean + Math.sqrt(spec.environment().variance() * mean) * normal.sample();
    } while (count <= 0);
    return count;
  }

  /** Whether a machine type that can run it cannot run all task types. */
  static boolean isSpecial(PetMatrix pet, int type) {
    return IntStream.range(0, pet.machineTypes())
        .anyMatch(machineType -> pet.canRun(type, machineType) && pet.isSpecial(machineType));
  }
}
