package org.espalier.core.energy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.testsupport.VectorFile;
import tools.jackson.databind.JsonNode;

/** Reference values of energies, and the system that they are of. */
public final class EnergyVectors {
  private static final int P_STATES = 3;

  private EnergyVectors() {}

  /** All of them. */
  public static JsonNode read() {
    return VectorFile.read("/vectors-ue/energy.json");
  }

  /** The system: two task types, a machine of each type, three P-states, a pair that cannot run. */
  public static HcSystem system() {
    JsonNode matrix = read().get("matrix");
    JsonNode etc = matrix.get("etcMillis");
    JsonNode power = matrix.get("powerWatts");
    int machineTypes = etc.get(0).size();
    long[][][] times = new long[etc.size()][machineTypes][P_STATES];
    double[][][] watts = new double[etc.size()][machineTypes][];
    for (int t = 0; t < times.length; t++) {
      for (int m = 0; m < machineTypes; m++) {
        watts[t][m] = power.get(t).get(m).valueStream().mapToDouble(JsonNode::asDouble).toArray();
        for (int p = 0; p < P_STATES; p++) {
          times[t][m][p] = watts[t][m].length == 0 ? -1 : etc.get(t).get(m).get(p).asLong();
        }
      }
    }
    List<PState> pStates = List.of(new PState("0", 0), new PState("1", 0), new PState("2", 0));
    List<MachineType> types = new ArrayList<>();
    List<Machine> machines = new ArrayList<>();
    for (int m = 0; m < machineTypes; m++) {
      types.add(new MachineType(m, "type-" + m, 0, 0, pStates));
      machines.add(new Machine(m, "machine-" + m, types.getLast()));
    }
    return new HcSystem(
        "vector",
        Duration.ofMillis(1),
        List.of(new TaskType(0, "a"), new TaskType(1, "b")),
        types,
        machines,
        PetMatrix.ofExecutionTimes(times, 1),
        Optional.of(ApcMatrix.of(watts)));
  }
}
