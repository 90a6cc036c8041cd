package org.espalier.simulator.sizing;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.LoadScale;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.SystemSource;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Problems;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.system.MachineCounts;

/**
 * A study whose load is scaled: what is on time of its tasks under a policy.
 *
 * @param scale of the study as it stands, with the load that is called 1
 */
public record StudyLoad(LoadScale scale) {
  /** The workloads of so many trials have a bound for each fleet. */
  private static final int BOUND_TRIALS = 3;

  /**
   * A study.
   *
   * @param file that it was read from
   * @throws InvalidInputException with its problems, as an axis besides policies and load, or tasks
   *     with utility functions
   */
  public static StudyLoad of(Path file, Experiment one) {
    LoadScale scale = LoadScale.of(one);
    FileProblems problems = new Problems().in(file);
    for (Axis axis : one.study().comparison().axes()) {
      String key = axis.key();
      if (axis.values().size() > 1
          && !key.equals(Dimension.POLICY)
          && !key.equals(scale.option().key())) {
        String remedy = "choose one with --set %s=VALUE".formatted(key);
        problems.report(0, "axes." + key, "", "has several values, and size takes one", remedy);
      }
    }
    if (one.inputs().haveUtilities(one.scenarios().getFirst())) {
      problems.report("has tasks with utility functions", "give a study of deadlines");
    }
    problems.all().throwIfAny();
    return new StudyLoad(scale);
  }

  /** The policies of the study. */
  public List<PolicyEntry> policies() {
    return scale.experiment().study().comparison().policies();
  }

  /** The load that is called 1, as the user sets it. */
  public String unit() {
    return "%s=%s".formatted(scale.option().key(), scale.text(1));
  }

  /** The share of tasks on time at a load, in percent, over the trials. */
  public MeanInterval onTime(double load, PolicyEntry policy, RunSettings settings) {
    ExperimentResults results = ExperimentRunner.run(scale.at(load, policy), settings);
    return results.mean(results.experiment().scenarios().getFirst(), Column.ROBUSTNESS);
  }

  /**
   * A search of fleets for a load.
   *
   * @param listener hears of each fleet whose trials are over
   * @throws InvalidInputException if machine types have no price, systems are not read from one
   *     file, or numbers of machines are an axis
   */
  public FleetSearch fleets(
      double load, PolicyEntry policy, RunSettings settings, Consumer<FleetSearch.Tried> listener) {
    Experiment one = scale.at(load, policy);
    checkFleets(one);
    Scenario scenario = one.scenarios().getFirst();
    HcSystem system = one.system();
    int trials = one.study().plan().trials();
    List<List<Task>> counted =
        IntStream.rangeClosed(1, Math.min(BOUND_TRIALS, trials))
            .mapToObj(trial -> one.inputs().workload(scenario, trial))
            .filter(workload -> workload.recorded().isEmpty())
            .map(workload -> one.study().plan().leftOut().counted(workload.tasks()))
            .toList();
    return new FleetSearch(
        system.machineTypes(),
        fleet -> bound(system, fleet, counted),
        (fleet, first, last) -> shares(scale.at(load, policy, fleet), first, last, settings),
        trials,
        listener);
  }

  private static DoubleStream shares(Experiment one, int first, int last, RunSettings settings) {
    List<StudyUnit> units =
        IntStream.rangeClosed(first, last).mapToObj(trial -> new StudyUnit(0, trial)).toList();
    Map<Integer, Double> shares = new TreeMap<>();
    ExperimentRunner.run(
        one,
        units,
        settings,
        result -> {
          switch (result) {
            case UnitResult.Finished(StudyUnit unit, TrialResult measured, _, _, _) ->
                shares.put(unit.trial(), measured.get(Column.ROBUSTNESS));
            case UnitResult.Failed failed ->
                throw new PolicyFailedException(List.of(failed.failure()));
          }
        });
    return shares.values().stream().mapToDouble(share -> share);
  }

  private static void checkFleets(Experiment one) {
    FileProblems problems = new Problems().in(one.inputFiles().getFirst());
    for (MachineType type : one.system().machineTypes()) {
      if (type.pricePerHour() == 0) {
        problems.report(
            "machine type %s has no price_per_hour".formatted(type.name()),
            "give it one above 0, by which fleets are compared");
      }
      if (type.scale().isPresent()) {
        problems.report(
            "machine type %s has a scale: what it costs is not known before it is run"
                .formatted(type.name()),
            "leave scale out, or compare max in a study with systems on an axis");
      }
    }
    if (!(one.study().inputs().system() instanceof SystemSource.Described)) {
      problems.report("systems are generated", "give a system in a file");
    }
    for (Axis axis : one.study().comparison().axes()) {
      if (axis.dimension() instanceof Dimension.Machines) {
        problems.report(axis.key() + " is an axis", "leave it out: the search sets it");
      }
    }
    problems.all().throwIfAny();
  }

  /**
   * The mean of the steady bounds, in percent; NaN where execution times were recorded, since
   * bounds are of those of the PET. Below 0 if the fleet cannot run all tasks.
   */
  private static double bound(
      HcSystem system, Map<String, Integer> fleet, List<List<Task>> counted) {
    if (MachineCounts.problem(system, fleet).isPresent()) {
      return -100;
    }
    HcSystem with = MachineCounts.of(system, fleet);
    return counted.stream()
        .mapToDouble(tasks -> 100 * FluidBound.steadyShare(with, tasks))
        .average()
        .orElse(Double.NaN);
  }

  /** Tasks that arrive in a second at a load, in the mean of the trials; NaN if all do at once. */
  public double tasksPerSecond(double load, PolicyEntry policy) {
    Experiment experiment = scale.at(load, policy);
    double tick = experiment.system().tick().toNanos() / 1e9;
    return IntStream.rangeClosed(1, experiment.study().plan().trials())
        .mapToDouble(trial -> {
          List<Task> tasks =
              experiment.inputs().workload(experiment.scenarios().getFirst(), trial).tasks();
          long span = tasks.getLast().arrival() - tasks.getFirst().arrival();
          return span == 0 ? Double.NaN : (tasks.size() - 1) / (span * tick);
        })
        .average()
        .orElseThrow();
  }
}
