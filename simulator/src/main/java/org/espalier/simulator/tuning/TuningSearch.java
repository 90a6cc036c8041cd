package org.espalier.simulator.tuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.policy.PolicyEntry;

/** Searches the settings of a policy, then runs the best of them on the trials of the study. */
public final class TuningSearch {
  private static final int LEAST_TRIALS = 2;

  private final TuningPlan plan;
  private final RunSettings settings;
  private final Experiment candidates;
  private final int conditions;

  /** By setting and tuning trial: the sum over the scenarios of the study. */
  private final double[][] sums;

  /** How many tuning trials each of the settings has run. */
  private final int[] run;

  private final List<UnitResult.Failed> failures = new ArrayList<>();
  private int done;

  private TuningSearch(TuningPlan plan, RunSettings settings) {
    this.plan = plan;
    this.settings = settings;
    this.candidates = plan.candidates();
    int count = plan.settings().size();
    this.conditions = candidates.scenarios().size() / count;
    this.sums = new double[count][plan.trials()];
    this.run = new int[count];
  }

  /** How many trials a search takes in all, those that are reported among them. */
  public static int totalTrials(TuningPlan plan) {
    int perTrial =
        plan.study().scenarios().size() / plan.study().study().comparison().policies().size();
    long tuning = 0;
    int before = 0;
    for (Round round : rounds(plan)) {
      tuning += (long) round.settings() * (round.trials() - before);
      before = round.trials();
    }
    return Math.toIntExact(perTrial * (tuning + 2L * plan.study().study().plan().trials()));
  }

  /**
   * A round of the search.
   *
   * @param settings how many settings run in it
   * @param trials how many tuning trials they have run at its end
   */
  private record Round(int settings, int trials) {}

  private static List<Round> rounds(TuningPlan plan) {
    int count = plan.settings().size();
    if (plan.method() == SearchMethod.GRID) {
      return List.of(new Round(count, plan.trials()));
    }
    List<Round> rounds = new ArrayList<>();
    int trials = Math.min(LEAST_TRIALS, plan.trials());
    while (trials < plan.trials() && count > 2) {
      rounds.add(new Round(count, trials));
      count = (count + 1) / 2;
      trials = Math.min(2 * trials, plan.trials());
    }
    rounds.add(new Round(count, plan.trials()));
    return rounds;
  }

  /**
   * Searches and reports.
   *
   * @param settings its progress hears of {@link #totalTrials}
   * @throws PolicyFailedException if the policy fails with any of the settings
   */
  public static TuningResults run(TuningPlan plan, RunSettings settings) {
    return new TuningSearch(plan, settings).run();
  }

  private TuningResults run() {
    int preset = plan.settings().indexOf(plan.preset());
    List<Integer> left = new ArrayList<>(IntStream.range(0, sums.length).boxed().toList());
    for (Round round : rounds(plan)) {
      List<Integer> chosen = left.stream().limit(round.settings()).toList();
      if (!chosen.contains(preset)) { // which the best is held against
        chosen = new ArrayList<>(chosen);
        chosen.set(chosen.size() - 1, preset);
      }
      runTo(chosen, round.trials());
      left = chosen.stream().sorted(best()).toList();
    }
    int best = left.getFirst();
    PolicyEntry tuned = plan.tuned(plan.settings().get(best));
    return new TuningResults(plan, tried(), best, preset, tuned, reported(tuned));
  }

  /** The greatest mean first, and of the same the first that was listed. */
  private Comparator<Integer> best() {
    return Comparator.<Integer>comparingDouble(i -> -MeanInterval.of(values(i)).mean())
        .thenComparingInt(i -> i);
  }

  private double[] values(int candidate) {
    return Arrays.stream(sums[candidate], 0, run[candidate]).map(sum -> sum / conditions).toArray();
  }

  private List<TuningResults.Tried> tried() {
    return IntStream.range(0, sums.length)
        .mapToObj(i ->
            new TuningResults.Tried(
                plan.settings().get(i), Arrays.stream(values(i)).boxed().toList()))
        .toList();
  }

  private void runTo(List<Integer> chosen, int trials) {
    Set<String> names = new HashSet<>(chosen.stream().map(i -> Integer.toString(i)).toList());
    List<StudyUnit> units = new ArrayList<>();
    for (int trial = run[chosen.getFirst()]; trial < trials; trial++) {
      for (Scenario scenario : candidates.scenarios()) {
        if (names.contains(scenario.policy())) {
          units.add(new StudyUnit(scenario.index(), plan.firstTrial() + trial));
        }
      }
    }
    ExperimentRunner.run(candidates, units, withProgress(), this::take);
    if (!failures.isEmpty()) {
      throw new PolicyFailedException(
          failures.stream().limit(1).map(UnitResult.Failed::failure).toList());
    }
    chosen.forEach(i -> run[i] = trials);
  }

  private RunSettings withProgress() {
    int before = done;
    int total = totalTrials(plan);
    return new RunSettings(
        settings.threads(),
        settings.nanoClock(),
        (now, ofCall) -> {
          done = before + now;
          settings.progress().trialsDone(Math.min(done, total), total);
        });
  }

  private void take(UnitResult result) {
    switch (result) {
      case UnitResult.Finished finished -> {
        Scenario scenario = candidates.scenarios().get(finished.unit().scenario());
        int trial = finished.unit().trial() - plan.firstTrial();
        sums[Integer.parseInt(scenario.policy())][trial] += finished.measured().get(plan.column());
      }
      case UnitResult.Failed failed -> failures.add(failed);
    }
  }

  /** The policy as it is and with the best settings, on the trials of the study. */
  private ExperimentResults reported(PolicyEntry tuned) {
    Experiment both =
        plan.study().withPolicies(List.of(plan.policy(), tuned), plan.study().study().plan());
    return ExperimentRunner.run(both, withProgress());
  }
}
