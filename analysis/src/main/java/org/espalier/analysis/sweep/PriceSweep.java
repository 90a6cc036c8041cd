package org.espalier.analysis.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.espalier.analysis.bound.UtilityEnergyBound;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;

/**
 * A search for allocations of much utility and little energy. For each of some weights of energy it
 * makes lists by density with what the tasks are worth by the prices of the bound, and then anneals
 * the best of them, from the middle weight outwards, in rounds of more and more steps. Everything
 * that is met and not dominated is kept.
 *
 * <p>The result depends on the settings only, whatever the number of threads, unless it is stopped.
 */
public final class PriceSweep {
  /**
   * Prices take time for divisible, which makes tasks worth more than they are; so shares are
   * tried.
   */
  private static final double[] SHARES_OF_PRICES = {0.9, 0, 0.8};

  private final StaticProblem problem;
  private final TaskTable table;
  private final Settings settings;
  private final ParetoArchive<Draft> archive = new ParetoArchive<>();
  private final List<WeightedTasks> weights;

  /**
   * How to search.
   *
   * @param weights how many weights of energy at least, those of the bound and between them
   * @param lanes parts into which the weights are divided, each annealed on a thread of its own
   * @param rounds how often all weights are annealed, each time with twice the steps; 0 for lists
   *     only
   * @param steps of a weight in the first round
   * @param seed of the random numbers
   */
  public record Settings(int weights, int lanes, int rounds, long steps, long seed) {
    public static final Settings DEFAULT = new Settings(40, 2, 4, 8_000, 1);
  }

  /**
   * The lists by density of a weight.
   *
   * @param best that of the most utility less weighted energy
   * @param archive all that are not dominated
   */
  private record Lists(Draft best, ParetoArchive<Draft> archive) {}

  private PriceSweep(StaticProblem problem, UtilityEnergyBound bound, Settings settings) {
    this.problem = problem;
    this.settings = settings;
    table = new TaskTable(problem);
    weights = WeightedTasks.between(bound.lines(), settings.weights());
  }

  /**
   * A search with the weights and prices of a bound.
   *
   * @param bound of the problem; better prices give a better front, but rough ones do
   * @param threads on which it runs, at least 1
   * @param stop asked often; one list of each weight is made in any case
   * @param progress gets the points so far after each round
   */
  public static ParetoArchive<Allocation> search(
      StaticProblem problem,
      UtilityEnergyBound bound,
      Settings settings,
      int threads,
      BooleanSupplier stop,
      Consumer<List<Losses>> progress) {
    PriceSweep sweep = new PriceSweep(problem, bound, settings);
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      sweep.run(pool, stop, progress);
    }
    return sweep.front();
  }

  private void run(ForkJoinPool pool, BooleanSupplier stop, Consumer<List<Losses>> progress) {
    Draft[] drafts = lists(pool, stop);
    progress.accept(archive.losses());
    List<SweepLane> lanes = lanes(drafts);
    long steps = settings.steps();
    for (int round = 0; round < settings.rounds() && !stop.getAsBoolean(); round++) {
      long now = steps;
      pool.submit(() -> lanes.parallelStream().forEach(lane -> lane.run(now, stop))).join();
      lanes.forEach(lane -> take(lane.archive()));
      progress.accept(archive.losses());
      steps *= 2;
    }
  }

  /** The best list of each weight; all go to the archive. */
  private Draft[] lists(ForkJoinPool pool, BooleanSupplier stop) {
    List<Lists> all =
        pool.submit(() -> weights.parallelStream().map(weight -> lists(weight, stop)).toList())
            .join();
    all.forEach(lists -> take(lists.archive()));
    return all.stream().map(Lists::best).toArray(Draft[]::new);
  }

  /** Lists of a weight where a task elsewhere is worth some share of what it is by the prices. */
  private Lists lists(WeightedTasks line, BooleanSupplier stop) {
    ParetoArchive<Draft> all = new ParetoArchive<>();
    Draft best = new Draft(table.tasks, table.machines);
    double most = Double.NEGATIVE_INFINITY;
    for (double share : SHARES_OF_PRICES) {
      Draft draft = DensityList.schedule(table, line.lambda(), valuesElsewhere(line, share));
      Annealing outcome = new Annealing(table, new SplittableRandom(0), draft);
      outcome.weigh(line.lambda());
      all.add(new Losses(-outcome.utility(), outcome.joules()), draft);
      if (outcome.value() > most) {
        most = outcome.value();
        best = draft;
      }
      if (stop.getAsBoolean()) {
        break;
      }
    }
    return new Lists(best, all);
  }

  private double[] valuesElsewhere(WeightedTasks line, double share) {
    double[] values = table.valuesElsewhere(line.lambda());
    for (int task = 0; task < values.length; task++) {
      values[task] += share * (line.values()[task] - values[task]);
    }
    return values;
  }

  private void take(ParetoArchive<Draft> other) {
    other.entries().forEach(entry -> archive.add(entry.losses(), entry.item()));
  }

  /** From the middle outwards; with more than two, each from its end nearer to the middle. */
  private List<SweepLane> lanes(Draft[] drafts) {
    List<SweepLane> lanes = new ArrayList<>();
    SplittableRandom seeds = new SplittableRandom(settings.seed());
    int count = Math.min(settings.lanes(), weights.size());
    for (int lane = 0; lane < count; lane++) {
      int from = lane * weights.size() / count;
      int to = (lane + 1) * weights.size() / count;
      boolean down = 2 * lane < count - 1;
      double[] some = new double[to - from];
      Draft[] theirs = new Draft[to - from];
      for (int i = 0; i < some.length; i++) {
        int weight = down ? to - 1 - i : from + i;
        some[i] = weights.get(weight).lambda();
        theirs[i] = drafts[weight];
      }
      lanes.add(new SweepLane(table, some, theirs, seeds.split()));
    }
    return lanes;
  }

  private ParetoArchive<Allocation> front() {
    ParetoArchive<Allocation> front = new ParetoArchive<>();
    for (ParetoArchive.Entry<Draft> entry : archive.entries()) {
      Allocation allocation = Annealing.allocation(table, entry.item());
      Losses losses =
          ObjectivePair.UTILITY_ENERGY.losses(AllocationOutcome.of(problem, allocation).totals());
      front.add(losses, allocation);
    }
    return front;
  }
}
