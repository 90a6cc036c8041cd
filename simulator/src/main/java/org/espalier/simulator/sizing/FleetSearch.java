package org.espalier.simulator.sizing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.MachineType;
import org.espalier.report.statistics.MeanInterval;

/**
 * Searches the cheapest fleet with which a share of tasks is on time in the mean. Fleets are looked
 * at in order of what an hour of all their machines costs. A bound rules out most of them, a few
 * trials most of the others; what is left has all trials. All fleets meet the same random numbers.
 */
public final class FleetSearch {
  /** More fleets are not looked at. */
  public static final int MOST = 20_000;

  /** More fleets do not get trials. */
  public static final int MOST_TRIED = 200;

  /** The bound is for the mean of many trials: so much below, in percent, it rules a fleet out. */
  private static final double MARGIN = 1;

  /** One in so many trials is a first look. */
  private static final int FIRST = 5;

  private final List<MachineType> types;
  private final ToDoubleFunction<Map<String, Integer>> bound;
  private final Shares shares;
  private final int trials;
  private final Consumer<Tried> listener;
  private final List<Tried> tried = new ArrayList<>();
  private int ruledOut;
  private int used;

  /** What is on time with a fleet. */
  @FunctionalInterface
  public interface Shares {
    /** The share in percent over the first trials. */
    MeanInterval of(Map<String, Integer> fleet, int trials);
  }

  /**
   * A fleet of which trials were run.
   *
   * @param machines how many there are of each machine type
   * @param price of an hour of all of them
   * @param trials how many were run
   */
  public record Tried(
      Map<String, Integer> machines, double price, MeanInterval share, int trials) {}

  /**
   * What came of a search.
   *
   * @param best the cheapest that serves well enough; empty if none of those looked at does
   * @param tried all of which trials were run, in order of price
   * @param ruledOut how many fleets the bound ruled out
   * @param trials how many trials were run
   */
  public record Result(Optional<Tried> best, List<Tried> tried, int ruledOut, int trials) {}

  private record Fleet(int[] counts, int last, double price) {}

  /**
   * A search.
   *
   * @param types the machine types to choose from; each has a price
   * @param bound the share in percent that no policy gets beyond with a fleet; NaN if unknown, and
   *     below 0 for a fleet that cannot run all tasks
   * @param trials how many decide
   * @param listener hears of each fleet that is tried
   */
  public FleetSearch(
      List<MachineType> types,
      ToDoubleFunction<Map<String, Integer>> bound,
      Shares shares,
      int trials,
      Consumer<Tried> listener) {
    this.listener = listener;
    this.types = types;
    this.bound = bound;
    this.shares = shares;
    this.trials = trials;
  }

  /** The cheapest fleet with which a share in percent is on time. */
  public Result find(double least) {
    PriorityQueue<Fleet> next = new PriorityQueue<>(Comparator.comparingDouble(Fleet::price));
    next.add(new Fleet(new int[types.size()], 0, 0));
    for (int looked = 0; looked < MOST && tried.size() < MOST_TRIED; looked++) {
      Fleet fleet = next.remove();
      grow(fleet, next);
      Map<String, Integer> machines = machines(fleet);
      if (bound.applyAsDouble(machines) < least - MARGIN) {
        ruledOut++;
      } else {
        Tried best = tryOut(machines, fleet.price(), least);
        if (best.trials() == trials && best.share().mean() >= least) {
          return new Result(Optional.of(best), tried, ruledOut, used);
        }
      }
    }
    return new Result(Optional.empty(), tried, ruledOut, used);
  }

  /** Each fleet grows out of one other only: machines are added in the order of their types. */
  private void grow(Fleet fleet, PriorityQueue<Fleet> next) {
    for (int type = fleet.last(); type < types.size(); type++) {
      int[] more = fleet.counts().clone();
      more[type]++;
      next.add(new Fleet(more, type, fleet.price() + pricePerHour(types.get(type))));
    }
  }

  /** In the mean over a day. */
  private static double pricePerHour(MachineType type) {
    return type.pricePerHour() * type.off().map(DailyOff::on).orElse(1.0);
  }

  private Map<String, Integer> machines(Fleet fleet) {
    Map<String, Integer> machines = new LinkedHashMap<>();
    IntStream.range(0, types.size())
        .forEach(type -> machines.put(types.get(type).name(), fleet.counts()[type]));
    return machines;
  }

  private Tried tryOut(Map<String, Integer> machines, double price, double least) {
    int few = Math.max(2, (trials + FIRST - 1) / FIRST);
    MeanInterval share = shares.of(machines, Math.min(few, trials));
    int ran = Math.min(few, trials);
    used += ran;
    if (ran < trials && !(share.mean() + 2 * share.halfWidth() < least)) {
      share = shares.of(machines, trials);
      ran = trials;
      used += trials;
    }
    Tried result = new Tried(machines, price, share, ran);
    tried.add(result);
    listener.accept(result);
    return result;
  }
}
