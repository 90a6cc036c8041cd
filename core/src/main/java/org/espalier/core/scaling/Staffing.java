package org.espalier.core.scaling;

import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;

/**
 * How many machines of a type the tasks that are expected need. Of all tasks one in a hundred may
 * wait too long, spread evenly over the hours, and never more than one in twenty of an hour.
 *
 * <p>The wait is that of a queue with Poisson arrivals: whether a task waits is by Erlang's delay
 * formula, and how long is exponential, with the mean of Allen and Cunneen. A task has as long as
 * those of its type have in the mean, and takes its mean time.
 */
public final class Staffing {
  private static final double LATE_OF_ALL = 0.01;
  private static final double LATE_OF_HOUR = 0.05;

  /** Of a number of machines that is rounded. */
  private static final double ROUNDING = 1e-9;

  private final PetMatrix pet;
  private final Forecast forecast;

  /** By task type, from arrival to deadline, in ticks. */
  private final double[] lengths;

  /** By task type, what arrives in a tick in the mean of all hours. */
  private final double[] usual;

  /** For a system on which a forecast arrives. */
  public Staffing(HcSystem system, Forecast forecast) {
    this.pet = system.pet();
    this.forecast = forecast;
    this.lengths = IntStream.range(0, pet.taskTypes()).mapToDouble(forecast::length).toArray();
    this.usual = IntStream.range(0, pet.taskTypes()).mapToDouble(forecast::rate).toArray();
  }

  /**
   * The machines that a type needs in a stretch of time, in its hour of most need. It is all of
   * them where the forecast does not know an hour.
   *
   * @param on by type, how many machines of the others are on
   * @param from in ticks
   * @param until behind that
   */
  public int needed(int machineType, int[] on, long from, long until, int all) {
    if (!forecast.knows(from, until)) {
      return all;
    }
    int needed = 0;
    for (long time = from; time < until && needed < all; time = forecast.nextHour(time)) {
      long end = Math.min(until, forecast.nextHour(time));
      needed = Math.max(needed, needed(machineType, on, rates(time, end), all));
    }
    return needed;
  }

  /**
   * How many machines of a type are to be on.
   *
   * @param needed within the time of a boot
   * @param kept at most, of those that are on: as many as are needed until later
   */
  public record Range(int needed, int kept) {}

  /**
   * How many machines of a type are to be on, times in ticks.
   *
   * @param on by type, how many machines of the others are on; that of the type is set
   * @param boot how long one takes until it is there
   * @param idle how long after that one must not be needed, so that it goes
   * @param min how many are on at least
   */
  public Range range(int machineType, int[] on, long now, long boot, long idle, int min, int all) {
    long come = now + boot + 1;
    int needed = Math.max(min, needed(machineType, on, now, come, all));
    int kept = Math.max(min, needed(machineType, on, now, come + idle, all));
    on[machineType] = needed;
    return new Range(needed, kept);
  }

  private double[] rates(long from, long until) {
    return IntStream.range(0, pet.taskTypes())
        .mapToDouble(type -> forecast.expected(type, from, until) / (until - from))
        .toArray();
  }

  private int needed(int machineType, int[] on, double[] rates, int all) {
    double load = load(rates, machineType, machineType, true);
    double help = 0;
    for (int other = 0; other < on.length; other++) {
      help += other == machineType ? 0 : help(machineType, other, on[other], rates, load);
    }
    double rate = sum(rates, machineType);
    double most = Math.min(LATE_OF_HOUR, LATE_OF_ALL * sum(usual, machineType) / rate);
    int needed = 0;
    while (needed < all && load > 0 && late(machineType, rates, load, needed + help) > most) {
      needed++;
    }
    return needed;
  }

  /** The sum over the task types that run on a machine type. */
  private double sum(double[] rates, int machineType) {
    return IntStream.range(0, rates.length)
        .filter(i -> pet.canRun(i, machineType))
        .mapToDouble(i -> rates[i])
        .sum();
  }

  /**
   * What machines of another type do of a load, in machines of this one. They do first what only
   * they can do.
   */
  private double help(int machineType, int other, int machines, double[] rates, double load) {
    double common = load(rates, machineType, other, true);
    double there = load(rates, other, machineType, true);
    double free = Math.max(0, machines - load(rates, other, machineType, false));
    double help = there > 0 ? free * common / there : 0;
    return common < load * (1 - ROUNDING) ? Math.min(help, common) : help;
  }

  /** Machines of a type that are busy with tasks that another type can run too, or cannot. */
  private double load(double[] rates, int machineType, int other, boolean runsThere) {
    return IntStream.range(0, rates.length)
        .filter(i -> pet.canRun(i, machineType) && pet.canRun(i, other) == runsThere)
        .mapToDouble(i -> rates[i] * pet.get(i, machineType, 0).mean())
        .sum();
  }

  /** The share of tasks that wait too long; those that would be late anyway are none of it. */
  private double late(int machineType, double[] rates, double load, double machines) {
    int servers = (int) (machines + ROUNDING);
    if (servers <= load) {
      return 1;
    }
    double blocked = 1;
    for (int k = 1; k <= servers; k++) {
      blocked = load * blocked / (k + load * blocked);
    }
    double waits = blocked / (1 - load / servers * (1 - blocked));
    double late = 0;
    double squares = 0;
    for (int i = 0; i < rates.length; i++) {
      squares += pet.canRun(i, machineType) ? rates[i] * square(pet.get(i, machineType, 0)) : 0;
    }
    double meanWait = squares / load / 2 / (servers - load);
    for (int i = 0; i < rates.length; i++) {
      double room = pet.canRun(i, machineType) ? room(i, machineType) : -1;
      late += room < 0 ? 0 : rates[i] * Math.exp(-room / meanWait);
    }
    return waits * late / sum(rates, machineType);
  }

  private static double square(Pmf time) {
    return time.mean() * time.mean() + time.variance();
  }

  /** How late it may start after it has arrived. */
  private double room(int taskType, int machineType) {
    return lengths[taskType] - pet.get(taskType, machineType, 0).mean();
  }
}
