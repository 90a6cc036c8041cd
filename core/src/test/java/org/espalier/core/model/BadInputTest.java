package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Systems and workloads that cannot be are refused when they are built. */
class BadInputTest {
  private static final Pmf SOME = Pmf.of(2, 1, 0.5, 0, 0.5);
  private static final MachineType TYPE = new MachineType(0, "fast");
  private static final Machine MACHINE = new Machine(0, "m", TYPE);
  private static final PetMatrix PET = PetMatrix.of(new Pmf[][] {{SOME}});

  private static void refused(ThrowingCallable building, String message) {
    assertThatThrownBy(building)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static HcSystem system(
      List<TaskType> tasks, List<MachineType> types, List<Machine> machines, PetMatrix pet) {
    return new HcSystem("s", Duration.ofMillis(1), tasks, types, machines, pet);
  }

  private static List<TaskType> taskTypes(String... names) {
    TaskType[] types = new TaskType[names.length];
    for (int i = 0; i < names.length; i++) {
      types[i] = new TaskType(i, names[i]);
    }
    return List.of(types);
  }

  @Test
  void aSystemWithoutMachines() {
    refused(
        () -> system(taskTypes("t"), List.of(TYPE), List.of(), PET), "system s has no machines");
  }

  @Test
  void aPetOfAnotherShape() {
    refused(
        () -> system(taskTypes("t", "u"), List.of(TYPE), List.of(MACHINE), PET),
        "system s has 2 task types and 1 machine types, its PET is 1 x 1");
  }

  @Test
  void namesThatAreNotUnique() {
    PetMatrix two = PetMatrix.of(new Pmf[][] {{SOME}, {SOME}});
    refused(
        () -> system(taskTypes("t", "t"), List.of(TYPE), List.of(MACHINE), two),
        "two entries of task type are named \"t\"");
  }

  @Test
  void idsThatAreNotTheIndex() {
    refused(
        () -> system(List.of(new TaskType(1, "t")), List.of(TYPE), List.of(MACHINE), PET),
        "task type t has id 1 at index 0");
    refused(() -> new Machine(-1, "m", TYPE), "machine id -1 is negative");
  }

  @Test
  void aMachineOfAnUnknownType() {
    Machine odd = new Machine(0, "m", new MachineType(0, "odd"));
    refused(
        () -> system(taskTypes("t"), List.of(TYPE), List.of(odd), PET),
        "machine m is of a type that the system does not have: odd");
  }

  @Test
  void aTickThatIsNotPositive() {
    refused(
        () ->
            new HcSystem("s", Duration.ZERO, taskTypes("t"), List.of(TYPE), List.of(MACHINE), PET),
        "tick of system s is PT0S");
  }

  @Test
  void pricesAndPowersThatAreNoNumbers() {
    refused(() -> new MachineType(0, "x", Double.NaN, 0, 0), "price of machine type x is NaN");
    refused(() -> new MachineType(0, "x", 0, 0, -1), "activeWatts of P-state P0 is -1.0");
    refused(() -> new MachineType(0, "x", 0, 0, Double.NaN), "activeWatts of P-state P0 is NaN");
    refused(() -> new MachineType(0, "x", 0, -0.1, 1), "idleWatts of machine type x is -0.1");
    refused(() -> new MachineType(0, "x", 0, 3, 2), "draws 3.0 W when idle, 2.0 W in P-state 0");
  }

  @Test
  void pStatesThatCannotBe() {
    refused(() -> new MachineType(0, "x", 0, 0, List.of()), "machine type x has no P-state");
    refused(
        () -> withPStates(new PState("a", 2), new PState("b", 3)),
        "draws 3.0 W in P-state b, 2.0 W in the one before; power must not rise");
    refused(() -> withPStates(new PState("a", 2), new PState("a", 1)), "two P-states named \"a\"");
  }

  private static MachineType withPStates(PState... pStates) {
    return new MachineType(0, "x", 0, 0, List.of(pStates));
  }

  @Test
  void placementsThatCannotBe() {
    refused(() -> new Placement(0, 0, -1), "machine 0 in P-state -1");
    refused(() -> new Placement(1, 1, 1), "placement 1 is said to be machine 1 in P-state 1");
    refused(() -> new Placement(3, -1, 0), "placement 3 is said to be machine -1");
  }

  @Test
  void everyPStateOfAPetIsChecked() {
    Pmf time = Pmf.at(4, 2);
    refused(
        () -> PetMatrix.of(new Pmf[][][] {{{time, Pmf.at(5, 2)}}}),
        "PET[0][0][1] begins at tick 5");
    refused(
        () -> PetMatrix.of(new @Nullable Pmf[][][] {{{time, null}}}), "PET[0][0][1] is missing");
    refused(
        () -> PetMatrix.of(new @Nullable Pmf[][][] {{{time, time}}, {{null, time}}}),
        "PET[1][0][0] is missing, PET[1][0][1] is not");
    refused(
        () -> PetMatrix.of(new Pmf[][][] {{{time, time}}, {{time}}}),
        "PET[1][0] has 1 P-states, PET[0][0] has 2");
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{time, time}}});
    refused(() -> pet.with(0, 0, 1, Pmf.at(5, 1)), "PET[0][0][1] has step 1");
    refused(
        () -> system(taskTypes("t"), List.of(TYPE), List.of(MACHINE), pet),
        "machine type fast of system s has 1 P-states, its PET has times in 2");
  }

  @Test
  void anEmptyPet() {
    refused(() -> PetMatrix.of(new Pmf[0][]), "the PET matrix is empty");
    refused(() -> PetMatrix.of(new Pmf[][] {{}}), "the PET matrix is empty");
  }

  @Test
  void aRaggedPet() {
    refused(
        () -> PetMatrix.of(new Pmf[][] {{SOME, SOME}, {SOME}}),
        "PET row 1 has 1 machine types, row 0 has 2");
  }

  @Test
  void anEmptyCellMeansThatTheTypeCannotRunThereAndARowOfThemIsRefused() {
    PetMatrix pet = PetMatrix.of(new @Nullable Pmf[][] {{SOME, null}, {null, SOME}});

    assertThat(pet.canRun(0, 0)).isTrue();
    assertThat(pet.canRun(0, 1)).isFalse();
    assertThat(pet.find(0, 1, 0)).isEmpty();
    assertThat(pet.meanOverMachineTypes(0)).isCloseTo(3, within(1e-12)); // (2 + 4) / 2
    assertThat(pet.meanOverTaskTypes(1)).isCloseTo(3, within(1e-12));
    refused(() -> pet.get(0, 1, 0), "task type 0 cannot run on machine type 1");
    refused(
        () -> PetMatrix.of(new @Nullable Pmf[][] {{SOME, SOME}, {null, null}}),
        "task type 1 can run on no machine type");
  }

  @Test
  void cellsOffTheirLattice() {
    refused(
        () -> PetMatrix.of(new Pmf[][] {{Pmf.at(4, 2), Pmf.at(3, 2)}}),
        "PET[0][1] begins at tick 3; expected a multiple of its step 2");
    refused(() -> PetMatrix.of(new Pmf[][] {{Pmf.at(-2, 2)}}), "begins at tick -2");
  }

  @Test
  void aDeadlineBeforeTheArrival() {
    refused(() -> new Task(3, 0, 10, 9), "task 3: deadline 9 is before its arrival 10");
    assertThat(new Task(3, 0, 10, 10).deadline()).isEqualTo(10);
  }

  @Test
  void tasksThatAreOutOfOrder() {
    Task late = new Task(0, 0, 5, 9);
    refused(
        () -> new Workload("w", List.of(late, new Task(1, 0, 4, 9))),
        "workload w: task 1 arrives at 4, before its predecessor at 5");
    refused(
        () -> new Workload("w", List.of(late, new Task(2, 0, 6, 9))),
        "workload w: task at index 1 has id 2");
    refused(() -> new Task(0, -1, 0, 1), "type of task id -1 is negative");
  }
}
