package org.espalier.profiler.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.PredictionPlan;
import org.espalier.profiler.plan.Pressure;
import org.espalier.profiler.prediction.Prediction;
import org.espalier.profiler.prediction.SlowDownTable;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.MeasuredRun;

/**
 * What the runs of a plan say.
 *
 * @param results where it is from
 * @param samples the runs, with what a simulated cache counted
 * @param cells a summary of each cell, those beside pressures too
 * @param prediction what predicts slow-downs; empty if the plan does not ask for it
 * @param classes classes of memory intensity by machine type, where it was measured
 */
record Findings(
    PlanResults results,
    List<MeasuredRun> samples,
    List<CellSummary> cells,
    Optional<Prediction> prediction,
    SlowDownTable slowDowns,
    Map<String, IntensityClasses> classes) {

  static Findings of(PlanResults results) {
    List<MeasuredRun> samples = results.samples();
    Map<String, Long> pressures = pressures(results);
    Optional<Prediction> prediction =
        results
            .plan()
            .prediction()
            .map(plan -> Prediction.of(samples, pressures, plan.reference()));
    List<CellSummary> cells = CellSummary.of(samples);
    return new Findings(
        results,
        samples,
        cells,
        prediction,
        SlowDownTable.of(samples, pressures.keySet(), prediction),
        classes(results, cells));
  }

  private static Map<String, Long> pressures(PlanResults results) {
    return results.plan().prediction().map(PredictionPlan::pressures).orElse(List.of()).stream()
        .collect(Collectors.toMap(Pressure::taskType, Pressure::bytes));
  }

  private static Map<String, IntensityClasses> classes(
      PlanResults results, List<CellSummary> cells) {
    Map<String, IntensityClasses> classes = new LinkedHashMap<>();
    for (MeasuredMachine machine : results.machines()) {
      Map<String, Double> intensities = new LinkedHashMap<>();
      for (Application application : results.plan().applications()) {
        intensity(cells, application.taskType(), machine.name())
            .ifPresent(value -> intensities.put(application.taskType(), value));
      }
      if (!intensities.isEmpty()) {
        classes.put(
            machine.name(),
            results
                .plan()
                .intensityCuts()
                .map(cuts -> IntensityClasses.withCuts(intensities, cuts))
                .orElseGet(() -> IntensityClasses.byGaps(intensities)));
      }
    }
    return classes;
  }

  /** Of an application alone, the mean over all P-states, which hardly change it. */
  private static OptionalDouble intensity(
      List<CellSummary> cells, String taskType, String machineType) {
    return cells.stream()
        .filter(CellSummary::isAlone)
        .filter(cell -> cell.taskType().equals(taskType) && cell.machineType().equals(machineType))
        .flatMap(cell -> cell.intensity().stream())
        .mapToDouble(interval -> interval.mean())
        .average();
  }

  /** Whether the intensity of an application on a machine type is that of a simulated cache. */
  boolean isSimulated(String taskType, String machineType) {
    return cells.stream()
        .anyMatch(cell ->
            cell.isAlone()
                && cell.isSimulated()
                && cell.taskType().equals(taskType)
                && cell.machineType().equals(machineType));
  }

  /** Cells that are not beside a pressure. */
  List<CellSummary> plainCells() {
    Set<String> pressures = pressures(results).keySet();
    return cells.stream()
        .filter(cell -> cell.cell().corunners().stream().noneMatch(pressures::contains))
        .toList();
  }

  /** Task types in the order of the plan, of which there is at least one run. */
  List<String> taskTypes() {
    Set<String> measured = cells.stream().map(CellSummary::taskType).collect(Collectors.toSet());
    return results.plan().applications().stream()
        .map(Application::taskType)
        .filter(measured::contains)
        .toList();
  }
}
