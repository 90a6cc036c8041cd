package org.espalier.workload.journal;

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
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.system.RatedPower;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A system with its PET as JSON, so that a journal can be read without any other file. */
final class SystemJson {
  private SystemJson() {}

  static void put(HcSystem system, ObjectNode object) {
    object.put("name", system.name()).put("tick", system.tick().toString());
    ArrayNode taskTypes = object.putArray("task_types");
    system.taskTypes().forEach(type -> taskTypes.add(type.name()));
    ArrayNode machineTypes = object.putArray("machine_types");
    for (MachineType type : system.machineTypes()) {
      put(type, machineTypes.addObject());
    }
    ArrayNode machines = object.putArray("machines");
    for (Machine machine : system.machines()) {
      machines.addObject().put("name", machine.name()).put("type", machine.type().id());
    }
    put(system.pet(), object.putArray("pet"));
    system.apc().ifPresent(apc -> put(apc, object.putArray("active_watts")));
  }

  private static void put(MachineType type, ObjectNode object) {
    ArrayNode pStates =
        object
            .put("name", type.name())
            .put("price_per_hour", type.pricePerHour())
            .put("idle_watts", type.idleWatts())
            .putArray("p_states");
    for (PState pState : type.pStates()) {
      pStates.addObject().put("name", pState.name()).put("active_watts", pState.activeWatts());
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
    return Optional.ofNullable(object.get("active_watts"))
        .map(rows ->
            ApcMatrix.of(
                rows.valueStream()
                    .map(row -> row.valueStream().map(SystemJson::watts).toArray(double[][]::new))
                    .toArray(double[][][]::new)));
  }

  private static double[] watts(JsonNode pair) {
    return pair.valueStream().mapToDouble(JsonNode::asDouble).toArray();
  }

  static void put(Pmf pmf, ObjectNode object) {
    ArrayNode masses =
        object.put("origin", pmf.origin()).put("step", pmf.step()).putArray("masses");
    DoubleStream.of(pmf.masses()).forEach(masses::add);
  }

  static Pmf pmf(JsonNode object) {
    double[] masses =
        EntryJson.at(object, "masses").valueStream().mapToDouble(JsonNode::asDouble).toArray();
    return Pmf.of(EntryJson.longAt(object, "origin"), EntryJson.longAt(object, "step"), masses);
  }

  static HcSystem system(JsonNode object) {
    List<MachineType> machineTypes = new ArrayList<>();
    EntryJson.at(object, "machine_types")
        .forEach(item -> machineTypes.add(machineType(item, machineTypes.size())));
    List<TaskType> taskTypes = new ArrayList<>();
    EntryJson.at(object, "task_types")
        .forEach(item -> taskTypes.add(new TaskType(taskTypes.size(), item.asString())));
    List<Machine> machines = new ArrayList<>();
    for (JsonNode item : EntryJson.at(object, "machines")) {
      MachineType type = machineTypes.get(EntryJson.intAt(item, "type"));
      machines.add(new Machine(machines.size(), EntryJson.textAt(item, "name"), type));
    }
    return new HcSystem(
        EntryJson.textAt(object, "name"),
        Duration.parse(EntryJson.textAt(object, "tick")),
        taskTypes,
        machineTypes,
        machines,
        pet(EntryJson.at(object, "pet"), machineTypes),
        apc(object));
  }

  private static MachineType machineType(JsonNode item, int id) {
    String name = EntryJson.textAt(item, "name");
    double price = EntryJson.doubleAt(item, "price_per_hour");
    if (!item.has("p_states")) {
      return ratedPower(item).machineType(id, name, price);
    }
    List<PState> pStates = new ArrayList<>();
    for (JsonNode pState : EntryJson.at(item, "p_states")) {
      double watts = EntryJson.doubleAt(pState, "active_watts");
      pStates.add(new PState(EntryJson.textAt(pState, "name"), watts));
    }
    return new MachineType(id, name, price, EntryJson.doubleAt(item, "idle_watts"), pStates);
  }

  /** What older journals give in place of P-states. */
  private static RatedPower ratedPower(JsonNode item) {
    return new RatedPower(
        EntryJson.doubleAt(item, "rated_power_watts"),
        share(item, "active_share", RatedPower.DEFAULT_ACTIVE_SHARE),
        share(item, "idle_share", RatedPower.DEFAULT_IDLE_SHARE));
  }

  /** A share of the rated power, which still older journals leave out. */
  private static double share(JsonNode item, String key, double missing) {
    return item.has(key) ? EntryJson.doubleAt(item, key) : missing;
  }

  private static PetMatrix pet(JsonNode rows, List<MachineType> machineTypes) {
    @Nullable Pmf[][][] cells = new Pmf[rows.size()][machineTypes.size()][];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        List<Pmf> pair = pair(rows.get(i).get(j));
        cells[i][j] = new Pmf[pair.isEmpty() ? machineTypes.get(j).pStates().size() : pair.size()];
        for (int p = 0; p < pair.size(); p++) {
          cells[i][j][p] = pair.get(p);
        }
      }
    }
    return PetMatrix.of(cells);
  }

  /** The PMFs of a pair by P-state; none where the type cannot run. */
  private static List<Pmf> pair(@Nullable JsonNode pair) {
    if (pair == null || pair.isNull()) {
      return List.of();
    }
    return pair.isArray() ? pair.valueStream().map(SystemJson::pmf).toList() : List.of(pmf(pair));
  }
}
