package org.espalier.service.backend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;

/** Two machines and tasks that take a known time, but for those of one type. */
final class SimulatedMachines {
  /** Tasks of this type take 10 to 40 ms, evenly. */
  static final String VARIED = "varied";

  private static final List<Integer> MILLIS = List.of(0, 150, 600, 600_000);

  static final HcSystem SYSTEM = system();

  private SimulatedMachines() {}

  private static HcSystem system() {
    MachineType machineType = new MachineType(0, "box");
    List<TaskType> types = new ArrayList<>();
    List<Pmf[]> rows = new ArrayList<>();
    for (int millis : MILLIS) {
      types.add(new TaskType(types.size(), typeThatTakes(Duration.ofMillis(millis))));
      rows.add(new Pmf[] {Pmf.of(millis, 10, 1)});
    }
    types.add(new TaskType(types.size(), VARIED));
    rows.add(new Pmf[] {Pmf.of(10, 10, 0.25, 0.25, 0.25, 0.25)});
    return new HcSystem(
        "simulated",
        Duration.ofMillis(1),
        types,
        List.of(machineType),
        List.of(new Machine(0, "machine-0", machineType), new Machine(1, "machine-1", machineType)),
        PetMatrix.of(rows.toArray(Pmf[][]::new)));
  }

  static String typeThatTakes(Duration time) {
    return "takes-" + time.toMillis();
  }
}
