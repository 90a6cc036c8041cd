package org.espalier.analysis.nsga2;

import java.util.List;
import java.util.Optional;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/** Problems made of others. */
final class Bags {
  private Bags() {}

  /** The same tasks, all there from the beginning, and all executed. */
  static StaticProblem of(StaticProblem problem) {
    List<Task> tasks =
        problem.workload().tasks().stream()
            .map(task ->
                new Task(
                    task.id(), task.type(), 0, task.deadline() - task.arrival(), task.utility()))
            .toList();
    return StaticProblem.of(problem.system(), new Workload("bag", tasks), 0);
  }

  /** The same, with a price of its own for each machine type. */
  static StaticProblem priced(StaticProblem problem) {
    HcSystem system = problem.system();
    List<MachineType> types =
        system.machineTypes().stream()
            .map(t -> new MachineType(t.id(), t.name(), 1.5 + t.id(), 0, t.pStates()))
            .toList();
    List<Machine> machines =
        system.machines().stream()
            .map(m -> new Machine(m.id(), m.name(), types.get(m.type().id())))
            .toList();
    HcSystem priced =
        new HcSystem(
            system.name(),
            system.tick(),
            system.taskTypes(),
            types,
            machines,
            system.pet(),
            Optional.of(system.apc().orElseThrow()));
    return StaticProblem.of(priced, problem.workload(), problem.utilityThreshold());
  }
}
