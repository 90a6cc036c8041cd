package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * What a tick of each machine type is worth. A linear program divides the time of the machines over
 * the next two deadline lengths between the tasks that wait and those that will come, as if they
 * were a fluid. As many as possible are to finish in time. The duals of the program are the prices.
 *
 * <p>A task of type i that starts when w of its time is left takes E[min(X, w)] of a machine's time
 * and finishes with P(X &lt;= w). A task may have all of its time, or less where that gives most
 * tasks on time for the machine time they take: where times have long tails, a task that is stopped
 * early takes little and is often done. Where running tasks are not stopped at their deadlines, a
 * task takes E[X] whenever it starts.
 *
 * <p>What is known of the tasks to come is a mean, and duals jump where demand is near capacity. So
 * the program is solved for fewer and for more of them as well, and the mean is taken. The fewer
 * there are to come the further apart these are, since that many are more a matter of chance.
 *
 * <p>As long as no task has had a deadline, time has no price.
 */
final class FluidPrices {
  /** The program looks so many mean deadline lengths ahead, as rates look back. */
  private static final double LENGTHS_AHEAD = ArrivalRates.MEMORY;

  /** A task that starts late has a half of its time left, or a half of that, so many times. */
  private static final int HALVINGS = 3;

  /**
   * The share of a usual task's price that is not charged. What is known of the future is a mean,
   * and a price that is too high costs more than one that is too low: it leaves machines idle. What
   * takes longer than usual pays for the rest in full.
   */
  private static final double CAUTION = 0.25;

  /**
   * How sure it is that others need a machine that is idle falls with this power of the share of
   * machine time that is used.
   */
  private static final int POWER_OF_USE = 8;

  /**
   * The least share of its gain that a task pays where it takes far longer than others do on a
   * machine type. One that takes as long as others pays half of that. So time is never free: else a
   * task that is as sure on all machines would as well take one where it is slow.
   */
  private static final double LEAST = 0.04;

  private double[] prices = {};
  private double[] usualTimes = {};
  private double[] meanTimes = {};
  private double need;
  private double solvedAt = Double.NEGATIVE_INFINITY;

  /**
   * What a task is charged for its time on a machine type, in tasks on time.
   *
   * @param taken the expected time, ticks
   */
  double charge(int machineType, double taken) {
    double letOff = CAUTION * Math.min(taken, meanTimes[machineType]);
    return need() * prices[machineType] * (taken - letOff);
  }

  /**
   * What a task is worth on a machine type: what it gains less what it is charged. A small share of
   * the gain goes in any case, so that the order of machines is never left to chance; what gains
   * something and is charged nothing is still worth something.
   *
   * @param gain in tasks on time
   * @param taken the expected time, ticks
   */
  double worth(int machineType, double gain, double taken) {
    double least = gain * LEAST * taken / Math.max(1, taken + usualTimes[machineType]);
    return gain - Math.max(charge(machineType, taken), least);
  }

  /** Whether there are prices yet. */
  boolean areKnown() {
    return prices.length > 0;
  }

  /** How long a task has a machine of a type in the mean, ticks. */
  double meanTime(int machineType) {
    return meanTimes[machineType];
  }

  /**
   * How sure it is that other tasks need the time of a machine that is idle: 1 where all time is
   * used. Else who takes one keeps nobody from it for long, and the less the more are idle.
   */
  double need() {
    return need;
  }

  /**
   * Brings the prices to the present, if they no longer hold.
   *
   * @param ready when each machine is free, ticks
   */
  void update(
      MappingSession session,
      ArrivalRates rates,
      Pace pace,
      SuccessWorth successes,
      double[] ready) {
    if (session.now() - solvedAt < holdTime(rates)) {
      return;
    }
    PetMatrix pet = session.system().pet();
    usualTimes =
        IntStream.range(0, pet.machineTypes())
            .mapToDouble(j -> pace.factor() * pet.meanOverTaskTypes(j))
            .toArray();
    prices = new double[usualTimes.length];
    meanTimes = new double[usualTimes.length];
    need = 0;
    solvedAt = session.now();
    double horizon = LENGTHS_AHEAD * rates.meanLength();
    if (horizon == 0) {
      meanTimes = usualTimes;
      return;
    }
    List<ExpectedTasks> groups = ExpectedTasks.of(session, rates, horizon);
    int number = groups.size();
    double[] known = new double[number + prices.length];
    Arrays.setAll(known, i -> i < number ? groups.get(i).waiting() : 0);
    addMachines(known, number, session, ready, horizon);
    List<Activity> activities = activities(session, rates, pace, groups, known);
    double[] value = new double[activities.size()];
    double[][] use = new double[known.length][value.length];
    double[] coming = new double[number];
    for (int a = 0; a < value.length; a++) {
      Activity activity = activities.get(a);
      ExpectedTasks group = groups.get(activity.group());
      value[a] = successes.of(group.type()) * group.worth() * activity.gain();
      use[activity.group()][a] = 1;
      use[number + activity.machineType()][a] = activity.time();
      coming[activity.group()] = group.coming();
    }
    double[] demands = demands(Arrays.stream(coming).sum());
    for (double demand : demands) {
      double[] capacity = known.clone();
      for (int i = 0; i < number; i++) {
        capacity[i] += demand * coming[i];
      }
      PackingProgram program = new PackingProgram(value, use, capacity);
      double taken = add(program, use, number, 1.0 / demands.length);
      double all = Arrays.stream(capacity, number, capacity.length).sum();
      double used = all > 0 ? Math.min(1, taken / all) : 1;
      need = demand == 1 ? Math.pow(used, POWER_OF_USE) : need;
    }
  }

  /** How long prices hold, ticks. */
  static double holdTime(ArrivalRates rates) {
    return LENGTHS_AHEAD * rates.meanLength() / PutOffTasks.SOLVED;
  }

  /** Shares of the tasks to come for which the program is solved, by how many are expected. */
  static double[] demands(double expected) {
    double off = Math.min(1, Pace.SURE / Math.sqrt(expected));
    return new double[] {1 - off, 1, 1 + off};
  }

  /**
   * Tasks of a group that start on a machine type with a part of their time left.
   *
   * @param gain the chance that one is on time, times the share of its worth as the version it is
   */
  private record Activity(int group, int machineType, double gain, double time) {
    double density() {
      return gain / Math.max(1, time);
    }
  }

  /** A start in time and, where most come of a machine's time by a later one, that. */
  private static List<Activity> activities(
      MappingSession session,
      ArrivalRates rates,
      Pace pace,
      List<ExpectedTasks> groups,
      double[] known) {
    PetMatrix pet = session.system().pet();
    boolean isCut = session.queue(0).scope() == DroppingScope.EXECUTING;
    List<Activity> activities = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      int type = groups.get(g).type();
      double length = rates.length(type);
      for (Version version : session.system().taskTypes().get(type).versions()) {
        for (int j = 0; j < pet.machineTypes(); j++) {
          boolean isOpen = pet.canRun(version.type(), j) && known[groups.size() + j] > 0;
          if (isOpen && pace.chance(pet.get(version.type(), j, 0), length) > 0) {
            Pmf time = pet.get(version.type(), j, 0);
            Activity usual = activity(g, j, version.share(), time, length, pace, isCut);
            activities.add(usual);
            Activity best = usual;
            for (int h = 1; h <= HALVINGS; h++) {
              double window = length / (1 << h);
              Activity late = activity(g, j, version.share(), time, window, pace, isCut);
              best = late.density() > best.density() ? late : best;
            }
            if (!best.equals(usual)) {
              activities.add(best);
            }
          }
        }
      }
    }
    return activities;
  }

  private static Activity activity(
      int group, int machineType, double share, Pmf time, double window, Pace pace, boolean isCut) {
    double left = Math.max(window, pace.shortest(time));
    double taken = pace.taken(time, left, isCut);
    return new Activity(group, machineType, share * pace.chance(time, left), taken);
  }

  private static void addMachines(
      double[] capacity, int types, MappingSession session, double[] ready, double horizon) {
    for (int m = 0; m < ready.length; m++) {
      if (session.queue(m).isAvailable()) {
        double free = horizon - (ready[m] - session.now());
        capacity[types + session.queue(m).machine().type().id()] += Math.max(0, free);
      }
    }
  }

  /** Adds to each mean what a program for one demand says; the time that is taken in all. */
  private double add(PackingProgram program, double[][] use, int types, double share) {
    double[] amounts = program.amounts();
    double taken = 0;
    for (int j = 0; j < prices.length; j++) {
      double[] times = use[types + j];
      double tasks = 0;
      double time = 0;
      for (int a = 0; a < amounts.length; a++) {
        tasks += times[a] > 0 ? amounts[a] : 0;
        time += amounts[a] * times[a];
      }
      prices[j] += share * program.price(types + j);
      meanTimes[j] += share * (tasks > 0 ? time / tasks : usualTimes[j]);
      taken += time;
    }
    return taken;
  }
}
