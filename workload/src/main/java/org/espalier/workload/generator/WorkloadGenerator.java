package org.espalier.workload.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.workload.random.RandomStreams;

/**
 * Generates workloads as the sources do (JOURNAL 8.2, THESIS 3.4.2).
 *
 * <p>The number of tasks of each type in a period is drawn from a gamma distribution with the mean
 * {@code arrivalIntensity / task types} and a variance of 10 % of it; the period divided by that
 * number is the mean inter-arrival time of the type. Arrivals of all types are drawn from it,
 * merged, and the first {@code tasks} of them are the workload. The sentence of the sources can be
 * read as giving that variance to the numbers of tasks or to the inter-arrival times; here both
 * have it. A Poisson pattern has the same rate for all types.
 *
 * <p>A pure function: the same spec, system, seed and trial give the same workload.
 */
public final class WorkloadGenerator {
  private static final double COUNT_VARIANCE_SHARE = 0.1;

  private final WorkloadSpec spec;
  private final HcSystem system;
  private final RandomStreams streams;
  private final int trial;

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
      queue.add(Next.of(type, times(type)));
    }
    List<Task> tasks = new ArrayList<>(spec.tasks());
    while (tasks.size() < spec.tasks()) {
      Next next = queue.remove();
      tasks.add(task(tasks.size(), next));
      queue.add(Next.of(next.type(), next.times()));
    }
    return new Workload("trial_%s".formatted(trial), tasks);
  }

  private ArrivalTimes times(int type) {
    UniformRandomProvider random = streams.stream("arrivals", trial, type);
    double mean = spec.arrivalIntensity() / system.taskTypes().size();
    double count = spec.pattern() instanceof ArrivalPattern.Poisson ? mean : count(mean, random);
    double gap = spec.periodUnits() / count;
    return ArrivalTimes.of(spec.pattern(), gap, spec.expectedUnits(), random);
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
    double allowed = pet.meanOverMachineTypes(next.type()) + spec.slack() * pet.meanOverAll();
    return new Task(id, next.type(), arrival, Math.round(arrival + allowed));
  }
}
