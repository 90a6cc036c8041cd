package org.espalier.simulator.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Scale;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.bound.EarnedShare;
import org.espalier.simulator.bound.EarningBound;
import org.espalier.simulator.bound.Earnings;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.bound.OneNumberTimes;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.KnownBounds;
import org.espalier.simulator.column.QueueChances;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.ExecutionTimes;
import org.espalier.simulator.engine.LoggedTimes;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.espalier.workload.pet.PetBelief;
import org.jspecify.annotations.Nullable;

/**
 * What all scenarios of one system and workload meet in a trial: the system, its tasks, and what
 * they really take. They are functions of the seed and the trial, the same for every policy and
 * whatever it believes.
 */
final class TrialConditions {
  private static final long POLICY_SEEDS = 0x9E3779B97F4A7C15L;

  private final Experiment experiment;
  private final int trial;
  private final HcSystem system;
  private final Optional<Heterogeneity> heterogeneity;
  private final Workload workload;
  private final ExecutionTimes times;
  private final boolean onlyDeadlines;
  private final double highestUtility;
  private @Nullable Double steadyShare;
  private @Nullable Forecast arrivals;
  private final Map<Earnings, Double> earningBounds = new HashMap<>();
  private final Map<PetBelief, HcSystem> believed = new HashMap<>();

  /**
   * @param scenario any scenario of the system and workload
   * @param trial number of the trial
   */
  TrialConditions(Experiment experiment, Scenario scenario, int trial) {
    this.experiment = experiment;
    this.trial = trial;
    this.system = experiment.inputs().system(scenario, trial);
    this.heterogeneity = experiment.inputs().heterogeneity(system);
    this.workload = experiment.inputs().workload(scenario, system, trial);
    this.times = LoggedTimes.of(workload, system, new CounterStream(seed(), trial, system.pet()));
    this.onlyDeadlines =
        !system.hasVersions()
            && workload.tasks().stream()
                .allMatch(task -> task.utility().equals(UtilityFunction.OF_DEADLINE));
    this.highestUtility = workload.tasks().stream().mapToDouble(Task::mostUtility).max().orElse(0);
  }

  /** Found when it is asked for, since it takes a while. */
  private double steadyShare() {
    Double known = steadyShare;
    if (known == null) {
      known =
          onlyDeadlines && workload.recorded().isEmpty()
              ? FluidBound.steadyShare(system, counted())
              : Double.NaN;
      steadyShare = known;
    }
    return known;
  }

  private long seed() {
    return experiment.study().plan().seed();
  }

  /** Number of the trial. */
  int trial() {
    return trial;
  }

  /** The experiment it is a trial of. */
  Experiment experiment() {
    return experiment;
  }

  /** The system as it is. */
  HcSystem system() {
    return system;
  }

  /** The tasks but for the first and last to arrive: as many as are left out of the results. */
  List<Task> counted() {
    return experiment.study().plan().leftOut().counted(workload.tasks());
  }

  /** The tasks. */
  Workload workload() {
    return workload;
  }

  /** What no policy gets beyond, as far as the study wants to know it. */
  private KnownBounds bounds(Scenario scenario) {
    return new KnownBounds(
        steadyShare(),
        bound(scenario, EarnedShare.COMPLETED, Column.UTILITY),
        bound(scenario, EarnedShare.PRORATED, Column.UTILITY_PRORATED));
  }

  private double bound(Scenario scenario, EarnedShare share, Column earned) {
    if (onlyDeadlines || !experiment.study().presentation().needsBoundOf(earned)) {
      return Double.NaN;
    }
    Earnings earnings = earnings(scenario, share);
    return earningBounds.computeIfAbsent(
        earnings, key -> EarningBound.of(system, workload, oneNumberTimes(), key));
  }

  /** A policy that looks at the queues that another one leaves, if a figure draws that. */
  QueueChances.Watch chances(Scenario scenario, AllocationPolicy policy) {
    boolean looks =
        experiment.study().presentation().drawn().stream().anyMatch(Column.OF_QUEUES::contains);
    return new QueueChances.Watch(policy, counting(scenario).measured(), looks);
  }

  /** What of the utility of a scenario counts. */
  Earnings earnings(Scenario scenario, EarnedShare share) {
    TimeSpan measured = experiment.study().plan().measured(system.tick());
    return new Earnings(measured, scenario.settings().energy().plainPeriods(), share);
  }

  /** What tasks may take, as clairvoyant bounds have it. */
  ExecutionTimes oneNumberTimes() {
    return LoggedTimes.of(workload, system, new OneNumberTimes(seed(), trial, system.pet()));
  }

  /** What a trial of a scenario came to, with what is known of it besides. */
  CountedTrial counted(TrialOutcome outcome, Scenario scenario, QueueChances chances) {
    return new CountedTrial(
        outcome, system, heterogeneity, bounds(scenario), chances, counting(scenario));
  }

  /** The trial of a scenario, on the system as its policy believes it to be. */
  Trial of(Scenario scenario) {
    HcSystem known =
        believed.computeIfAbsent(
            scenario.belief(), belief -> experiment.inputs().believedSystem(system, belief, trial));
    Study.Plan plan = experiment.study().plan();
    long horizon = plan.horizonTicks(system.tick());
    Optional<Trial.Failures> failures =
        system.hasAbsences()
            ? Optional.of(new Trial.Failures(seed(), trial, plan.retries(), arrivals(scenario)))
            : Optional.empty();
    return new Trial(known, scenario.settings().rules(), workload, times, horizon, failures);
  }

  /** What arrives, where machines are on by forecast and workloads are generated. */
  private Forecast arrivals(Scenario scenario) {
    Forecast known = arrivals;
    if (known == null) {
      known =
          system.machineTypes().stream()
                  .flatMap(type -> type.scale().stream())
                  .anyMatch(scale -> scale.by() == Scale.By.FORECAST)
              ? experiment.inputs().anotherDay(scenario, system, trial)
              : Forecast.NONE;
      arrivals = known;
    }
    return known;
  }

  /** What of a trial of a scenario is counted. */
  Counting counting(Scenario scenario) {
    Study.Plan plan = experiment.study().plan();
    TimeSpan measured = plan.measured(system.tick());
    return new Counting(plan.leftOut(), measured, scenario.settings().energy());
  }

  /** The policy of a scenario; if it draws random numbers, others in each trial. */
  AllocationPolicy policy(Scenario scenario) {
    try {
      PolicySettings settings = experiment.inputs().settings(scenario, system, trial);
      PolicySettings worth =
          PolicyRegistry.forUtility(scenario.entry().provider(), settings, highestUtility);
      return scenario.entry().create(worth.withSeed(seed() + POLICY_SEEDS * trial));
    } catch (RuntimeException e) {
      throw new IllegalDecisionException("it could not be made: " + e, e);
    }
  }
}
