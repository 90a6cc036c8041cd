package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;

/**
 * What a tick of each machine type is worth: a linear program divides the time of the machines over
 * the next two deadline lengths between the tasks that wait and those that will come, as if they
 * were a fluid, so that most of them finish in time. Its duals are the prices.
 *
 * <p>A task of type i takes E[min(X, w)] of a machine's time and finishes with P(X &lt;= w), where
 * w is the part of its time that is usually left when it starts.
 *
 * <p>The program is solved again when a fiftieth of the time that it looks ahead has passed, or as
 * soon as a tenth more or fewer tasks wait.
 */
final class FluidPrices {
  /** The program looks so many mean deadline lengths ahead. */
  private static final double LENGTHS_AHEAD = 2;

  /** The share of its deadline length that a task has usually left when it starts. */
  private static final double WINDOW = 0.8;

  /**
   * The share of a dual that is its price: what is known of the future is a mean, and a price too
   * high leaves machines idle, which costs more than one too low.
   */
  private static final double CAUTION = 0.6;

  private static final double SOLVED_PER_HORIZON = 50;
  private static final double CHANGE = 0.1;

  private double[] prices = {};
  private double[] meanTimes = {};
  private double slack = 1;
  private double solvedAt = Double.NEGATIVE_INFINITY;
  private int solvedFor;

  /** An independent one with the same prices. */
  FluidPrices copy() {
    FluidPrices copy = new FluidPrices();
    copy.prices = prices.clone();
    copy.meanTimes = meanTimes.clone();
    copy.slack = slack;
    copy.solvedAt = solvedAt;
    copy.solvedFor = solvedFor;
    return copy;
  }

  /** The price of a tick on a machine type, in tasks on time. */
  double of(int machineType) {
    return prices[machineType];
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
   * Brings the prices to the present.
   *
   * @param ready when each machine is free, ticks
   */
  void update(MappingSession session, ArrivalRates rates, double[] ready) {
    double horizon = LENGTHS_AHEAD * rates.meanLength();
    List<Candidate> waiting = session.open();
    boolean isDue =
        session.now() - solvedAt >= horizon / SOLVED_PER_HORIZON
            || Math.abs(waiting.size() - solvedFor) > CHANGE * solvedFor;
    if (isDue) {
      solve(session, rates, ready, horizon);
      solvedAt = session.now();
      solvedFor = waiting.size();
    }
  }

  private void solve(MappingSession session, ArrivalRates rates, double[] ready, double horizon) {
    PetMatrix pet = session.system().pet();
    int types = pet.taskTypes();
    int machineTypes = pet.machineTypes();
    double[] value = new double[types * machineTypes];
    double[][] use = new double[types + machineTypes][types * machineTypes];
    for (int i = 0; i < types; i++) {
      for (int j = 0; j < machineTypes; j++) {
        if (pet.canRun(i, j)) {
          int cell = i * machineTypes + j;
          Pmf time = pet.get(i, j, 0);
          double window = Math.max(WINDOW * rates.length(i), time.earliest());
          value[cell] = time.cumulative((long) window);
          use[i][cell] = 1;
          use[types + j][cell] = window - time.shortfall(window);
        }
      }
    }
    double[] capacity = new double[types + machineTypes];
    addTasks(capacity, session, rates, horizon);
    addMachines(capacity, types, session, ready, horizon);
    read(new PackingProgram(value, use, capacity), use, capacity, types);
  }

  private static void addTasks(
      double[] capacity, MappingSession session, ArrivalRates rates, double horizon) {
    int types = session.system().pet().taskTypes();
    for (int i = 0; i < types; i++) {
      capacity[i] = rates.expected(i, horizon, session.now());
    }
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

  private void read(PackingProgram program, double[][] use, double[] capacity, int types) {
    int machineTypes = capacity.length - types;
    prices = new double[machineTypes];
    meanTimes = new double[machineTypes];
    double[] amounts = program.amounts();
    double taken = 0;
    for (int j = 0; j < machineTypes; j++) {
      prices[j] = CAUTION * program.price(types + j);
      double tasks = 0;
      double time = 0;
      for (int i = 0; i < types; i++) {
        int cell = i * machineTypes + j;
        tasks += amounts[cell];
        time += amounts[cell] * use[types + j][cell];
      }
      taken += time;
      meanTimes[j] = tasks > 0 ? time / tasks : Arrays.stream(use[types + j]).max().orElse(0);
    }
    double all = Arrays.stream(capacity, types, capacity.length).sum();
    slack = all > 0 ? Math.max(0, 1 - taken / all) : 0;
  }
}
