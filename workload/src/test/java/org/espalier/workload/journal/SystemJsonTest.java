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
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.system.RatedPower;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SystemJsonTest {
  private static final MachineType TYPE = new MachineType(0, "cpu", 0.34, 13.3, 106.4);
  private static final HcSystem SYSTEM =
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
  void olderJournalsGiveRatedPowerAndShares() {
    ObjectNode type = older();
    type.put("active_share", 0.8).put("idle_share", 0.1);

    assertThat(SystemJson.system(object).machineTypes())
        .containsExactly(new RatedPower(133, 0.8, 0.1).machineType(0, "cpu", 0.34));
  }

  @Test
  void journalsWithoutSharesHaveThoseOfTheSource() {
    older();

    assertThat(SystemJson.system(object).machineTypes())
        .containsExactly(new RatedPower(133, 0.7, 0.25).machineType(0, "cpu", 0.34));
  }

  /** The machine type as older journals have it. */
  private ObjectNode older() {
    SystemJson.put(SYSTEM, object);
    ObjectNode type = (ObjectNode) object.withArray("machine_types").get(0);
    type.remove(List.of("idle_watts", "p_states"));
    return type.put("rated_power_watts", 133);
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
}
