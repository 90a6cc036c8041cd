package org.espalier.simulator.tuning;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.checkpoint.Checkpoint;
import org.espalier.simulator.checkpoint.RunIdentity;
import org.espalier.simulator.run.ExperimentResults;
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
  private static final int LEAST_TRIALS = 2;

  private static final String TUNING = "tuning";
  private static final String REPORTED = "reported";

  private final TuningPlan plan;
  private final RunSettings settings;
  private final Checkpoint checkpoint;
  private final Experiment candidates;

  /** The scenarios of each setting. */
  private final List<List<Scenario>> scenarios;

  /** By scenario and tuning trial. */
  private final double[][] measured;

  /** How many tuning trials each of the settings has run. */
  private final int[] run;

  private final List<UnitResult.Failed> failures = new ArrayList<>();
  private int done;

  private TuningSearch(TuningPlan plan, RunSettings settings, Checkpoint checkpoint) {
    this.plan = plan;
    this.settings = settings;
    this.checkpoint = checkpoint;
    this.candidates = plan.candidates();
    int count = plan.settings().size();
    Map<String, List<Scenario>> bySetting =
        candidates.scenarios().stream().collect(Collectors.groupingBy(Scenario::policy));
    this.scenarios =
        IntStream.range(0, count).mapToObj(i -> bySetting.get(Integer.toString(i))).toList();
    this.measured = new double[candidates.scenarios().size()][plan.trials()];
    this.run = new int[count];
  }

  /** What a search is, for its checkpoint. */
  public static RunIdentity identity(TuningPlan plan, String version, List<Path> plugins) {
    return new RunIdentity(
        version,
        List.of(
            plan.study().withPolicies(List.of(plan.policy()), plan.study().study().plan()),
            plan.candidates()),
        List.of(plan.method().name(), plan.column().key(), Integer.toString(plan.trials())),
        plugins);
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
   * @param settings its progress hears of {@link #totalTrials} without those that are kept
   * @param checkpoint of earlier trials and of these
   * @throws PolicyFailedException if the policy fails with any of the settings
   */
  public static TuningResults run(TuningPlan plan, RunSettings settings, Checkpoint checkpoint) {
    return new TuningSearch(plan, settings, checkpoint).run(totalTrials(plan) - checkpoint.kept());
  }

  private TuningResults run(int total) {
    int preset = plan.settings().indexOf(plan.preset());
    List<Integer> left = new ArrayList<>(IntStream.range(0, run.length).boxed().toList());
    for (Round round : rounds(plan)) {
      List<Integer> chosen = left.stream().limit(round.settings()).toList();
      if (!chosen.contains(preset)) { // which the best is held against
        chosen = new ArrayList<>(chosen);
        chosen.set(chosen.size() - 1, preset);
      }
      runTo(chosen, round.trials(), total);
      left = chosen.stream().sorted(best(preset)).toList();
    }
    int best = left.getFirst();
    PolicyEntry tuned = plan.tuned(plan.settings().get(best));
    return new TuningResults(plan, tried(), best, preset, tuned, reported(tuned, total));
  }

  /** The greatest mean first, and of the same the preset, then the first that was listed. */
  private Comparator<Integer> best(int preset) {
    return Comparator.<Integer>comparingDouble(i -> -MeanInterval.of(values(i)).mean())
        .thenComparing(i -> i != preset)
        .thenComparingInt(i -> i);
  }

  private double[] values(int candidate) {
    return IntStream.range(0, run[candidate])
        .mapToDouble(trial -> mean(candidate, trial))
        .toArray();
  }

  /** The mean over the scenarios of the study, added up in their order whoever was done first. */
  private double mean(int candidate, int trial) {
    double sum = 0;
    for (Scenario scenario : scenarios.get(candidate)) {
      sum += measured[scenario.index()][trial];
    }
    return sum / scenarios.get(candidate).size();
  }

  private List<TuningResults.Tried> tried() {
    return IntStream.range(0, run.length)
        .mapToObj(i ->
            new TuningResults.Tried(
                plan.settings().get(i), Arrays.stream(values(i)).boxed().toList()))
        .toList();
  }

  private void runTo(List<Integer> chosen, int trials, int total) {
    Set<String> names = new HashSet<>(chosen.stream().map(i -> Integer.toString(i)).toList());
    List<StudyUnit> units = new ArrayList<>();
    for (int trial = run[chosen.getFirst()]; trial < trials; trial++) {
      for (Scenario scenario : candidates.scenarios()) {
        if (names.contains(scenario.policy())) {
          units.add(new StudyUnit(scenario.index(), plan.firstTrial() + trial));
        }
      }
    }
    checkpoint.run(TUNING, candidates, units, withProgress(total), this::take);
    if (!failures.isEmpty()) {
      throw new PolicyFailedException(
          failures.stream().limit(1).map(UnitResult.Failed::failure).toList());
    }
    chosen.forEach(i -> run[i] = trials);
  }

  private RunSettings withProgress(int total) {
    int before = done;
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
        int trial = finished.unit().trial() - plan.firstTrial();
        measured[finished.unit().scenario()][trial] = finished.measured().get(plan.column());
      }
      case UnitResult.Failed failed -> failures.add(failed);
    }
  }

  /** The policy as it is and with the best settings, on the trials of the study. */
  private ExperimentResults reported(PolicyEntry tuned, int total) {
    Experiment both =
        plan.study().withPolicies(List.of(plan.policy(), tuned), plan.study().study().plan());
    Gathering gathering = new Gathering(both);
    checkpoint.run(REPORTED, both, StudyUnits.of(both), withProgress(total), gathering::add);
    return gathering.results();
  }
}
