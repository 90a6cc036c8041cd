package org.espalier.simulator.run;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.report.statistics.EmpiricalDistribution;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.Part;
import org.espalier.simulator.column.TimingColumn;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;

/** The results of an experiment: those of every trial, by scenario and trial. */
public final class ExperimentResults {
  private final Experiment experiment;
  private final List<List<TrialResult>> trials;
  private final List<List<TrialAccount>> accounts;
  private final List<Trace> traces;
  private final List<List<ShownDecision>> decisions;

  /**
   * The results.
   *
   * @param units by scenario, in the order of their trials
   */
  ExperimentResults(Experiment experiment, List<List<UnitResult.Finished>> units) {
    this.experiment = experiment;
    this.trials = of(units, UnitResult.Finished::measured);
    this.accounts = of(units, UnitResult.Finished::account);
    this.decisions =
        units.stream()
            .map(all -> all.stream().flatMap(unit -> unit.decisions().stream()).toList())
            .toList();
    this.traces =
        experiment.study().presentation().traces().stream()
            .map(request -> {
              int scenario = experiment.scenarioAt(request.at()).index();
              int trial = request.trial();
              return new Trace(scenario, trial, units.get(scenario).get(trial - 1).tasks());
            })
            .toList();
  }

  private static <T> List<List<T>> of(
      List<List<UnitResult.Finished>> units, Function<UnitResult.Finished, T> part) {
    return units.stream().map(all -> all.stream().map(part).toList()).toList();
  }

  /** The experiment they are of. */
  public Experiment experiment() {
    return experiment;
  }

  /** Mean and interval of a column over the trials of a scenario. */
  public MeanInterval mean(Scenario scenario, Column column) {
    return MeanInterval.of(values(scenario, column));
  }

  /** Mean difference of a scenario from its baseline, trial by trial. */
  public MeanInterval difference(Scenario scenario, Scenario baseline, Column column) {
    return MeanInterval.ofDifferences(values(scenario, column), values(baseline, column));
  }

  /** Distribution of a column over the trials of a scenario. */
  public EmpiricalDistribution distribution(Scenario scenario, Column column) {
    return EmpiricalDistribution.of(values(scenario, column));
  }

  /** Mean and interval of the on-time percentage of a task type over the trials of a scenario. */
  public MeanInterval onTimeOfType(Scenario scenario, int type) {
    return MeanInterval.of(
        trials(scenario).stream().mapToDouble(trial -> trial.onTimeByType().get(type)).toArray());
  }

  /** The numbers of the parts that any trial of any scenario has, in order. */
  public List<Double> parts(Breakdown breakdown) {
    return trials.stream()
        .flatMap(List::stream)
        .flatMap(trial -> trial.parts().stream())
        .filter(part -> part.breakdown() == breakdown)
        .map(Part::number)
        .distinct()
        .sorted()
        .toList();
  }

  /** Mean and interval of each column of a part over the trials of a scenario that have it. */
  public List<MeanInterval> means(Scenario scenario, Breakdown breakdown, double number) {
    List<Part> found =
        trials(scenario).stream()
            .flatMap(trial -> trial.parts().stream())
            .filter(part -> part.breakdown() == breakdown && part.number() == number)
            .toList();
    return IntStream.range(0, breakdown.columns().size())
        .mapToObj(c ->
            MeanInterval.of(found.stream().mapToDouble(part -> part.values().get(c)).toArray()))
        .toList();
  }

  /** Mean and interval of what was measured of the scheduler, over the trials of scenarios. */
  public MeanInterval mean(List<Scenario> scenarios, TimingColumn column) {
    return MeanInterval.of(
        scenarios.stream()
            .flatMap(scenario -> trials(scenario).stream())
            .mapToDouble(trial -> column.of(trial.schedulerTime()))
            .toArray());
  }

  private double[] values(Scenario scenario, Column column) {
    return trials(scenario).stream().mapToDouble(trial -> trial.get(column)).toArray();
  }

  /** The trials of a scenario, in order. */
  public List<TrialResult> trials(Scenario scenario) {
    return trials.get(scenario.index());
  }

  /** What the trials of a scenario earned and spent, in their order. */
  public List<TrialAccount> accounts(Scenario scenario) {
    return accounts.get(scenario.index());
  }

  /** Of which scenarios empty fields say that no task is counted, one sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Scenario scenario : experiment.scenarios()) {
      long empty = trials(scenario).size() - known(scenario, Column.ROBUSTNESS);
      if (empty > 0) {
        notes.add(
            "%s: in %s of %s trials no task is counted: none leaves in the measured time, but for"
                    .formatted(scenario.label(), empty, trials(scenario).size())
                + " those left out; they are not in the means");
      }
    }
    return notes;
  }

  /** Which columns only some of the counted trials of a scenario have, one sentence each. */
  public List<String> partly() {
    List<String> notes = new ArrayList<>();
    for (Scenario scenario : experiment.scenarios()) {
      long counted = known(scenario, Column.ROBUSTNESS);
      String columns =
          Arrays.stream(Column.values())
              .filter(column -> known(scenario, column) > 0 && known(scenario, column) < counted)
              .map(column -> "%s (%s)".formatted(column.key(), known(scenario, column)))
              .collect(joining(", "));
      if (!columns.isEmpty()) {
        notes.add(
            "%s: means of fewer trials than %s: %s".formatted(scenario.label(), counted, columns));
      }
    }
    return notes;
  }

  /** How many trials of a scenario have a column. */
  private long known(Scenario scenario, Column column) {
    return trials(scenario).stream().filter(t -> !Double.isNaN(t.get(column))).count();
  }

  /** The system that a traced trial ran on. */
  public HcSystem system(Trace trace) {
    return experiment.inputs().system(experiment.scenarios().get(trace.scenario()), trace.trial());
  }

  /** When a traced trial began, by the clock of its workload, in ticks. */
  public long begin(Trace trace) {
    return experiment.inputs().begin(experiment.scenarios().get(trace.scenario()), trace.trial());
  }

  /** The traces that the study asks for, in its order. */
  public List<Trace> traces() {
    return traces;
  }

  /**
   * Decisions of the first trial of a scenario that show what decisions do; none if it has none.
   */
  public List<ShownDecision> decisions(Scenario scenario) {
    return decisions.get(scenario.index());
  }
}
