package org.espalier.core.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A heterogeneous computing (HC) system: its task types, machine types, machines and PET matrix,
 * and its APC matrix where power is known by task type.
 *
 * @param name what users call it
 * @param tick what one tick of every time is
 * @param taskTypes task types; the id of each is its index
 * @param machineTypes machine types; the id of each is its index
 * @param machines machines, at least one; the id of each is its index
 * @param pet execution-time distributions, [taskTypes][machineTypes][P-states of the machine type]
 * @param apc power by task type, of the shape of the PET and known wherever a task type can run;
 *     empty where all task types draw the power that the machine types say
 */
public record HcSystem(
    String name,
    Duration tick,
    List<TaskType> taskTypes,
    List<MachineType> machineTypes,
    List<Machine> machines,
    PetMatrix pet,
    Optional<ApcMatrix> apc) {
  private static final double NANOS_PER_SECOND = 1e9;

  public HcSystem {
    Arguments.refuse(
        tick.isZero() || tick.isNegative(),
        "tick of system %s is %s; expected a positive duration",
        name,
        tick);
    taskTypes = List.copyOf(taskTypes);
    machineTypes = List.copyOf(machineTypes);
    machines = List.copyOf(machines);
    checkNames("task type", taskTypes.stream().map(TaskType::name).toList());
    checkNames("machine type", machineTypes.stream().map(MachineType::name).toList());
    checkNames("machine", machines.stream().map(Machine::name).toList());
    checkIds(taskTypes, machineTypes, machines);
    checkShape(name, taskTypes, machineTypes, machines, pet);
    if (apc.isPresent()) {
      checkPower(name, pet, apc.get());
    }
  }

  /** A system in which all task types draw the power that the machine types say. */
  public HcSystem(
      String name,
      Duration tick,
      List<TaskType> taskTypes,
      List<MachineType> machineTypes,
      List<Machine> machines,
      PetMatrix pet) {
    this(name, tick, taskTypes, machineTypes, machines, pet, Optional.empty());
  }

  private static void checkNames(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      Arguments.refuse(
          !seen.add(name), "two entries of %s are named \"%s\"; names must be unique", what, name);
    }
  }

  private static void checkIds(
      List<TaskType> taskTypes, List<MachineType> machineTypes, List<Machine> machines) {
    for (int i = 0; i < taskTypes.size(); i++) {
      checkId("task type", taskTypes.get(i).name(), taskTypes.get(i).id(), i);
      checkVersions(taskTypes.get(i), taskTypes.size());
    }
    for (int i = 0; i < machineTypes.size(); i++) {
      checkId("machine type", machineTypes.get(i).name(), machineTypes.get(i).id(), i);
    }
    for (int i = 0; i < machines.size(); i++) {
      checkId("machine", machines.get(i).name(), machines.get(i).id(), i);
      Arguments.refuse(
          !machineTypes.contains(machines.get(i).type()),
          "machine %s is of a type that the system does not have: %s",
          machines.get(i).name(),
          machines.get(i).type().name());
    }
  }

  private static void checkId(String what, String name, int id, int index) {
    if (id != index) {
      throw new IllegalArgumentException(
          "%s %s has id %s at index %s; ids must be the index".formatted(what, name, id, index));
    }
  }

  private static void checkVersions(TaskType type, int types) {
    if (type.versions().stream().map(Version::type).distinct().filter(v -> v < types).count()
        != type.versions().size()) {
      throw new IllegalArgumentException(
          "versions of task type %s are the same, or none of %s task types: %s"
              .formatted(type.name(), types, type.versions()));
    }
  }

  private static void checkShape(
      String name,
      List<TaskType> taskTypes,
      List<MachineType> machineTypes,
      List<Machine> machines,
      PetMatrix pet) {
    Arguments.refuse(machines.isEmpty(), "system %s has no machines; it needs at least one", name);
    if (pet.taskTypes() != taskTypes.size() || pet.machineTypes() != machineTypes.size()) {
      throw new IllegalArgumentException(
          "system %s has %s task types and %s machine types, its PET is %s x %s"
              .formatted(
                  name,
                  taskTypes.size(),
                  machineTypes.size(),
                  pet.taskTypes(),
                  pet.machineTypes()));
    }
    for (MachineType type : machineTypes) {
      if (pet.pStates(type.id()) != type.pStates().size()) {
        throw new IllegalArgumentException(
            "machine type %s of system %s has %s P-states, its PET has times in %s"
                .formatted(type.name(), name, type.pStates().size(), pet.pStates(type.id())));
      }
    }
  }

  private static void checkPower(String name, PetMatrix pet, ApcMatrix apc) {
    if (apc.taskTypes() != pet.taskTypes() || apc.machineTypes() != pet.machineTypes()) {
      throw new IllegalArgumentException(
          "the PET of system %s is %s x %s, its APC matrix %s x %s"
              .formatted(
                  name, pet.taskTypes(), pet.machineTypes(), apc.taskTypes(), apc.machineTypes()));
    }
    for (int i = 0; i < pet.taskTypes(); i++) {
      for (int j = 0; j < pet.machineTypes(); j++) {
        int known = apc.canRun(i, j) ? apc.pStates(j) : 0;
        if (pet.canRun(i, j) && known != pet.pStates(j)) {
          throw new IllegalArgumentException(
              "task type %s runs on machine type %s of system %s in %s P-states; power is given in %s"
                  .formatted(i, j, name, pet.pStates(j), known));
        }
      }
    }
  }

  /** Length of a tick in seconds. */
  public double tickSeconds() {
    return tick.getSeconds() + tick.getNano() / NANOS_PER_SECOND;
  }

  /** Whether machines of any type are said to fail or to be off at times. */
  public boolean hasAbsences() {
    return machineTypes.stream().anyMatch(MachineType::isAwayAtTimes);
  }

  /** Whether machines of any type are said to fail. */
  public boolean hasFailures() {
    return machineTypes.stream().anyMatch(MachineType::mayFail);
  }

  /** Whether anything is known of the power of any machine. */
  public boolean isPowered() {
    return apc.isPresent() || machineTypes.stream().anyMatch(MachineType::isPowered);
  }

  /** Whether the power of all machines is known. */
  public boolean isWhollyPowered() {
    return apc.isPresent() || machineTypes.stream().allMatch(MachineType::isPowered);
  }

  /** What a task of a type draws on a placement, in watts; 0 where nothing is known of it. */
  public double activeWatts(int taskType, Placement placement) {
    int machineType = machines.get(placement.machine()).type().id();
    return activeWatts(taskType, machineType, placement.pState());
  }

  /**
   * What a machine of a type draws, in watts, while it executes a task of a type in a P-state. It
   * is 0 where nothing is known of its power.
   */
  public double activeWatts(int taskType, int machineType, int pState) {
    return apc.isPresent()
        ? apc.get().get(taskType, machineType, pState)
        : machineTypes.get(machineType).activeWatts(pState);
  }

  /**
   * The energy of a task of a type that executes on a placement for some ticks, in joules. It is 0
   * where nothing is known of its power.
   */
  public double taskJoules(int taskType, Placement placement, double ticks) {
    int machineType = machines.get(placement.machine()).type().id();
    return taskJoules(taskType, machineType, placement.pState(), ticks);
  }

  /** The same on a machine of a type in a P-state. */
  public double taskJoules(int taskType, int machineType, int pState, double ticks) {
    return ticks * tickSeconds() * activeWatts(taskType, machineType, pState);
  }

  /** The energy of a machine of a type that is idle for some ticks, in joules. */
  public double idleJoules(MachineType type, long ticks) {
    return ticks * tickSeconds() * type.idleWatts();
  }

  /** The machine of a name, if there is one. */
  public Optional<Machine> findMachine(String machineName) {
    return machines.stream().filter(machine -> machine.name().equals(machineName)).findFirst();
  }

  /**
   * All placements, machine by machine and P-state by P-state; the id of each is its index. The
   * list is made by this call: keep it.
   */
  public List<Placement> placements() {
    List<Placement> placements = new ArrayList<>(machines.size());
    for (Machine machine : machines) {
      for (int pState = 0; pState < machine.type().pStates().size(); pState++) {
        placements.add(new Placement(placements.size(), machine.id(), pState));
      }
    }
    return List.copyOf(placements);
  }

  /** Whether tasks of any type may be served as poorer versions. */
  public boolean hasVersions() {
    return taskTypes.stream().anyMatch(type -> type.versions().size() > 1);
  }

  /** The same system where tasks are worth as much in any version, so that numbers are counted. */
  public HcSystem ofEqualVersions() {
    UnaryOperator<Version> equal = version -> new Version(version.type(), 1);
    List<TaskType> types =
        taskTypes.stream()
            .map(t -> new TaskType(t.id(), t.name(), t.versions().stream().map(equal).toList()))
            .toList();
    return new HcSystem(name, tick, types, machineTypes, machines, pet, apc);
  }

  /** The same system with another PET matrix of the same shape. */
  public HcSystem withPet(PetMatrix other) {
    return new HcSystem(name, tick, taskTypes, machineTypes, machines, other, apc);
  }

  /** The same system by another name. */
  public HcSystem named(String other) {
    return new HcSystem(other, tick, taskTypes, machineTypes, machines, pet, apc);
  }
}
