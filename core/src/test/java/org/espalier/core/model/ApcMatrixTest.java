package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two task types on a machine type of two P-states and one of one; the second runs on one only. */
class ApcMatrixTest {
  private static final double[] NOWHERE = {};
  private static final MachineType TWO =
      new MachineType(0, "two", 0, 10, List.of(new PState("fast", 100), new PState("slow", 60)));
  private static final MachineType ONE = new MachineType(1, "one");
  private static final PetMatrix PET =
      PetMatrix.ofExecutionTimes(new long[][][] {{{4, 6}, {8}}, {{-1, -1}, {2}}}, 2);
  private static final ApcMatrix APC =
      ApcMatrix.of(new double[][][] {{{120, 70}, {90}}, {NOWHERE, {80}}});

  private static HcSystem system(ApcMatrix apc) {
    return new HcSystem(
        "s",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "a"), new TaskType(1, "b")),
        List.of(TWO, ONE),
        List.of(new Machine(0, "m", TWO)),
        PET,
        Optional.of(apc));
  }

  @Test
  void powerIsThatOfTaskTypeMachineTypeAndPState() {
    assertThat(APC.get(0, 0, 1)).isEqualTo(70);
    assertThat(APC.get(1, 1, 0)).isEqualTo(80);
    assertThat(APC.pStates(0)).isEqualTo(2);
    assertThat(APC.taskTypes()).isEqualTo(2);
    assertThat(APC.machineTypes()).isEqualTo(2);
  }

  @Test
  void aPairThatCannotRunHasNoPower() {
    assertThat(APC.canRun(1, 0)).isFalse();
    assertThatThrownBy(() -> APC.get(1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("task type 1 cannot run on machine type 0");
  }

  /** Power by task type is known, though it says nothing of machine type one. */
  @Test
  void aSystemIsPoweredWhereAnyPowerIsKnown() {
    assertThat(system(APC).isPowered()).isTrue();
    assertThat(withoutApc(new MachineType(0, "lit", 0, 10, 100)).isPowered()).isTrue();
    assertThat(withoutApc(new MachineType(0, "dark")).isPowered()).isFalse();
  }

  /** 30 s at 70 W; without an APC matrix 30 s at the 100 W of the machine type. */
  @Test
  void energyOfATaskIsItsTimeAtItsPower() {
    HcSystem system = system(APC);
    Placement slow = system.placements().get(1);

    assertThat(system.taskJoules(0, slow, 30)).isEqualTo(2_100);
    assertThat(system.taskJoules(0, 0, 1, 30)).isEqualTo(2_100);
    assertThat(withoutApc(new MachineType(0, "lit", 0, 10, 100)).taskJoules(0, 0, 0, 30))
        .isEqualTo(3_000);
    assertThat(withoutApc(new MachineType(0, "dark")).taskJoules(0, 0, 0, 30)).isZero();
  }

  private static HcSystem withoutApc(MachineType first) {
    return new HcSystem(
        "s",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "a")),
        List.of(first, ONE),
        List.of(new Machine(0, "m", first)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{4}, {8}}}, 2));
  }

  @Test
  void theMatrixIsACopy() {
    double[][][] watts = {{{1}}};
    ApcMatrix apc = ApcMatrix.of(watts);
    watts[0][0][0] = 2;

    assertThat(apc.get(0, 0, 0)).isEqualTo(1);
    assertThat(apc).isEqualTo(ApcMatrix.of(new double[][][] {{{1}}}));
    assertThat(apc).hasSameHashCodeAs(ApcMatrix.of(new double[][][] {{{1}}}));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void powerThatCannotBeIsRefused(double watts) {
    assertThatThrownBy(() -> ApcMatrix.of(new double[][][] {{{watts}}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a finite power above 0");
  }

  @Test
  void raggedMatricesAreRefused() {
    assertRefused(new double[][][] {}, "is empty");
    assertRefused(new double[][][] {{{1}}, {{1}, {1}}}, "APC row 1 has 2 machine types");
    assertRefused(new double[][][] {{{1}}, {{1, 1}}}, "APC[1][0] has 2 P-states");
    assertRefused(new double[][][] {{{1}}, {NOWHERE}}, "task type 1 has no power");
  }

  private static void assertRefused(double[][][] watts, String message) {
    assertThatThrownBy(() -> ApcMatrix.of(watts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aSystemHasPowerWhereverATaskTypeCanRun() {
    assertThat(system(APC).apc()).contains(APC);
    assertThat(system(APC).withPet(PET).apc()).contains(APC);
    assertThatThrownBy(
            () -> system(ApcMatrix.of(new double[][][] {{{120, 70}, NOWHERE}, {NOWHERE, {80}}})))
        .hasMessageContaining("task type 0 runs on machine type 1 of system s in 1 P-states")
        .hasMessageContaining("power is given in 0");
    assertThatThrownBy(() -> system(ApcMatrix.of(new double[][][] {{{1}}})))
        .hasMessageContaining("is 2 x 2, its APC matrix 1 x 1");
  }
}
