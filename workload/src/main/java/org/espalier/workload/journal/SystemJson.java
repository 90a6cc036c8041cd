package org.espalier.workload.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
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
      machineTypes
          .addObject()
          .put("name", type.name())
          .put("price_per_hour", type.pricePerHour())
          .put("rated_power_watts", type.ratedPowerWatts())
          .put("active_share", type.activeShare())
          .put("idle_share", type.idleShare());
    }
    ArrayNode machines = object.putArray("machines");
    for (Machine machine : system.machines()) {
      machines.addObject().put("name", machine.name()).put("type", machine.type().id());
    }
    put(system.pet(), object.putArray("pet"));
  }

  private static void put(PetMatrix pet, ArrayNode rows) {
    for (int i = 0; i < pet.taskTypes(); i++) {
      ArrayNode row = rows.addArray();
      for (int j = 0; j < pet.machineTypes(); j++) {
        if (pet.canRun(i, j)) {
          put(pet.get(i, j), row.addObject());
        } else {
          row.addNull();
        }
      }
    }
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
        pet(EntryJson.at(object, "pet"), machineTypes.size()));
  }

  private static MachineType machineType(JsonNode item, int id) {
    return new MachineType(
        id,
        EntryJson.textAt(item, "name"),
        EntryJson.doubleAt(item, "price_per_hour"),
        EntryJson.doubleAt(item, "rated_power_watts"),
        share(item, "active_share", MachineType.DEFAULT_ACTIVE_SHARE),
        share(item, "idle_share", MachineType.DEFAULT_IDLE_SHARE));
  }

  /** A share of the rated power, which older journals leave out. */
  private static double share(JsonNode item, String key, double missing) {
    return item.has(key) ? EntryJson.doubleAt(item, key) : missing;
  }

  private static PetMatrix pet(JsonNode rows, int machineTypes) {
    @Nullable Pmf[][] cells = new Pmf[rows.size()][machineTypes];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < machineTypes; j++) {
        JsonNode cell = rows.get(i).get(j);
        if (cell != null && !cell.isNull()) {
          cells[i][j] = pmf(cell);
        }
      }
    }
    return PetMatrix.of(cells);
  }
}
