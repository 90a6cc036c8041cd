package org.espalier.profiler.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;

/**
 * What came of a plan.
 *
 * @param rows all that was measured, in its order: runs, co-location sets to completion where
 *     energy was measured, and counts of simulated caches, one for each task type and machine type
 *     without hardware counters
 * @param isComplete whether all was measured; if not it can be resumed
 */
public record PlanResults(
    ProfilePlan plan, List<MeasuredMachine> machines, List<MeasuredRun> rows, boolean isComplete) {
  /** The frequency of a P-state of a machine type; empty where it was left as it is. */
  public Optional<Long> hertz(Conditions conditions) {
    return machines.stream()
        .filter(machine -> machine.name().equals(conditions.machineType()))
        .flatMap(machine ->
            machine.pStates().stream().skip(conditions.pState().orElse(Integer.MAX_VALUE)))
        .findFirst();
  }

  /** The runs of applications. */
  public List<MeasuredRun> runs() {
    return rows(row -> !row.cell().isSet() && !row.counts().simulated());
  }

  /** The runs of co-location sets. */
  public List<MeasuredRun> sets() {
    return rows(row -> row.cell().isSet());
  }

  private List<MeasuredRun> rows(Predicate<MeasuredRun> wanted) {
    return rows.stream().filter(wanted).toList();
  }

  /** The runs of applications, those alone without counters with what a simulated cache counted. */
  public List<MeasuredRun> samples() {
    Map<Cell, Counts> simulated =
        rows(row -> row.counts().simulated()).stream()
            .collect(Collectors.toMap(MeasuredRun::cell, MeasuredRun::counts));
    return runs().stream().map(run -> counted(run, simulated)).toList();
  }

  private static MeasuredRun counted(MeasuredRun run, Map<Cell, Counts> simulated) {
    return Optional.ofNullable(simulated.get(run.cell().aloneInAnyPState()))
        .filter(counts -> run.cell().isAlone() && run.counts().instructions().isEmpty())
        .map(run::with)
        .orElse(run);
  }
}
