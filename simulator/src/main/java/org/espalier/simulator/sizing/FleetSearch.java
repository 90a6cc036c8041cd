package org.espalier.simulator.sizing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.core.model.MachineType;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.NumberText;

/**
 * Searches the cheapest fleet with which a share of tasks is on time, or the greatest share for a
 * budget. Shares are means of trials. All fleets meet the same random numbers.
 *
 * <p>The cheapest is the first that serves, in order of price, of those that no bound rules out. A
 * fleet leaves as soon as it cannot come to the share, whatever its other trials bring, or most
 * likely does not. For a budget only full fleets are tried, to which no machine can be added.
 */
public final class FleetSearch {
  /** More fleets are not listed. */
  public static final int MOST = 200_000;

  /** After so many have had trials, no others are looked for. */
  public static final int MOST_TRIED = 1_000;

  /** The bound is for the mean of many trials: so much below, in percent, it rules a fleet out. */
  private static final double MARGIN = 1;

  /** One in so many trials is run between two looks at a fleet. */
  private static final int LOOKS = 10;

  /** Of fewer trials, some of which may be equal, nothing is sure. */
  private static final int SURE = 4;

  /** Sums of prices are as exact. */
  private static final double ROUNDING = 1e-9;

  private final List<MachineType> types;

  /** Of an hour, by type. */
  private final double[] prices;

  private final ToDoubleFunction<Map<String, Integer>> bound;
  private final Shares shares;
  private final int trials;
  private final Consumer<Tried> listener;
  private final Map<Fleet, Contender> contenders = new LinkedHashMap<>();
  private final Map<Fleet, Double> bounds = new HashMap<>();

  /** All fleets up to a price, in order of price, and those that grow out of them. */
  private final List<Fleet> fleets = new ArrayList<>();

  private final PriorityQueue<Fleet> next =
      new PriorityQueue<>(Comparator.comparingDouble(Fleet::price));

  /** What is on time with a fleet. */
  @FunctionalInterface
  public interface Shares {
    /**
     * The shares in percent.
     *
     * @param first the first of the trials, from 1
     * @param last the last of them
     */
    DoubleStream of(Map<String, Integer> fleet, int first, int last);
  }

  /**
   * A fleet of which trials were run.
   *
   * @param machines how many there are of each machine type
   * @param price of an hour of all of them
   * @param share in percent, over the trials that were run
   * @param trials how many that are
   */
  public record Tried(
      Map<String, Integer> machines, double price, MeanInterval share, int trials) {}

  /**
   * What came of a search.
   *
   * @param best the fleet that was sought, with all trials; empty if none was found
   * @param tried all of which trials were run, in order of price
   * @param ruledOut how many fleets the bound ruled out
   * @param none what is to be said if none was found
   */
  public record Result(Optional<Tried> best, List<Tried> tried, int ruledOut, String none) {
    /** How many trials were run. */
    public int trials() {
      return tried.stream().mapToInt(Tried::trials).sum();
    }
  }

  /** Numbers of machines by type, of which those from {@code last} on may grow. */
  private record Fleet(List<Integer> counts, int last, double price) {}

  /** A fleet and the shares of its first trials; NaN where none of its tasks is counted. */
  private record Contender(Fleet fleet, double[] shares) {
    /**
     * Whether a share is out of reach, or 95 % surely not reached by the mean of all trials. The
     * interval of that mean is narrower than the one of the trials so far, which are part of it.
     */
    boolean isOut(double wanted, int trials) {
      MeanInterval share = MeanInterval.of(shares);
      int left = trials - shares.length;
      double lost = share.count() == 0 ? 0 : share.count() * (100 - share.mean());
      double most = left == 0 ? share.mean() : 100 + ROUNDING - lost / (share.count() + left);
      double unsure = share.halfWidth() * Math.sqrt(left / (double) trials);
      return !(most >= wanted) || (share.count() >= SURE && share.mean() + unsure < wanted);
    }
  }

  /**
   * A search.
   *
   * @param types the machine types to choose from; each has a price
   * @param bound the share in percent that no policy gets beyond with a fleet; NaN if unknown, and
   *     below 0 for a fleet that cannot run all tasks
   * @param trials how many decide
   * @param listener hears of each fleet that leaves the race or wins it
   */
  public FleetSearch(
      List<MachineType> types,
      ToDoubleFunction<Map<String, Integer>> bound,
      Shares shares,
      int trials,
      Consumer<Tried> listener) {
    this.listener = listener;
    this.types = types;
    this.prices = types.stream().mapToDouble(MachineType::pricePerHourWithOff).toArray();
    this.bound = bound;
    this.shares = shares;
    this.trials = trials;
    next.add(new Fleet(types.stream().map(type -> 0).toList(), 0, 0));
  }

  /**
   * The cheapest fleet with which a share in percent is on time.
   *
   * @param from nothing cheaper is on time so often, as is known; or 0
   */
  public Result find(double least, double from) {
    for (int i = 0; fleets.size() < MOST && contenders.size() < MOST_TRIED; i++) {
      if (i == fleets.size()) {
        grow();
      }
      Fleet fleet = fleets.get(i);
      if (fleet.price() > from * (1 - ROUNDING)
          && !isRuledOut(fleet, least)
          && !run(fleet, least).isOut(least, trials)) {
        return result(Optional.of(run(fleet, least)));
      }
    }
    return result(Optional.empty());
  }

  /** Runs trials of a fleet until all are run, or it is out. */
  private Contender run(Fleet fleet, double least) {
    Contender contender = contenders.getOrDefault(fleet, new Contender(fleet, new double[0]));
    while (contender.shares().length < trials && !contender.isOut(least, trials)) {
      contender = withTrials(contender, least);
    }
    return contender;
  }

  /** The fleet with the greatest share on time for a price of an hour. */
  public Result best(double budget) {
    double most = budget * (1 + ROUNDING);
    while (fleets.size() < MOST && next.element().price() <= most) {
      grow();
    }
    double least = most - Arrays.stream(prices).min().orElseThrow();
    double wanted = 0;
    Optional<Contender> best = Optional.empty();
    for (Fleet fleet : fleets.size() < MOST ? List.copyOf(fleets) : List.<Fleet>of()) {
      if (fleet.price() > least
          && !isRuledOut(fleet, wanted)
          && !run(fleet, wanted).isOut(wanted, trials)) {
        best = Optional.of(run(fleet, wanted));
        wanted = Math.nextUp(MeanInterval.of(best.get().shares()).mean());
      }
    }
    return result(best);
  }

  /** Each fleet grows out of one other only: machines are added in the order of their types. */
  private void grow() {
    Fleet fleet = next.remove();
    fleets.add(fleet);
    for (int type = fleet.last(); type < types.size(); type++) {
      List<Integer> more = new ArrayList<>(fleet.counts());
      more.set(type, more.get(type) + 1);
      next.add(new Fleet(more, type, fleet.price() + prices[type]));
    }
  }

  private boolean isRuledOut(Fleet fleet, double least) {
    return bounds.computeIfAbsent(fleet, f -> bound.applyAsDouble(machines(f))) < least - MARGIN;
  }

  private Contender withTrials(Contender contender, double wanted) {
    int ran = contender.shares().length;
    int last = Math.min(trials, ran + Math.max(2, trials / LOOKS));
    DoubleStream more = shares.of(machines(contender.fleet()), ran + 1, last);
    Contender further =
        new Contender(
            contender.fleet(),
            DoubleStream.concat(DoubleStream.of(contender.shares()), more).toArray());
    contenders.put(further.fleet(), further);
    if (last == trials || further.isOut(wanted, trials)) {
      listener.accept(tried(further));
    }
    return further;
  }

  private Map<String, Integer> machines(Fleet fleet) {
    Map<String, Integer> machines = new LinkedHashMap<>();
    IntStream.range(0, types.size())
        .forEach(type -> machines.put(types.get(type).name(), fleet.counts().get(type)));
    return machines;
  }

  private Tried tried(Contender contender) {
    return new Tried(
        machines(contender.fleet()),
        contender.fleet().price(),
        MeanInterval.of(contender.shares()),
        contender.shares().length);
  }

  private Result result(Optional<Contender> best) {
    List<Tried> tried =
        contenders.values().stream()
            .map(this::tried)
            .sorted(Comparator.comparingDouble(Tried::price))
            .toList();
    String none =
        "no fleet was found of the %s that cost %s an hour or less%s"
            .formatted(
                fleets.size() - 1,
                NumberText.forCsv(fleets.getLast().price()),
                fleets.size() < MOST ? "" : ", and more are too many");
    return new Result(best.map(this::tried), tried, bounds.size() - contenders.size(), none);
  }
}
