package org.espalier.analysis;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import tools.jackson.databind.JsonNode;

/** The small systems of the reference vectors. */
public final class VectorProblems {
  private static final Duration TICK = Duration.ofNanos(1000);
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");
  private static final Map<String, UtilityClass> CLASSES =
      SOURCE.classes().stream().collect(Collectors.toMap(UtilityClass::name, each -> each));

  private static final UtilityFunction WORTHLESS =
      new UtilityPoints(List.of(new UtilityPoints.Point(0, 0)));

  private VectorProblems() {}

  /** All vectors. */
  public static JsonNode vectors() {
    return VectorFile.read("/pareto/vectors.json");
  }

  /** Those of a name, such as {@code exhaustive}. */
  public static List<JsonNode> vectors(String name) {
    return List.copyOf(vectors().get(name).values());
  }

  /** The case of a name among those of another. */
  public static JsonNode vector(String list, String name) {
    return vectors(list).stream()
        .filter(node -> node.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A system with its tasks; {@code drop_below} may be its own. */
  public static StaticProblem problem(JsonNode system) {
    double threshold = system.has("drop_below") ? system.get("drop_below").asDouble() : 0;
    return problem(system, threshold);
  }

  public static StaticProblem problem(JsonNode system, double threshold) {
    return StaticProblem.of(system(system), workload(system), threshold);
  }

  private static HcSystem system(JsonNode system) {
    JsonNode etc = system.get("etc_s");
    JsonNode apc = system.get("apc_w");
    List<TaskType> taskTypes = new ArrayList<>();
    for (int i = 0; i < etc.size(); i++) {
      taskTypes.add(new TaskType(i, "type-" + i));
    }
    List<MachineType> machineTypes = new ArrayList<>();
    for (int j = 0; j < etc.get(0).size(); j++) {
      machineTypes.add(new MachineType(j, "machine-type-" + j, 0, 0, pStates(apc, j)));
    }
    List<Machine> machines = new ArrayList<>();
    for (JsonNode type : system.get("machines")) {
      MachineType machineType = machineTypes.get(type.asInt());
      machines.add(new Machine(machines.size(), "machine-" + machines.size(), machineType));
    }
    long[][][] ticks = new long[taskTypes.size()][machineTypes.size()][];
    double[][][] watts = new double[taskTypes.size()][machineTypes.size()][];
    for (int i = 0; i < ticks.length; i++) {
      for (int j = 0; j < ticks[i].length; j++) {
        ticks[i][j] =
            etc.get(i).get(j).values().stream().mapToLong(VectorProblems::ticks).toArray();
        watts[i][j] = apc.get(i).get(j).values().stream().mapToDouble(JsonNode::asDouble).toArray();
      }
    }
    return new HcSystem(
        "vectors",
        TICK,
        taskTypes,
        machineTypes,
        machines,
        PetMatrix.ofExecutionTimes(ticks, 1),
        Optional.of(ApcMatrix.of(watts)));
  }

  private static List<PState> pStates(JsonNode apc, int machineType) {
    List<PState> states = new ArrayList<>();
    double most = 1000;
    for (int p = 0; p < apc.get(0).get(machineType).size(); p++) {
      states.add(new PState("P" + p, most - p));
    }
    return states;
  }

  /** Ticks of seconds that are a whole number of them. */
  public static long ticks(JsonNode seconds) {
    return new BigDecimal(seconds.asString()).movePointRight(6).longValueExact();
  }

  private static Workload workload(JsonNode system) {
    List<Task> tasks = new ArrayList<>();
    for (JsonNode task : system.get("tasks")) {
      tasks.add(
          new Task(
              tasks.size(),
              task.get("type").asInt(),
              ticks(task.get("arrival_s")),
              Task.NO_DEADLINE,
              task.has("utility") ? utility(task.get("utility")) : WORTHLESS));
    }
    return new Workload("vectors", tasks);
  }

  /** A utility function. */
  public static UtilityFunction utility(JsonNode function) {
    return new DecayingUtility(
        SOURCE.priorities().get(function.get("priority").asString()),
        SOURCE.urgencies().get(function.get("urgency").asString()).decay(),
        CLASSES.get(function.get("class").asString()),
        function.get("first_min").asDouble(),
        DecayingUtility.ticksPerMinute(TICK));
  }
}
