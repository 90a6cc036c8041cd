package org.espalier.workload.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SystemJsonTest {
  private static final MachineType TYPE = new MachineType(0, "cpu", 0.34, 133, 0.8, 0.1);
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
  void journalsWithoutSharesHaveThoseOfTheSource() {
    SystemJson.put(SYSTEM, object);
    object
        .withArray("machine_types")
        .forEach(type -> ((ObjectNode) type).remove(List.of("active_share", "idle_share")));

    assertThat(SystemJson.system(object).machineTypes())
        .containsExactly(new MachineType(0, "cpu", 0.34, 133));
  }
}
