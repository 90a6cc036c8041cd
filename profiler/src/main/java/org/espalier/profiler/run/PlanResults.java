package org.espalier.profiler.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.sample.MeasuredRun;

/**
 * What came of a plan.
 *
 * @param runs all runs that were measured, in their order
 * @param sets co-location sets to completion, and each of their members alone; none where energy
 *     was not measured
 * @param simulated one for each task type and machine type without hardware counters, where a cache
 *     could be simulated
 * @param isComplete whether all was measured; if not it can be resumed
 */
public record PlanResults(
    ProfilePlan plan,
    List<MeasuredMachine> machines,
    List<MeasuredRun> runs,
    List<SetRun> sets,
    List<SimulatedIntensity> simulated,
    boolean isComplete) {

  /** Copies the lists. */
  public PlanResults {
    machines = List.copyOf(machines);
    runs = List.copyOf(runs);
    sets = List.copyOf(sets);
    simulated = List.copyOf(simulated);
  }

  /** The runs, those alone without counters with what a simulated cache counted. */
  public List<MeasuredRun> samples() {
    Map<List<String>, SimulatedIntensity> known =
        simulated.stream()
            .collect(
                Collectors.toMap(
                    found -> List.of(found.machineType(), found.taskType()), Function.identity()));
    return runs.stream()
        .map(run ->
            Optional.ofNullable(known.get(List.of(run.machineType(), run.taskType())))
                .filter(found -> run.corunners().isEmpty() && run.instructions().isEmpty())
                .map(found -> with(run, found))
                .orElse(run))
        .toList();
  }

  private static MeasuredRun with(MeasuredRun run, SimulatedIntensity found) {
    return new MeasuredRun(
        run.taskType(),
        run.machineType(),
        run.pState(),
        run.corunners(),
        run.seconds(),
        run.userSeconds(),
        run.systemSeconds(),
        run.peakMemoryBytes(),
        run.voluntarySwitches(),
        run.involuntarySwitches(),
        run.energyJoules(),
        run.setEnergyJoules(),
        OptionalDouble.of(found.instructions()),
        OptionalDouble.of(found.llcMisses()),
        run.countedShare(),
        true,
        run.startedMillis(),
        run.noise());
  }
}
