package org.espalier.simulator.run;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/**
 * Runs units of a study on several threads. Those that meet the same system and tasks follow one
 * another on one thread, so that these are made once.
 */
public final class ExperimentRunner {
  private final Experiment experiment;
  private final RunSettings settings;
  private final int total;
  private final Consumer<UnitResult> results;
  private boolean failed;
  private int done;

  private ExperimentRunner(
      Experiment experiment, RunSettings settings, int total, Consumer<UnitResult> results) {
    this.experiment = experiment;
    this.settings = settings;
    this.total = total;
    this.results = results;
  }

  /**
   * Runs an experiment to its end.
   *
   * @throws PolicyFailedException if policies fail; trials that have not begun then do not
   * @throws org.espalier.workload.document.InvalidInputException if a workload file changed since
   *     it was checked and is no longer good
   */
  public static ExperimentResults run(Experiment experiment, RunSettings settings) {
    Gathering gathering = new Gathering(experiment);
    run(experiment, StudyUnits.of(experiment), settings, gathering::add);
    return gathering.results();
  }

  /**
   * Runs some units of an experiment. If a policy fails, the units that have not begun do not.
   *
   * @param results takes what came of each unit, one at a time, in any order
   * @throws org.espalier.workload.document.InvalidInputException if a workload file changed since
   *     it was checked and is no longer good
   */
  public static void run(
      Experiment experiment,
      Collection<StudyUnit> units,
      RunSettings settings,
      Consumer<UnitResult> results) {
    List<StudyUnits.Batch> batches = StudyUnits.batches(experiment, units);
    new ExperimentRunner(experiment, settings, units.size(), results).runAll(batches);
  }

  /** Runs batches in their order; if any fails, the rest is not begun. */
  private void runAll(List<StudyUnits.Batch> batches) {
    try (ForkJoinPool threads = new ForkJoinPool(settings.threads())) {
      try {
        batches.stream()
            .map(batch -> threads.submit(() -> run(batch)))
            .toList()
            .forEach(ForkJoinTask::join);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private void run(StudyUnits.Batch batch) {
    if (hasFailed()) {
      return;
    }
    TrialConditions conditions =
        new TrialConditions(experiment, batch.scenarios().getFirst(), batch.trial());
    for (Scenario scenario : batch.scenarios()) {
      deliver(UnitRun.of(conditions, scenario, settings.nanoClock()));
    }
  }

  private synchronized boolean hasFailed() {
    return failed;
  }

  private synchronized void deliver(UnitResult result) {
    failed |= result instanceof UnitResult.Failed;
    results.accept(result);
    done++;
    settings.progress().trialsDone(done, total);
  }
}
