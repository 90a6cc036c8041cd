package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two types of two machines each. */
class RoomByTypeTest {
  private static final HcSystem SYSTEM = LiveFixtures.system(2, 2);
  private static final MachineType FIRST = SYSTEM.machineTypes().get(0);
  private static final MachineType SECOND = SYSTEM.machineTypes().get(1);

  private final RoomByType room = new RoomByType(SYSTEM, new ChangedMachines(4));

  @BeforeEach
  void allHaveRoom() {
    for (int m = 0; m < 4; m++) {
      room.put(m, true, true);
    }
  }

  @Test
  void aTypeHasRoomWhereOneOfItsMachinesHas() {
    room.put(0, true, false);
    assertThat(room.hasRoom(FIRST)).isTrue();
    room.put(1, true, false);
    assertThat(room.hasRoom(FIRST)).isFalse();
    assertThat(room.hasRoom(SECOND)).isTrue();
    assertThat(room.takesTasks(FIRST)).isTrue();
    room.put(0, true, true);
    assertThat(room.hasRoom(FIRST)).isTrue();
  }

  @Test
  void aMachineThatTakesNoTasksHasNoRoomForThem() {
    room.put(2, false, true);
    room.put(2, false, true);
    assertThat(room.takesTasks(SECOND)).isTrue();
    room.put(3, false, true);
    assertThat(room.takesTasks(SECOND)).isFalse();
    assertThat(room.hasRoom(SECOND)).isFalse();
    room.put(3, true, false);
    assertThat(room.takesTasks(SECOND)).isTrue();
    assertThat(room.hasRoom(SECOND)).isFalse();
  }
}
