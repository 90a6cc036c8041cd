package org.espalier.profiler.result;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.pet.SampleTable;

/**
 * A system made of what was measured. It has a machine of each machine type of the plan, execution
 * times of tasks that ran alone, and their power where energy was measured.
 *
 * <p>Power is mean energy over mean time, of all that was metered. A system does not know of noise:
 * where a P-state came out no slower than P-state 0 it gets the times of P-state 0, and where the
 * mean power of a machine type came out higher than in the P-state before, it gets that; both are
 * noted.
 */
public final class SampledSystem {
  private static final int TICKS_IN_SHORTEST = 100;

  private final PlanResults results;
  private final List<MeasuredRun> alone;
  private final Duration tick;
  private final List<String> notes = new ArrayList<>();

  /** Execution times of a task type on a machine type in a P-state. */
  private record Place(String taskType, String machineType, int pState) {
    static Place of(MeasuredRun run) {
      return new Place(
          run.cell().taskType(),
          run.cell().machineType(),
          run.cell().conditions().pState().orElse(0));
    }
  }

  private SampledSystem(PlanResults results) {
    this.results = results;
    this.alone =
        results.runs().stream().filter(run -> run.cell().isAlone() && !run.hasFailed()).toList();
    long failed = results.runs().stream().filter(MeasuredRun::hasFailed).count();
    if (failed > 0) {
      notes.add("left out %s runs of commands that failed".formatted(failed));
    }
    this.tick = tick(alone);
  }

  /**
   * The system of some results; empty if there are problems, which are those of the samples.
   *
   * @param samples by which file they are named in problems
   */
  public static Optional<Loaded<HcSystem>> of(
      PlanResults results, Path samples, Problems problems) {
    return new SampledSystem(results).system(samples, problems);
  }

  /** A millisecond, or less where tasks are short. */
  private static Duration tick(List<MeasuredRun> runs) {
    double shortest = runs.stream().mapToDouble(MeasuredRun::seconds).min().orElse(1);
    Duration tick = Duration.ofMillis(1);
    while (tick.toNanos() > 1_000 && tick.toNanos() * (double) TICKS_IN_SHORTEST > shortest * 1e9) {
      tick = tick.dividedBy(10);
    }
    return tick;
  }

  private Optional<Loaded<HcSystem>> system(Path samples, Problems problems) {
    Map<Place, List<MeasuredRun>> places = alone.stream().collect(Collectors.groupingBy(Place::of));
    return pet(places, samples, problems)
        .map(pet -> new PetTable(pet.taskTypes(), pet.machineTypes(), tick, slowing(pet)))
        .map(pet -> new Loaded<>(system(pet, places), notes));
  }

  private Optional<PetTable> pet(
      Map<Place, List<MeasuredRun>> places, Path samples, Problems problems) {
    SampleTable table =
        new SampleTable(new SampleSettings(tick, OptionalLong.empty(), MissingCells.CANNOT_RUN));
    for (String taskType : taskTypes()) {
      for (MeasuredMachine machine : results.machines()) {
        for (int p = 0; p < Math.max(1, machine.pStates().size()); p++) {
          int pState = p;
          places
              .getOrDefault(new Place(taskType, machine.name(), p), List.of())
              .forEach(run -> table.add(taskType, machine.name(), pState, run.seconds()));
        }
      }
    }
    return table.measured(problems.in(samples)).map(MeasuredPet::table);
  }

  private List<String> taskTypes() {
    return results.plan().applications().stream()
        .map(application -> application.taskType())
        .filter(type -> alone.stream().anyMatch(run -> run.cell().taskType().equals(type)))
        .toList();
  }

  /** The times, but no P-state has shorter ones than P-state 0. */
  private PetMatrix slowing(PetTable pet) {
    PetMatrix measured = pet.matrix();
    PetMatrix slowing =
        measured.map((i, j, p) -> {
          Pmf fastest = measured.get(i, j, 0);
          if (measured.get(i, j, p).mean() >= fastest.mean()) {
            return measured.get(i, j, p);
          }
          notes.add(
              "%s on %s was no slower in P-state %s than in P-state 0, and got its times"
                  .formatted(pet.taskTypes().get(i), pet.machineTypes().get(j), p));
          return fastest;
        });
    notes.sort(String::compareTo);
    return slowing;
  }

  // Machines and power.

  private HcSystem system(PetTable pet, Map<Place, List<MeasuredRun>> places) {
    double[][][] watts = watts(pet, places);
    List<MachineType> types = new ArrayList<>();
    for (String name : pet.machineTypes()) {
      types.add(machineType(types.size(), name, pet, watts));
    }
    List<Machine> all =
        types.stream().map(type -> new Machine(type.id(), type.name() + "-0", type)).toList();
    List<TaskType> taskTypes =
        IntStream.range(0, pet.taskTypes().size())
            .mapToObj(i -> new TaskType(i, pet.taskTypes().get(i)))
            .toList();
    noteAbsent(pet);
    return new HcSystem(
        results.plan().about().name(), tick, taskTypes, types, all, pet.matrix(), apc(watts));
  }

  /** Mean energy over mean time, [taskType][machineType][pState]; NaN where it is not known. */
  private static double[][][] watts(PetTable pet, Map<Place, List<MeasuredRun>> places) {
    double[][][] watts = new double[pet.taskTypes().size()][pet.machineTypes().size()][];
    for (int i = 0; i < watts.length; i++) {
      for (int j = 0; j < watts[i].length; j++) {
        String taskType = pet.taskTypes().get(i);
        String machineType = pet.machineTypes().get(j);
        watts[i][j] =
            IntStream.range(0, pet.matrix().canRun(i, j) ? pet.matrix().pStates(j) : 0)
                .mapToObj(p -> new Place(taskType, machineType, p))
                .mapToDouble(place -> watts(places.getOrDefault(place, List.of())))
                .toArray();
      }
    }
    return watts;
  }

  private static double watts(List<MeasuredRun> runs) {
    List<MeasuredRun> metered =
        runs.stream().filter(run -> run.energyJoules().isPresent()).toList();
    double joules = metered.stream().mapToDouble(run -> run.energyJoules().orElseThrow()).sum();
    double seconds = metered.stream().mapToDouble(MeasuredRun::seconds).sum();
    return joules > 0 && seconds > 0 ? joules / seconds : Double.NaN;
  }

  private MachineType machineType(int id, String name, PetTable pet, double[][][] watts) {
    List<PState> pStates = new ArrayList<>();
    for (int p = 0; p < pet.matrix().pStates(id); p++) {
      double mean = meanWatts(watts, id, p);
      double most = p == 0 ? mean : pStates.getLast().activeWatts();
      if (mean > most) {
        notes.add(
            "%s drew no less power in P-state %s than in the one before, and got that"
                .formatted(name, p));
      }
      pStates.add(new PState(pStateName(name, p), Math.min(mean, most)));
    }
    return new MachineType(id, name, 0, 0, pStates);
  }

  private String pStateName(String machineType, int pState) {
    return results
        .hertz(new Conditions(machineType, OptionalInt.of(pState)))
        .map(Hertz::text)
        .orElseGet(() -> PState.defaultName(pState));
  }

  /** Over all task types; 0 if that of one of them is not known. */
  private static double meanWatts(double[][][] watts, int machineType, int pState) {
    double mean =
        IntStream.range(0, watts.length)
            .filter(i -> pState < watts[i][machineType].length)
            .mapToDouble(i -> watts[i][machineType][pState])
            .average()
            .orElse(Double.NaN);
    return Double.isNaN(mean) ? 0 : mean;
  }

  /** Power by task type, if it is known of all cells. */
  private Optional<ApcMatrix> apc(double[][][] watts) {
    boolean isKnown =
        Arrays.stream(watts)
            .flatMap(Arrays::stream)
            .flatMapToDouble(Arrays::stream)
            .noneMatch(Double::isNaN);
    if (!isKnown) {
      notes.add("power is left out by task type, because energy was not measured everywhere");
    }
    return isKnown ? Optional.of(ApcMatrix.of(watts)) : Optional.empty();
  }

  private void noteAbsent(PetTable pet) {
    for (int i = 0; i < pet.taskTypes().size(); i++) {
      for (int j = 0; j < pet.machineTypes().size(); j++) {
        if (!pet.matrix().canRun(i, j)) {
          notes.add(
              "%s cannot run on %s, because it was not measured there alone"
                  .formatted(pet.taskTypes().get(i), pet.machineTypes().get(j)));
        }
      }
    }
  }
}
