package org.espalier.analysis.stochastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import tools.jackson.databind.JsonNode;

/** The small stochastic system of the vectors: each task is of a type of its own. */
final class StochasticVectors {
  private static final long TICKS_PER_SECOND = 1_000_000;
  private static final long STEP_SECONDS = 60;

  private StochasticVectors() {}

  static StaticProblem problem(JsonNode vector) {
    JsonNode system = vector.get("system");
    JsonNode times = system.get("etc_pmf_s");
    int tasks = times.size();
    List<TaskType> taskTypes = new ArrayList<>();
    List<Task> all = new ArrayList<>();
    Pmf[][] cells = new Pmf[tasks][1];
    double[][][] watts = new double[tasks][1][1];
    for (int task = 0; task < tasks; task++) {
      taskTypes.add(new TaskType(task, "type-" + task));
      cells[task][0] = pmf(times.get(task));
      watts[task][0][0] = PointMassesTest.moment(masses(system.get("apc_pmf_w").get(task)), 1);
      JsonNode node = system.get("tasks").get(task);
      all.add(
          new Task(
              task,
              task,
              VectorProblems.ticks(node.get("arrival_s")),
              Task.NO_DEADLINE,
              VectorProblems.utility(node.get("utility"))));
    }
    MachineType type = new MachineType(0, "machine-type", 0, 0, 1000);
    List<Machine> machines =
        List.of(new Machine(0, "machine-0", type), new Machine(1, "machine-1", type));
    HcSystem hc =
        new HcSystem(
            "stochastic",
            Duration.ofNanos(1000),
            taskTypes,
            List.of(type),
            machines,
            PetMatrix.of(cells),
            Optional.of(ApcMatrix.of(watts)));
    return StaticProblem.of(
        hc, new Workload("stochastic", all), vector.get("drop_below").asDouble());
  }

  private static Pmf pmf(JsonNode points) {
    PointMasses masses = masses(points);
    int from = (int) (masses.value(0) / STEP_SECONDS);
    int to = (int) (masses.value(masses.size() - 1) / STEP_SECONDS);
    double[] lattice = new double[to - from + 1];
    for (int k = 0; k < masses.size(); k++) {
      lattice[(int) (masses.value(k) / STEP_SECONDS) - from] = masses.probability(k);
    }
    long step = STEP_SECONDS * TICKS_PER_SECOND;
    return Pmf.of(from * step, step, lattice);
  }

  static PointMasses masses(JsonNode points) {
    double[] values = new double[points.size()];
    double[] probabilities = new double[values.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = points.get(k).get(0).asDouble();
      probabilities[k] = points.get(k).get(1).asDouble();
    }
    return new PointMasses(values, probabilities);
  }

  static Uncertainty uncertainty(StaticProblem problem, JsonNode vector) {
    JsonNode system = vector.get("system");
    return Uncertainty.of(
        problem,
        (type, mode) -> masses(system.get("etc_pmf_s").get(type)),
        (type, mode) -> masses(system.get("apc_pmf_w").get(type)));
  }

  static Allocation allocation(JsonNode vector) {
    JsonNode system = vector.get("system");
    int[] machines = system.get("machine").valueStream().mapToInt(JsonNode::asInt).toArray();
    int[] orders = system.get("order").valueStream().mapToInt(JsonNode::asInt).toArray();
    return Allocation.of(machines, orders);
  }
}
