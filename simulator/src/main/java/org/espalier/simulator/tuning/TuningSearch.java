package org.espalier.simulator.tuning;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.espalier.simulator.checkpoint.Checkpoint;
import org.espalier.simulator.checkpoint.RunIdentity;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.StudyUnits;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.policy.PolicyEntry;

/** Searches the settings of a policy, then runs the best of them on the trials of the study. */
public final class TuningSearch {
  private static final String TUNING = "tuning";
  private static final String REPORTED = "reported";

  private final TuningPlan plan;
  private final RunSettings settings;
  private final Checkpoint checkpoint;
  private final Experiment candidates;

  /** By scenario and tuning trial. */
  private final double[][] measured;

  private final List<UnitResult.Failed> failures = new ArrayList<>();
  private final int total;
  private int done;

  private TuningSearch(TuningPlan plan, RunSettings settings, Checkpoint checkpoint) {
    this.plan = plan;
    this.settings = settings;
    this.checkpoint = checkpoint;
    this.candidates = plan.candidates();
    this.measured = new double[candidates.scenarios().size()][plan.trials()];
    this.total = totalTrials(plan) - checkpoint.kept();
  }

  /** What a search is, for its checkpoint. */
  public static RunIdentity identity(TuningPlan plan, String version, List<Path> plugins) {
    return new RunIdentity(
        version,
        List.of(
            plan.study().withPolicies(List.of(plan.policy()), plan.study().study().plan()),
            plan.candidates()),
        List.of(plan.column().key(), Integer.toString(plan.trials())),
        plugins);
  }

  /** How many trials a search takes in all, those that are reported among them. */
  public static int totalTrials(TuningPlan plan) {
    int perTrial =
        plan.study().scenarios().size() / plan.study().study().comparison().policies().size();
    long tuning = (long) plan.settings().size() * plan.trials();
    return Math.toIntExact(perTrial * (tuning + 2L * plan.study().study().plan().trials()));
  }

  /**
   * Searches and reports.
   *
   * @param settings its progress hears of {@link #totalTrials} without those that are kept
   * @param checkpoint of earlier trials and of these
   * @throws PolicyFailedException if the policy fails with any of the settings
   */
  public static TuningResults run(TuningPlan plan, RunSettings settings, Checkpoint checkpoint) {
    return new TuningSearch(plan, settings, checkpoint).run();
  }

  private TuningResults run() {
    List<StudyUnit> units =
        StudyUnits.of(candidates).stream().filter(u -> u.trial() >= plan.firstTrial()).toList();
    run(TUNING, candidates, units, this::take);
    if (!failures.isEmpty()) {
      throw new PolicyFailedException(List.of(failures.getFirst().failure()));
    }
    int preset = plan.settings().indexOf(plan.preset());
    List<TuningResults.Tried> tried =
        IntStream.range(0, plan.settings().size()).mapToObj(this::tried).toList();
    // The greatest mean, and of the same the preset, then the first that was listed.
    int best =
        IntStream.range(0, tried.size())
            .boxed()
            .min(
                Comparator.<Integer>comparingDouble(i -> -tried.get(i).mean().mean())
                    .thenComparing(i -> i != preset))
            .orElseThrow();
    PolicyEntry tuned = plan.tuned(plan.settings().get(best));
    Experiment both =
        plan.study().withPolicies(List.of(plan.policy(), tuned), plan.study().study().plan());
    Gathering gathering = new Gathering(both);
    run(REPORTED, both, StudyUnits.of(both), gathering::add);
    return new TuningResults(plan, tried, best, preset, tuned, gathering.results());
  }

  /** Settings with the means over the scenarios of the study, in the order of these. */
  private TuningResults.Tried tried(int candidate) {
    List<Scenario> its =
        candidates.scenarios().stream()
            .filter(scenario -> scenario.policy().equals(Integer.toString(candidate)))
            .toList();
    return new TuningResults.Tried(
        plan.settings().get(candidate),
        IntStream.range(0, plan.trials())
            .mapToObj(t -> its.stream().mapToDouble(s -> measured[s.index()][t]).sum() / its.size())
            .toList());
  }

  private void run(
      String part, Experiment of, Collection<StudyUnit> units, Consumer<UnitResult> results) {
    int before = done;
    RunSettings telling =
        new RunSettings(
            settings.threads(),
            settings.nanoClock(),
            (now, ofCall) -> {
              done = before + now;
              settings.progress().trialsDone(Math.min(done, total), total);
            });
    checkpoint.run(part, of, units, telling, results);
  }

  private void take(UnitResult result) {
    switch (result) {
      case UnitResult.Finished finished -> {
        int trial = finished.unit().trial() - plan.firstTrial();
        measured[finished.unit().scenario()][trial] = finished.measured().get(plan.column());
      }
      case UnitResult.Failed failed -> failures.add(failed);
    }
  }
}
