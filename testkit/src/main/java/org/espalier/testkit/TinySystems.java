package org.espalier.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/** Systems that fit into the head of who reads a test; a tick is a second. */
public final class TinySystems {
  private TinySystems() {}

  /** One task type on one machine: 2 or 4 ticks, equally likely. */
  public static HcSystem oneByOne() {
    return of(new Pmf[][] {{Pmf.of(2, 1, 0.5, 0, 0.5)}});
  }

  /**
   * Two task types on two machines, each machine good at one of them: 2 or 3 ticks at home, 6 or 8
   * elsewhere, equally likely.
   */
  public static HcSystem twoByTwo() {
    Pmf home = Pmf.of(2, 1, 0.5, 0.5);
    Pmf away = Pmf.of(6, 1, 0.5, 0, 0.5);
    return of(new Pmf[][] {{home, away}, {away, home}});
  }

  /**
   * Three task types on two machines: the first runs on both, the second on machine 0 only and the
   * third on machine 1 only.
   */
  public static HcSystem withGaps() {
    Pmf some = Pmf.of(3, 1, 0.25, 0.5, 0.25);
    return of(new @Nullable Pmf[][] {{some, some}, {some, null}, {null, some}});
  }

  /** One task type on one machine that takes 2 ticks or 20, equally likely. */
  public static HcSystem shortOrLong() {
    return of(new Pmf[][] {{either(2, 20)}});
  }

  /** One of two times, equally likely. */
  public static Pmf either(int low, int high) {
    double[] masses = new double[high - low + 1];
    masses[0] = 0.5;
    masses[high - low] = 0.5;
    return Pmf.of(low, 1, masses);
  }

  /** One task type on two machines of one type, so that everything is a tie. */
  public static HcSystem twins(Pmf execution) {
    return of(new Pmf[][] {{execution}}, 0, 0);
  }

  /**
   * A system with one machine of each type.
   *
   * @param cells [taskType][machineType]; null where the type cannot run
   */
  public static HcSystem of(@Nullable Pmf[][] cells) {
    return of(cells, IntStream.range(0, cells[0].length).toArray());
  }

  /**
   * A system.
   *
   * @param cells [taskType][machineType]; null where the type cannot run
   * @param typeOfMachine for each machine the index of its type
   */
  public static HcSystem of(@Nullable Pmf[][] cells, int... typeOfMachine) {
    return of(PetMatrix.of(cells), typeOfMachine);
  }

  /**
   * A system whose machine types have several P-states, each of which draws less than the one
   * before.
   *
   * @param cells [taskType][machineType][pState]
   * @param typeOfMachine for each machine the index of its type
   */
  public static HcSystem ofPStates(Pmf[][][] cells, int... typeOfMachine) {
    return of(PetMatrix.of(cells), typeOfMachine);
  }

  private static HcSystem of(PetMatrix pet, int... typeOfMachine) {
    List<TaskType> taskTypes = new ArrayList<>();
    for (int i = 0; i < pet.taskTypes(); i++) {
      taskTypes.add(new TaskType(i, "type-" + i));
    }
    List<MachineType> machineTypes = new ArrayList<>();
    for (int j = 0; j < pet.machineTypes(); j++) {
      machineTypes.add(machineType(j, pet.pStates(j)));
    }
    List<Machine> machines = new ArrayList<>();
    for (int type : typeOfMachine) {
      int id = machines.size();
      machines.add(new Machine(id, "machine-" + id, machineTypes.get(type)));
    }
    return new HcSystem("tiny", Duration.ofSeconds(1), taskTypes, machineTypes, machines, pet);
  }

  private static MachineType machineType(int id, int pStates) {
    String name = "machine-type-" + id;
    return pStates == 1
        ? new MachineType(id, name)
        : new MachineType(id, name, 0, 10, falling(pStates));
  }

  private static List<PState> falling(int pStates) {
    return IntStream.range(0, pStates)
        .mapToObj(p -> new PState(PState.defaultName(p), 100.0 / (p + 1)))
        .toList();
  }
}
