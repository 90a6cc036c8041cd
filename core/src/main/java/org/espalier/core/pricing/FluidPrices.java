package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;

/**
 * What a tick of each machine type is worth. A linear program divides the time of the machines over
 * the next two deadline lengths between the tasks that wait and those that will come, as if they
 * were a fluid. As many as possible are to finish in time. The duals of the program are the prices.
 * Its duals are the prices.
 *
 * <p>A task of type i that starts when w of its time is left takes E[min(X, w)] of a machine's time
 * and finishes with P(X &lt;= w). A task may have its usual w, or a shorter one where that gives
 * most tasks on time for the machine time they take: where times have long tails, a task that is
 * stopped early takes little and is often done. Where running tasks are not stopped at their
 * deadlines, a task takes E[X] whenever it starts.
 *
 * <p>What is known of the tasks to come is a mean, and duals jump where demand is near capacity. So
 * the program is solved for fewer and for more of them as well, and the mean is taken. The fewer
 * there are to come the further apart these are, since that many are more a matter of chance.
 *
 * <p>A machine's time is never free, whatever the program says: else a task that is as sure on all
 * machines would as well take one where it is slow, and hold it when others come for whom it is the
 * right one.
 *
 * <p>The program is solved again when a fiftieth of the time that it looks ahead has passed, or as
 * soon as a tenth more or fewer tasks wait. As long as no task has had a deadline, time has no
 * price.
 */
final class FluidPrices {
  /** The program looks so many mean deadline lengths ahead. */
  private static final double LENGTHS_AHEAD = 2;

  /** The share of its deadline length that a task has usually left when it starts. */
  private static final double WINDOW = 0.8;

  /** Shares that it has left when it starts late. */
  private static final double[] LATE_WINDOWS = {0.4, 0.2, 0.1};

  /**
   * The share of a dual that is not charged. What is known of the future is a mean, and a price
   * that is too high costs more than one that is too low: it leaves machines idle.
   */
  private static final double CAUTION = 0.4;

  /**
   * Prices are charged in full to what takes longer than the mean if one in so many tasks has to
   * go. Near capacity duals jump between 0 and their price under load.
   */
  private static final double IN_EXCESS = 5;

  /**
   * The program is solved for as many tasks to come as are expected, and for so many standard
   * deviations fewer and more. That of what arrives at random is the root of its mean; this is more
   * than one of them since the rate, too, is known from what happened to arrive.
   */
  private static final double DEVIATIONS = 2;

  /** The least share of the expected tasks that the program is solved for. */
  private static final double LEAST_DEMAND = 0.05;

  /** From this share of used time on, other tasks surely need a machine that is idle. */
  private static final double FULL_USE = 0.8;

  /** Below that share, the chance that they need it falls with this power of the used time. */
  private static final int POWER_OF_USE = 3;

  /**
   * The share by which {@link #CAUTION} is less where prices are charged in full to what takes
   * longer.
   */
  private static final double LESS_CAUTION = 0.5;

  /**
   * The least share of its gain that a task pays where it takes far longer than others do on a
   * machine type. One that takes as long as others pays half of that.
   */
  private static final double LEAST = 0.04;

  /**
   * The share of the least charge that comes off in the program. It is enough to tell machines
   * apart that are as sure, and too little to move the prices of time that is short.
   */
  private static final double LEAST_IN_PROGRAM = 0.1;

  private static final double SOLVED_PER_HORIZON = 50;
  private static final double CHANGE = 0.1;

  private double[] prices = {};
  private double[] usualTimes = {};
  private double[] meanTimes = {};
  private double slack = 1;
  private double need;
  private double excess;
  private double solvedAt = Double.NEGATIVE_INFINITY;
  private int solvedFor;

  /**
   * What a task is charged for its time on a machine type, in tasks on time. The part that is let
   * off grows with the time; but the more tasks have to go, the less is let off, and the less so
   * beyond the time that a task has in the mean: then a machine is not left idle for want of short
   * tasks, and yet a long one pays its price. All is charged as far as there is {@link #need()}.
   *
   * @param taken the expected time, ticks
   */
  double charge(int machineType, double taken) {
    double beyond = Math.max(0, taken - meanTimes[machineType]);
    double letOff = CAUTION * (1 - LESS_CAUTION * excess) * (taken - excess * beyond);
    return need * prices[machineType] * (taken - letOff);
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
    return gain - Math.max(charge(machineType, taken), leastCharge(machineType, gain, taken));
  }

  private double leastCharge(int machineType, double gain, double taken) {
    return gain * LEAST * taken / Math.max(1, taken + usualTimes[machineType]);
  }

  /** How long a task has a machine of a type in the mean, ticks. */
  double meanTime(int machineType) {
    return meanTimes[machineType];
  }

  /** The share of the machines' time that the program leaves unused. */
  double slack() {
    return slack;
  }

  /**
   * How sure it is that other tasks need the time of a machine that is idle: 1 unless the load is
   * light. There who takes one keeps nobody from it for long, and the less the more are idle.
   */
  double need() {
    return need;
  }

  /**
   * Brings the prices to the present.
   *
   * @param ready when each machine is free, ticks
   */
  void update(
      MappingSession session,
      ArrivalRates rates,
      Pace pace,
      SuccessWorth successes,
      double[] ready) {
    double horizon = LENGTHS_AHEAD * rates.meanLength();
    List<Candidate> waiting = session.open();
    boolean isDue =
        session.now() - solvedAt >= holdTime(rates)
            || Math.abs(waiting.size() - solvedFor) > CHANGE * solvedFor;
    if (isDue) {
      solve(session, rates, pace, successes, ready, horizon);
      need = Math.pow(Math.min(1, (1 - slack) / FULL_USE), POWER_OF_USE);
      solvedAt = session.now();
      solvedFor = waiting.size();
    }
  }

  /** How long prices hold if as many tasks wait, ticks. */
  static double holdTime(ArrivalRates rates) {
    return LENGTHS_AHEAD * rates.meanLength() / SOLVED_PER_HORIZON;
  }

  private void solve(
      MappingSession session,
      ArrivalRates rates,
      Pace pace,
      SuccessWorth successes,
      double[] ready,
      double horizon) {
    PetMatrix pet = session.system().pet();
    int types = pet.taskTypes();
    int machineTypes = pet.machineTypes();
    forget(machineTypes);
    usualTimes =
        IntStream.range(0, machineTypes)
            .mapToDouble(j -> pace.factor() * pet.meanOverTaskTypes(j))
            .toArray();
    if (horizon == 0) {
      meanTimes = usualTimes.clone();
      slack = 1;
      return;
    }
    boolean isCut = session.queue(0).scope() == DroppingScope.EXECUTING;
    List<Activity> activities = activities(pet, rates, pace, isCut);
    double[] value = activities.stream().mapToDouble(a -> value(a, successes)).toArray();
    double[][] use = new double[types + machineTypes][activities.size()];
    for (int a = 0; a < activities.size(); a++) {
      Activity activity = activities.get(a);
      use[activity.type()][a] = 1;
      use[types + activity.machineType()][a] = activity.time();
    }
    double[] coming = new double[types];
    Arrays.setAll(coming, i -> rates.expected(i, horizon, session.now()));
    double[] known = new double[types + machineTypes];
    addWaiting(known, session, rates);
    addMachines(known, types, session, ready, horizon);
    BitSet servable = servable(session, rates, pace);
    double[] demands = demands(servable.stream().mapToDouble(i -> coming[i]).sum());
    for (double demand : demands) {
      double[] capacity = known.clone();
      for (int i = 0; i < types; i++) {
        capacity[i] += demand * coming[i];
      }
      add(new PackingProgram(value, use, capacity), use, capacity, servable, 1.0 / demands.length);
    }
  }

  /**
   * What an activity counts in the program, by what its tasks are worth on time. A little of the
   * least that is charged comes off: else tasks that are as sure on slow machines would be on
   * these, and no time would seem to be left.
   */
  private double value(Activity activity, SuccessWorth successes) {
    double least = leastCharge(activity.machineType(), activity.chance(), activity.time());
    return successes.of(activity.type()) * (activity.chance() - LEAST_IN_PROGRAM * least);
  }

  /** Shares of the tasks to come for which the program is solved, by how many are expected. */
  static double[] demands(double expected) {
    double off = Math.min(1 - LEAST_DEMAND, DEVIATIONS / Math.sqrt(expected));
    return new double[] {1 - off, 1, 1 + off};
  }

  private void forget(int machineTypes) {
    prices = new double[machineTypes];
    meanTimes = new double[machineTypes];
    slack = 0;
    excess = 0;
  }

  /** Tasks of a type that start on a machine type with a part of their time left. */
  private record Activity(int type, int machineType, double chance, double time) {
    static Activity of(
        int type, int machineType, Pmf time, double window, Pace pace, boolean isCut) {
      double left = Math.max(window, pace.shortest(time));
      double taken = pace.taken(time, left, isCut);
      return new Activity(type, machineType, pace.chance(time, left), taken);
    }

    double density() {
      return chance / Math.max(1, time);
    }
  }

  private static List<Activity> activities(
      PetMatrix pet, ArrivalRates rates, Pace pace, boolean isCut) {
    List<Activity> activities = new ArrayList<>();
    for (int i = 0; i < pet.taskTypes(); i++) {
      for (int j = 0; j < pet.machineTypes(); j++) {
        if (canBeOnTime(pet, i, j, rates, pace)) {
          addActivities(activities, i, j, pet.get(i, j, 0), rates.length(i), pace, isCut);
        }
      }
    }
    return activities;
  }

  /** Whether a machine type takes tasks of a type, and is not too slow for their deadlines. */
  private static boolean canBeOnTime(
      PetMatrix pet, int type, int machineType, ArrivalRates rates, Pace pace) {
    return pet.canRun(type, machineType)
        && pace.shortest(pet.get(type, machineType, 0)) <= rates.length(type);
  }

  /** Adds a usual start and, where most come of a machine's time by a later one, that. */
  private static void addActivities(
      List<Activity> activities,
      int type,
      int machineType,
      Pmf time,
      double length,
      Pace pace,
      boolean isCut) {
    Activity usual = Activity.of(type, machineType, time, WINDOW * length, pace, isCut);
    Activity best = usual;
    for (double share : LATE_WINDOWS) {
      Activity late = Activity.of(type, machineType, time, share * length, pace, isCut);
      best = late.density() > best.density() ? late : best;
    }
    activities.add(usual);
    if (!best.equals(usual)) {
      activities.add(best);
    }
  }

  private static void addWaiting(double[] capacity, MappingSession session, ArrivalRates rates) {
    for (Candidate candidate : session.open()) {
      Task task = candidate.task();
      double left = (task.deadline() - session.now()) / rates.length(task.type());
      capacity[task.type()] += Math.clamp(left, 0, 1);
    }
  }

  private static void addMachines(
      double[] capacity, int types, MappingSession session, double[] ready, double horizon) {
    HcSystem system = session.system();
    for (int m = 0; m < ready.length; m++) {
      Machine machine = system.machines().get(m);
      if (session.queue(m).isAvailable()) {
        double free = horizon - (ready[m] - session.now());
        capacity[types + machine.type().id()] += Math.max(0, free);
      }
    }
  }

  /** The task types that some machine may have on time at present: others are no load on them. */
  private static BitSet servable(MappingSession session, ArrivalRates rates, Pace pace) {
    BitSet machineTypes = new BitSet();
    for (int m = 0; m < session.machines(); m++) {
      if (session.queue(m).isAvailable()) {
        machineTypes.set(session.queue(m).machine().type().id());
      }
    }
    PetMatrix pet = session.system().pet();
    BitSet servable = new BitSet();
    for (int i = 0; i < pet.taskTypes(); i++) {
      int type = i;
      servable.set(
          type, machineTypes.stream().anyMatch(j -> canBeOnTime(pet, type, j, rates, pace)));
    }
    return servable;
  }

  /** Adds to each mean what a program for one demand says. */
  private void add(
      PackingProgram program, double[][] use, double[] capacity, BitSet servable, double share) {
    int types = capacity.length - prices.length;
    double[] amounts = program.amounts();
    double taken = 0;
    for (int j = 0; j < prices.length; j++) {
      prices[j] += share * program.price(types + j);
      double tasks = 0;
      double time = 0;
      for (int a = 0; a < amounts.length; a++) {
        tasks += use[types + j][a] > 0 ? amounts[a] : 0;
        time += amounts[a] * use[types + j][a];
      }
      taken += time;
      double meanTime = tasks > 0 ? time / tasks : Arrays.stream(use[types + j]).max().orElse(0);
      meanTimes[j] += share * meanTime;
    }
    double all = Arrays.stream(capacity, types, capacity.length).sum();
    double asked = servable.stream().mapToDouble(i -> capacity[i]).sum();
    double unserved = asked > 0 ? 1 - Arrays.stream(amounts).sum() / asked : 0;
    excess += share * Math.clamp(IN_EXCESS * unserved, 0, 1);
    slack += all > 0 ? share * Math.max(0, 1 - taken / all) : 0;
  }
}
