package org.espalier.simulator.run;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.espalier.simulator.bound.EarnedShare;
import org.espalier.simulator.bound.EarningBound;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.bound.TrialBounds;
import org.espalier.simulator.bound.UtilityBounds;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/** Finds the bounds of all trials of some scenarios on several threads. No policy is run. */
public final class BoundRunner {
  private final Experiment experiment;
  private final List<Scenario> scenarios;
  private final RunSettings settings;
  private int done;

  /**
   * @param scenarios one each of those that have the same bounds
   * @param settings the clock is not looked at
   */
  public BoundRunner(Experiment experiment, List<Scenario> scenarios, RunSettings settings) {
    this.experiment = experiment;
    this.scenarios = List.copyOf(scenarios);
    this.settings = settings;
  }

  /**
   * The bounds of tasks that have deadlines only, [scenario][trial - 1].
   *
   * @throws org.espalier.workload.document.InvalidInputException if a workload file changed since
   *     it was checked and is no longer good
   */
  public List<List<TrialBounds>> ofDeadlines() {
    long seed = experiment.study().plan().seed();
    return runAll((conditions, scenario) ->
        TrialBounds.of(
            conditions.system(),
            conditions.workload(),
            conditions.counted(),
            scenario.settings().atLeast(),
            seed,
            conditions.trial()));
  }

  /**
   * The bounds of tasks that have utility functions, [scenario][trial - 1].
   *
   * @throws org.espalier.workload.document.InvalidInputException if a workload file changed since
   *     it was checked and is no longer good
   */
  public List<List<UtilityBounds>> ofUtility() {
    return runAll((conditions, scenario) ->
        new UtilityBounds(
            conditions.workload().size(),
            FluidBound.worthOfTrial(conditions.system(), conditions.workload()),
            bound(conditions, scenario, EarnedShare.COMPLETED),
            bound(conditions, scenario, EarnedShare.PRORATED)));
  }

  private static double bound(TrialConditions conditions, Scenario scenario, EarnedShare share) {
    return EarningBound.of(
        conditions.system(),
        conditions.workload(),
        conditions.oneNumberTimes(),
        conditions.earnings(scenario, share));
  }

  private <T> List<List<T>> runAll(BiFunction<TrialConditions, Scenario, T> bounds) {
    int trials = experiment.study().plan().trials();
    try (ForkJoinPool threads = new ForkJoinPool(settings.threads())) {
      return threads
          .submit(() ->
              scenarios.parallelStream()
                  .map(scenario ->
                      IntStream.rangeClosed(1, trials)
                          .parallel()
                          .mapToObj(t -> tell(bounds.apply(conditions(scenario, t), scenario)))
                          .toList())
                  .toList())
          .join();
    }
  }

  private TrialConditions conditions(Scenario scenario, int trial) {
    return new TrialConditions(experiment, scenario, trial);
  }

  private synchronized <T> T tell(T found) {
    done++;
    int total = scenarios.size() * experiment.study().plan().trials();
    settings.progress().trialsDone(done, total);
    return found;
  }
}
