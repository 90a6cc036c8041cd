package org.espalier.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.espalier.simulator.bound.TrialBounds;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/** Finds the bounds of all trials of an experiment on several threads. No policy is run. */
public final class BoundRunner {
  private final Experiment experiment;
  private final RunSettings settings;
  private final int total;
  private int done;

  private BoundRunner(Experiment experiment, RunSettings settings) {
    this.experiment = experiment;
    this.settings = settings;
    this.total = experiment.groups().size() * experiment.study().plan().trials();
  }

  /**
   * The bounds, [group of scenarios that meet the same][trial - 1].
   *
   * @param settings the clock is not looked at
   * @throws org.espalier.workload.document.InvalidInputException if a workload file changed since
   *     it was checked and is no longer good
   */
  public static List<List<TrialBounds>> run(Experiment experiment, RunSettings settings) {
    return new BoundRunner(experiment, settings).runAll();
  }

  private List<List<TrialBounds>> runAll() {
    try (ExecutorService threads = Executors.newFixedThreadPool(settings.threads())) {
      List<List<Future<TrialBounds>>> running =
          experiment.groups().stream()
              .map(group -> units(group.getFirst()).stream().map(threads::submit).toList())
              .toList();
      return ExperimentRunner.all(running, threads);
    }
  }

  private List<Callable<TrialBounds>> units(Scenario scenario) {
    List<Callable<TrialBounds>> units = new ArrayList<>();
    for (int trial = 1; trial <= experiment.study().plan().trials(); trial++) {
      int number = trial;
      units.add(() -> bounds(scenario, number));
    }
    return units;
  }

  private TrialBounds bounds(Scenario scenario, int trial) {
    TrialConditions conditions = new TrialConditions(experiment, scenario, trial);
    TrialBounds bounds =
        TrialBounds.of(
            conditions.system(),
            conditions.workload(),
            conditions.counted(),
            experiment.study().plan().seed(),
            trial);
    tell();
    return bounds;
  }

  private synchronized void tell() {
    done++;
    settings.progress().trialsDone(done, total);
  }
}
