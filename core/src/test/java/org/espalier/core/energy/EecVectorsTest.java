package org.espalier.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.testsupport.VectorFile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Energies of a matrix with an incompatible pair, and their means and extremes. */
class EecVectorsTest {
  private static final JsonNode MATRIX = VectorFile.read("/vectors-ue/energy.json").get("matrix");
  private static final int P_STATES = 3;

  @Test
  void energiesMeansAndExtremes() {
    EecMatrix eec = new EecMatrix(system());
    JsonNode joules = MATRIX.get("eecJoules");
    int compared = 0;
    for (int t = 0; t < joules.size(); t++) {
      for (int m = 0; m < joules.get(t).size(); m++) {
        for (int p = 0; p < joules.get(t).get(m).size(); p++) {
          double expected = joules.get(t).get(m).get(p).asDouble();
          assertThat(eec.joules(t, m, p)).isCloseTo(expected, near(expected));
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(15);
    assertIs(eec.meanTicks(), "meanExecutionMillis");
    assertIs(eec.minTicks(), "minExecutionMillis");
    assertIs(eec.meanJoules(), "meanEnergyJoules");
    assertIs(eec.minJoules(), "minEnergyJoules");
    assertIs(eec.maxJoules(), "maxEnergyJoules");
  }

  private static void assertIs(double value, String name) {
    double expected = MATRIX.get(name).asDouble();
    assertThat(value).as(name).isCloseTo(expected, near(expected));
  }

  private static Offset<Double> near(double expected) {
    return within(1e-9 * expected);
  }

  private static HcSystem system() {
    JsonNode etc = MATRIX.get("etcMillis");
    JsonNode power = MATRIX.get("powerWatts");
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
