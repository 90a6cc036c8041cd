package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** A system whose first machine type has two P-states and whose second has one. */
class PStatesTest {
  private static final MachineType TWO =
      new MachineType(0, "two", 0, 10, List.of(new PState("fast", 100), new PState("slow", 60)));
  private static final MachineType ONE = new MachineType(1, "one");
  private static final PetMatrix PET =
      PetMatrix.ofExecutionTimes(new long[][][] {{{4, 6}, {8}}, {{-1, -1}, {2}}}, 2);
  private static final HcSystem SYSTEM =
      new HcSystem(
          "s",
          Duration.ofSeconds(1),
          List.of(new TaskType(0, "a"), new TaskType(1, "b")),
          List.of(TWO, ONE),
          List.of(new Machine(0, "m0", ONE), new Machine(1, "m1", TWO), new Machine(2, "m2", ONE)),
          PET);

  @Test
  void placementsStandMachineByMachineAndPStateByPState() {
    assertThat(SYSTEM.placements())
        .containsExactly(
            new Placement(0, 0, 0),
            new Placement(1, 1, 0),
            new Placement(2, 1, 1),
            new Placement(3, 2, 0));
  }

  @Test
  void executionTimesAreThoseOfTheirPState() {
    assertThat(PET.get(0, 0, 0)).isEqualTo(Pmf.at(4, 2));
    assertThat(PET.get(0, 0, 1)).isEqualTo(Pmf.at(6, 2));
    assertThat(PET.pStates(0)).isEqualTo(2);
    assertThat(PET.pStates(1)).isEqualTo(1);
    assertThat(PET.canRun(1, 0)).isFalse();
    assertThat(PET.find(1, 0, 1)).isEmpty();
  }

  @Test
  void anotherCellLeavesThoseOfOtherPStates() {
    PetMatrix other = PET.with(0, 0, 1, Pmf.at(10, 2));

    assertThat(other.get(0, 0, 0)).isEqualTo(Pmf.at(4, 2));
    assertThat(other.get(0, 0, 1)).isEqualTo(Pmf.at(10, 2));
    assertThat(PET.get(0, 0, 1)).isEqualTo(Pmf.at(6, 2));
  }

  @Test
  void aCellOfAPairThatLacksTheOthersIsRefused() {
    assertThatThrownBy(() -> PET.with(1, 0, 0, Pmf.at(4, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PET[1][0][1] is missing, PET[1][0][0] is not");
    assertThat(PET.canRun(1, 0)).isFalse();
  }

  @Test
  void aPartKeepsAllPStates() {
    PetMatrix part = PET.part(new int[] {0}, new int[] {1, 0});

    assertThat(part).isEqualTo(PetMatrix.ofExecutionTimes(new long[][][] {{{8}, {4, 6}}}, 2));
  }

  @Test
  void meansAreThoseOfPState0() {
    assertThat(PET.meanOverMachineTypes(0)).isEqualTo(6);
    assertThat(PET.meanOverAll()).isEqualTo(4);
  }

  @Test
  void powerIsByPState() {
    assertThat(TWO.activeWatts(1)).isEqualTo(60);
    assertThat(TWO.isPowered()).isTrue();
    assertThat(ONE.isPowered()).isFalse();
  }
}
