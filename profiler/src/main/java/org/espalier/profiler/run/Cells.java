package org.espalier.profiler.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.Colocation;
import org.espalier.profiler.plan.PredictionPlan;
import org.espalier.profiler.plan.Pressure;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;

/** All cells of a plan, each once. */
final class Cells {
  private final ProfilePlan plan;
  private final Set<Cell> cells = new LinkedHashSet<>();

  private Cells(ProfilePlan plan) {
    this.plan = plan;
  }

  static List<Cell> of(ProfilePlan plan, List<MachineSetup> machines) {
    Cells all = new Cells(plan);
    for (MachineSetup machine : machines) {
      all.pStates(machine).forEach(pState -> all.add(machine, pState));
    }
    return List.copyOf(all.cells);
  }

  private Stream<OptionalInt> pStates(MachineSetup machine) {
    int count = machine.pStates().size();
    return count == 0
        ? Stream.of(OptionalInt.empty())
        : IntStream.range(0, count).mapToObj(OptionalInt::of);
  }

  private void add(MachineSetup machine, OptionalInt pState) {
    for (Application application : plan.applications()) {
      add(machine, pState, application.taskType(), List.of());
    }
    for (Colocation each : plan.colocations()) {
      add(machine, pState, each.measured(), each.beside());
      if (machine.wanted().energy()) {
        List<String> members = each.members();
        List<String> others = members.subList(1, members.size());
        Conditions conditions = new Conditions(machine.name(), pState);
        cells.add(new Cell(members.getFirst(), conditions, others, true));
      }
    }
    plan.prediction().ifPresent(prediction -> add(machine, pState, prediction));
  }

  private void add(MachineSetup machine, OptionalInt pState, PredictionPlan prediction) {
    List<String> taskTypes = new ArrayList<>();
    plan.applications().forEach(application -> taskTypes.add(application.taskType()));
    for (String taskType : taskTypes) {
      for (Pressure pressure : prediction.pressures()) {
        add(machine, pState, taskType, List.of(pressure.taskType()));
      }
      add(machine, pState, prediction.reference(), List.of(taskType));
    }
  }

  private void add(MachineSetup machine, OptionalInt pState, String taskType, List<String> beside) {
    cells.add(new Cell(taskType, new Conditions(machine.name(), pState), beside));
  }
}
