package org.espalier.workload.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SystemJsonTest {
  private static final MachineType TYPE = new MachineType(0, "cpu", 0.34, 13.3, 106.4);
  static final HcSystem SYSTEM =
      new HcSystem(
          "one",
          Duration.ofMillis(1),
          List.of(new TaskType(0, "filter")),
          List.of(TYPE),
          List.of(new Machine(0, "cpu-0", TYPE)),
          PetMatrix.of(new Pmf[][] {{Pmf.at(5, 1)}}));

  private final ObjectNode object = JsonNodeFactory.instance.objectNode();

  @Test
  void pricesAndPowerComeBack() {
    SystemJson.put(SYSTEM, object);

    assertThat(SystemJson.system(object).machineTypes()).containsExactly(TYPE);
  }

  @Test
  void powerByTaskTypeComesBack() {
    ApcMatrix apc = ApcMatrix.of(new double[][][] {{{120.5}}});
    HcSystem system =
        new HcSystem(
            SYSTEM.name(),
            SYSTEM.tick(),
            SYSTEM.taskTypes(),
            SYSTEM.machineTypes(),
            SYSTEM.machines(),
            SYSTEM.pet(),
            Optional.of(apc));
    SystemJson.put(system, object);

    assertThat(SystemJson.system(object)).isEqualTo(system);
  }

  @Test
  void pStatesComeBackWithTheirTimes() {
    MachineType two =
        new MachineType(0, "cpu", 0, 5, List.of(new PState("turbo", 90), new PState("eco", 40)));
    HcSystem system =
        new HcSystem(
            "two",
            Duration.ofMillis(1),
            List.of(new TaskType(0, "filter")),
            List.of(two),
            List.of(new Machine(0, "cpu-0", two)),
            PetMatrix.ofExecutionTimes(new long[][][] {{{5, 8}}}, 1));

    SystemJson.put(system, object);

    assertThat(SystemJson.system(object)).isEqualTo(system);
  }

  @Test
  void versionsComeBack() {
    List<Version> versions = List.of(new Version(0, 1), new Version(1, 0.7));
    HcSystem system =
        new HcSystem(
            "two",
            SYSTEM.tick(),
            List.of(new TaskType(0, "filter", versions), new TaskType(1, "blur")),
            SYSTEM.machineTypes(),
            SYSTEM.machines(),
            PetMatrix.of(new Pmf[][] {{Pmf.at(5, 1)}, {Pmf.at(3, 1)}}));
    SystemJson.put(system, object);

    assertThat(SystemJson.system(object)).isEqualTo(system);
  }
}
