package org.espalier.workload.journal;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A system with its PET as JSON, so that a journal can be read without any other file. */
final class SystemJson {
  private static final String PET = "pet";
  private static final String VERSIONS = "versions";
  private static final String ACTIVE_WATTS = "active_watts";
  private static final String LOSS_RATE = "loss_rate";

  private SystemJson() {}

  static String text(HcSystem system) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    put(system, object);
    return object.toString();
  }

  static void put(HcSystem system, ObjectNode object) {
    object.put("name", system.name()).put("tick", system.tick().toString());
    ArrayNode taskTypes = object.putArray("task_types");
    system.taskTypes().forEach(type -> taskTypes.add(type.name()));
    if (system.hasVersions()) {
      ArrayNode rows = object.putArray(VERSIONS);
      system.taskTypes().forEach(type -> put(type.versions(), rows.addArray()));
    }
    ArrayNode machineTypes = object.putArray("machine_types");
    system.machineTypes().forEach(type -> put(type, machineTypes.addObject()));
    ArrayNode machines = object.putArray("machines");
    for (Machine machine : system.machines()) {
      machines.addObject().put("name", machine.name()).put("type", machine.type().id());
    }
    put(system.pet(), object.putArray(PET));
    system.apc().ifPresent(apc -> put(apc, object.putArray(ACTIVE_WATTS)));
  }

  private static void put(List<Version> versions, ArrayNode row) {
    versions.forEach(version -> row.addArray().add(version.type()).add(version.share()));
  }

  private static List<Version> versions(JsonNode row) {
    return Fields.list(row, VERSIONS).stream()
        .map(pair -> numbers(pair, VERSIONS))
        .map(pair -> new Version((int) pair[0], pair[1]))
        .toList();
  }

  private static void put(MachineType type, ObjectNode object) {
    ArrayNode pStates =
        object
            .put("name", type.name())
            .put("price_per_hour", type.pricePerHour())
            .put("idle_watts", type.idleWatts())
            .putArray("p_states");
    for (PState pState : type.pStates()) {
      pStates.addObject().put("name", pState.name()).put(ACTIVE_WATTS, pState.activeWatts());
    }
  }

  /** A cell of a machine type with one P-state is a PMF, of another a list of them. */
  private static void put(PetMatrix pet, ArrayNode rows) {
    for (int i = 0; i < pet.taskTypes(); i++) {
      ArrayNode row = rows.addArray();
      for (int j = 0; j < pet.machineTypes(); j++) {
        if (!pet.canRun(i, j)) {
          row.addNull();
        } else if (pet.pStates(j) == 1) {
          put(pet.get(i, j, 0), row.addObject());
        } else {
          ArrayNode pStates = row.addArray();
          for (int p = 0; p < pet.pStates(j); p++) {
            put(pet.get(i, j, p), pStates.addObject());
          }
        }
      }
    }
  }

  /** A cell is a list of powers by P-state, empty where the type cannot run. */
  private static void put(ApcMatrix apc, ArrayNode rows) {
    for (int i = 0; i < apc.taskTypes(); i++) {
      ArrayNode row = rows.addArray();
      for (int j = 0; j < apc.machineTypes(); j++) {
        ArrayNode pair = row.addArray();
        for (int p = 0; apc.canRun(i, j) && p < apc.pStates(j); p++) {
          pair.add(apc.get(i, j, p));
        }
      }
    }
  }

  private static Optional<ApcMatrix> apc(JsonNode object) {
    return Optional.ofNullable(object.get(ACTIVE_WATTS))
        .map(rows ->
            ApcMatrix.of(
                Fields.list(rows, ACTIVE_WATTS).stream()
                    .map(SystemJson::row)
                    .toArray(double[][][]::new)));
  }

  private static double[][] row(JsonNode row) {
    return Fields.list(row, ACTIVE_WATTS).stream()
        .map(pair -> numbers(pair, ACTIVE_WATTS))
        .toArray(double[][]::new);
  }

  private static double[] numbers(JsonNode list, String what) {
    return Fields.list(list, what).stream()
        .mapToDouble(item -> Fields.number(item, "one of " + what))
        .toArray();
  }

  static void put(Pmf pmf, ObjectNode object) {
    ArrayNode masses =
        object.put("origin", pmf.origin()).put("step", pmf.step()).putArray("masses");
    DoubleStream.of(pmf.masses()).forEach(masses::add);
    if (pmf.lossRate() > 0) {
      object.put(LOSS_RATE, pmf.lossRate());
    }
  }

  static Pmf pmf(JsonNode object) {
    double[] masses = numbers(Fields.at(object, "masses"), "masses");
    Pmf pmf = Pmf.of(Fields.longAt(object, "origin"), Fields.longAt(object, "step"), masses);
    return object.has(LOSS_RATE) ? pmf.losing(Fields.doubleAt(object, LOSS_RATE)) : pmf;
  }

  static HcSystem system(JsonNode object) {
    List<MachineType> machineTypes = new ArrayList<>();
    Fields.listAt(object, "machine_types")
        .forEach(item -> machineTypes.add(machineType(item, machineTypes.size())));
    List<TaskType> taskTypes = new ArrayList<>();
    for (JsonNode item : Fields.listAt(object, "task_types")) {
      int id = taskTypes.size();
      String name = Fields.text(item, "one of task_types");
      taskTypes.add(
          object.has(VERSIONS)
              ? new TaskType(id, name, versions(object.get(VERSIONS).path(id)))
              : new TaskType(id, name));
    }
    List<Machine> machines = new ArrayList<>();
    for (JsonNode item : Fields.listAt(object, "machines")) {
      MachineType type = type(item, machineTypes);
      machines.add(new Machine(machines.size(), Fields.textAt(item, "name"), type));
    }
    return new HcSystem(
        Fields.textAt(object, "name"),
        tick(object),
        taskTypes,
        machineTypes,
        machines,
        pet(Fields.at(object, PET), machineTypes),
        apc(object));
  }

  private static Duration tick(JsonNode object) {
    String text = Fields.textAt(object, "tick");
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("tick is \"%s\", which is no duration".formatted(text), e);
    }
  }

  private static MachineType type(JsonNode machine, List<MachineType> types) {
    int type = Fields.intAt(machine, "type");
    if (type < 0 || type >= types.size()) {
      throw new IllegalArgumentException(
          "a machine has type %s of %s machine types".formatted(type, types.size()));
    }
    return types.get(type);
  }

  private static MachineType machineType(JsonNode item, int id) {
    String name = Fields.textAt(item, "name");
    double price = Fields.doubleAt(item, "price_per_hour");
    List<PState> pStates = new ArrayList<>();
    for (JsonNode pState : Fields.listAt(item, "p_states")) {
      double watts = Fields.doubleAt(pState, ACTIVE_WATTS);
      pStates.add(new PState(Fields.textAt(pState, "name"), watts));
    }
    return new MachineType(id, name, price, Fields.doubleAt(item, "idle_watts"), pStates);
  }

  private static PetMatrix pet(JsonNode pet, List<MachineType> machineTypes) {
    List<JsonNode> rows = Fields.list(pet, PET);
    @Nullable Pmf[][][] cells = new Pmf[rows.size()][][];
    for (int i = 0; i < cells.length; i++) {
      List<JsonNode> row = Fields.list(rows.get(i), machineTypes.size(), "a row of pet");
      cells[i] = new Pmf[row.size()][];
      for (int j = 0; j < cells[i].length; j++) {
        List<Pmf> pair = pair(row.get(j));
        cells[i][j] = new Pmf[pair.isEmpty() ? machineTypes.get(j).pStates().size() : pair.size()];
        for (int p = 0; p < pair.size(); p++) {
          cells[i][j][p] = pair.get(p);
        }
      }
    }
    return PetMatrix.of(cells);
  }

  /** The PMFs of a pair by P-state; none where the type cannot run. */
  private static List<Pmf> pair(JsonNode pair) {
    if (pair.isNull()) {
      return List.of();
    }
    return pair.isArray() ? pair.valueStream().map(SystemJson::pmf).toList() : List.of(pmf(pair));
  }
}
