package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Version;
import org.espalier.core.pricing.PackingProgram;

/**
 * The fluid program: how many tasks can be on time in the mean, or how much they can be worth. The
 * machines have so much time, and nobody can see the future.
 *
 * <p>Maximise sum v x F(w), where v is the worth of a task, over classes of tasks, machine types,
 * P-states, versions and times w that a task is allowed to run, w no longer than its deadline
 * length, subject to sum x G(w) &lt;= the time of each machine type, sum x &lt;= the tasks of each
 * class, and sum x F(w) &gt;= the least number on time of each task type, x &gt;= 0. A poorer
 * version has a share of v. F(w) = P(X &lt;= w) is the chance that the task finishes, G(w) =
 * E[min(X, w)] the machine time that it takes in the mean.
 *
 * <p><b>Why it is a bound.</b> Let any policy run on any workload, and let it know all arrivals and
 * deadlines in advance, but of execution times only their distributions until it sees tasks finish.
 * A task is started once at most: a task that is evicted has left. When it is started, its time X
 * is independent of all that the policy has seen, and while it runs the policy knows of X only that
 * it is longer. When it would be stopped, or its deadline comes, is therefore a time W that does
 * not depend on X, if one thinks of what else happens as it would happen if the task went on; W is
 * never beyond the deadline length, since the task does not start before it arrives. Given W, the
 * task is on time with a chance of F(W) at most, and has the machine until then for G(W) in the
 * mean, or longer. Take for x the expected number of tasks of each class that are started on each
 * machine type and P-state with W = w: it keeps all conditions, and sum x F(w) is at least the
 * expected number of tasks on time, of all and of each type. That a policy stops a task early is
 * among the choices, since chance per time may be greatest at a short w.
 *
 * <p><b>How it is solved.</b> For any prices of machine time, what all time is worth plus what each
 * task brings at most beyond the price of its time is no less than the greatest value (weak
 * duality), and the least of these is equal to it. A least number has a price as well, which is
 * paid for each task of the type on time, {@link #MOST} at most: what is missing then costs that
 * much. {@link #bound} is such a sum, so that it holds however exactly the prices are found. They
 * are those of a small program which mixes the choices that the tasks made at earlier prices
 * (Dantzig and Wolfe 1960), until the two agree. No typical deadline length is used: each class has
 * its own.
 */
final class FluidProgram {
  private static final double GAP = 1e-10;
  private static final int MOST_ROUNDS = 500;

  /** Task types are mixed in so many groups at most. */
  private static final int MOST_GROUPS = 16;

  /** What is paid at most for a task of a type that has a least number, in the greatest worths. */
  private static final double MOST = 100;

  /** What may be missing of a least number that rounding made. */
  private static final double MISSING = 1e-6;

  private final double[] ticks;
  private final double[] least;
  private final double most;
  private final PricedClasses tasks;
  private final int groups;
  private final PackingProgram mix;

  /** The task types that have a least number. */
  private final int[] shared;

  /** The group of the next choice. */
  private int group;

  private Prices prices;
  private double bound = Double.POSITIVE_INFINITY;

  /**
   * Prices of a tick by machine type, and what is paid for a task on time beyond its worth, by task
   * type.
   */
  private record Prices(double[] paid, double[] ofTicks) {}

  /** Solves it without least numbers. */
  FluidProgram(PetMatrix pet, List<TaskClass> classes, double[] ticks) {
    this(pet, classes, ticks, new double[pet.taskTypes()], i -> List.of(new Version(i, 1)));
  }

  /**
   * Solves it.
   *
   * @param ticks the time that the machines of each type have together
   * @param least how many tasks of each type are to be on time at least; 0 for any number
   * @param versions what the tasks of each type may be served as
   */
  FluidProgram(
      PetMatrix pet,
      List<TaskClass> classes,
      double[] ticks,
      double[] least,
      IntFunction<List<Version>> versions) {
    this.ticks = ticks.clone();
    this.least = least.clone();
    this.most = MOST * classes.stream().mapToDouble(TaskClass::worth).max().orElse(1);
    boolean[] hasTime = new boolean[ticks.length];
    IntStream.range(0, ticks.length).forEach(j -> hasTime[j] = ticks[j] > 0);
    this.tasks = new PricedClasses(pet, classes, versions, hasTime);
    this.groups = Math.min(MOST_GROUPS, tasks.kinds());
    this.shared = IntStream.range(0, least.length).filter(i -> least[i] > 0).toArray();
    this.prices = new Prices(new double[least.length], new double[ticks.length]);
    this.mix = emptyMix();
    solve();
  }

  /**
   * Its first activities are shares of the least numbers that are had: as many as are on time, and
   * 1 at most. Its resources are the groups, the time of machine types, and these two conditions.
   */
  private PackingProgram emptyMix() {
    int first = groups + ticks.length;
    double[] capacity = new double[first + 2 * shared.length];
    Arrays.fill(capacity, 0, first + shared.length, 1);
    double[][] use = new double[capacity.length][shared.length];
    double[] value = new double[shared.length];
    for (int k = 0; k < shared.length; k++) {
      value[k] = most * least[shared[k]];
      use[first + k][k] = 1;
      use[first + shared.length + k][k] = 1;
    }
    return new PackingProgram(value, use, capacity);
  }

  /** No policy has more tasks on time in the mean, or of more worth; NaN if none has so many. */
  public double bound() {
    double missing = 0;
    for (int k = 0; k < shared.length; k++) {
      missing = Math.max(missing, 1 - mix.amounts()[k]);
    }
    return missing > MISSING ? Double.NaN : bound - paidForAll();
  }

  /** What a tick of each machine type is worth. */
  public double[] prices() {
    return prices.ofTicks.clone();
  }

  /** What one task more of a least number costs, by task type. */
  public double[] pricesOfLeast() {
    return prices.paid.clone();
  }

  private double paidForAll() {
    return most * Arrays.stream(least).sum();
  }

  private void solve() {
    Prices tried = prices;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      judge(tried).forEach(this::mixIn);
      mix.solve();
      if (bound - mix.value() <= GAP * Math.max(1, bound)) {
        return;
      }
      tried = pricesOfMix();
    }
  }

  /** Takes the bound of some prices if it is the least; what the tasks choose there, by group. */
  private List<PricedClasses.Choice> judge(Prices tried) {
    List<PricedClasses.Choice> choices = new ArrayList<>();
    double value = 0;
    for (int kind = 0; kind < tasks.kinds(); kind++) {
      PricedClasses.Choice choice = tasks.choice(kind, tried.paid, tried.ofTicks);
      value += choice.net(tried.paid, tried.ofTicks);
      if (kind < groups) {
        choices.add(choice);
      } else {
        choices.set(kind % groups, choices.get(kind % groups).plus(choice));
      }
    }
    for (int j = 0; j < ticks.length; j++) {
      value += tried.ofTicks[j] * ticks[j];
    }
    for (int type : shared) {
      value += (most - tried.paid[type]) * least[type];
    }
    if (value < bound) {
      bound = value;
      prices = tried;
    }
    return choices;
  }

  /** Adds a choice to those of its group, of which there is at most one in all in a mixture. */
  private void mixIn(PricedClasses.Choice choice) {
    int first = groups + ticks.length;
    double[] use = new double[first + 2 * shared.length];
    use[group] = 1;
    for (int j = 0; j < ticks.length; j++) {
      use[groups + j] = ticks[j] > 0 ? choice.ticks()[j] / ticks[j] : 0;
    }
    for (int k = 0; k < shared.length; k++) {
      use[first + shared.length + k] = -choice.onTime()[shared[k]] / least[shared[k]];
    }
    mix.add(choice.worth(), use);
    group = (group + 1) % groups;
  }

  private Prices pricesOfMix() {
    double[] found = new double[ticks.length];
    for (int j = 0; j < found.length; j++) {
      found[j] = ticks[j] > 0 ? mix.price(groups + j) / ticks[j] : 0;
    }
    double[] paid = new double[least.length];
    for (int k = 0; k < shared.length; k++) {
      double price = mix.price(groups + ticks.length + shared.length + k);
      paid[shared[k]] = Math.min(most, price / least[shared[k]]);
    }
    return new Prices(paid, found);
  }
}
