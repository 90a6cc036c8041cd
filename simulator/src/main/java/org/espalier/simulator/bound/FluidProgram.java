package org.espalier.simulator.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pricing.PackingProgram;

/**
 * The fluid program: how many tasks can be on time in the mean if machines have so much time and
 * nobody can see the future.
 *
 * <p>Maximise sum x F(w) over classes of tasks, machine types, P-states and times w that a task is
 * allowed to run, w no longer than its deadline length, subject to sum x G(w) &lt;= the time of
 * each machine type and sum x &lt;= the tasks of each class, x &gt;= 0. F(w) = P(X &lt;= w) is the
 * chance that the task finishes, G(w) = E[min(X, w)] the machine time that it takes in the mean.
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
 * expected number of tasks on time. That a policy stops a task early is among the choices, since
 * chance per time may be greatest at a short w.
 *
 * <p><b>How it is solved.</b> For any prices of machine time, what all time is worth plus what each
 * task brings at most beyond the price of its time is no less than the greatest value (weak
 * duality), and the least of these is equal to it. {@link #bound} is such a sum, so that it holds
 * however exactly the prices are found. They are those of a small program which mixes the choices
 * that the tasks made at earlier prices (Dantzig and Wolfe 1960), until the two agree. No typical
 * deadline length is used: each class has its own.
 */
final class FluidProgram {
  private static final double GAP = 1e-10;
  private static final int MOST_ROUNDS = 500;

  /** Task types are mixed in so many groups at most. */
  private static final int MOST_GROUPS = 16;

  private final double[] ticks;
  private final PricedClasses tasks;
  private final int groups;
  private final PackingProgram mix;

  /** The group of the next choice. */
  private int group;

  private double[] prices;
  private double bound = Double.POSITIVE_INFINITY;

  /**
   * Solves it.
   *
   * @param ticks the time that the machines of each type have together
   */
  FluidProgram(PetMatrix pet, List<TaskClass> classes, double[] ticks) {
    this.ticks = ticks.clone();
    boolean[] hasTime = new boolean[ticks.length];
    IntStream.range(0, ticks.length).forEach(j -> hasTime[j] = ticks[j] > 0);
    this.tasks = new PricedClasses(pet, classes, hasTime);
    this.groups = Math.min(MOST_GROUPS, tasks.types());
    this.prices = new double[ticks.length];
    double[] capacity = new double[groups + ticks.length];
    Arrays.fill(capacity, 1);
    this.mix = new PackingProgram(new double[0], new double[capacity.length][0], capacity);
    solve();
  }

  /** No policy has more tasks on time in the mean. */
  public double bound() {
    return bound;
  }

  /** What a tick of each machine type is worth, in tasks on time. */
  public double[] prices() {
    return prices.clone();
  }

  private void solve() {
    double[] tried = prices;
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
  private List<PricedClasses.Choice> judge(double[] tried) {
    List<PricedClasses.Choice> choices = new ArrayList<>();
    double value = 0;
    for (int type = 0; type < tasks.types(); type++) {
      PricedClasses.Choice choice = tasks.choice(type, tried);
      value += choice.net(tried);
      if (type < groups) {
        choices.add(choice);
      } else {
        choices.set(type % groups, choices.get(type % groups).plus(choice));
      }
    }
    for (int j = 0; j < ticks.length; j++) {
      value += tried[j] * ticks[j];
    }
    if (value < bound) {
      bound = value;
      prices = tried;
    }
    return choices;
  }

  /** Adds a choice to those of its group, of which there is at most one in all in a mixture. */
  private void mixIn(PricedClasses.Choice choice) {
    double[] use = new double[groups + ticks.length];
    use[group] = 1;
    for (int j = 0; j < ticks.length; j++) {
      use[groups + j] = ticks[j] > 0 ? choice.ticks()[j] / ticks[j] : 0;
    }
    mix.add(choice.onTime(), use);
    group = (group + 1) % groups;
  }

  private double[] pricesOfMix() {
    double[] found = new double[ticks.length];
    for (int j = 0; j < found.length; j++) {
      found[j] = ticks[j] > 0 ? mix.price(groups + j) / ticks[j] : 0;
    }
    return found;
  }
}
