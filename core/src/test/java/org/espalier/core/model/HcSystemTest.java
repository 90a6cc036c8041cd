package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class HcSystemTest {
  private static final MachineType TYPE = new MachineType(0, "fast");
  private static final Machine SECOND = new Machine(1, "b", TYPE);
  private static final HcSystem SYSTEM =
      new HcSystem(
          "s",
          Duration.ofMillis(1),
          List.of(new TaskType(0, "t")),
          List.of(TYPE),
          List.of(new Machine(0, "a", TYPE), SECOND),
          PetMatrix.of(new Pmf[][] {{Pmf.of(2, 1, 1)}}));

  @Test
  void aMachineIsFoundByItsName() {
    assertThat(SYSTEM.findMachine("b")).contains(SECOND);
    assertThat(SYSTEM.findMachine("fast")).isEmpty();
  }
}
