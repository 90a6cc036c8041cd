package org.espalier.analysis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
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
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.Environment.Urgency;
import org.espalier.workload.environment.EnvironmentReader;

/**
 * Small problems with pairs that cannot run, P-states, utility functions of all kinds, simultaneous
 * arrivals, sometimes no power, and sometimes late tasks that are not executed.
 */
public final class RandomProblems {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");
  private static final List<UtilityClass> CLASSES = SOURCE.classes();

  private final SplittableRandom random;

  private RandomProblems(SplittableRandom random) {
    this.random = random;
  }

  /** One with some tasks. */
  public static StaticProblem of(SplittableRandom random, int tasks) {
    return new RandomProblems(random).problem(tasks);
  }

  private StaticProblem problem(int tasks) {
    HcSystem system = system(1 + random.nextInt(3), 1 + random.nextInt(3));
    double threshold = random.nextBoolean() ? 0 : 0.5;
    return StaticProblem.of(system, workload(system, tasks), threshold);
  }

  private HcSystem system(int types, int machineTypes) {
    List<TaskType> taskTypes = new ArrayList<>();
    long[][][] ticks = new long[types][machineTypes][];
    double[][][] watts = new double[types][machineTypes][];
    List<MachineType> all = new ArrayList<>();
    List<Machine> machines = new ArrayList<>();
    for (int j = 0; j < machineTypes; j++) {
      int pStates = 1 + random.nextInt(2);
      List<PState> states = new ArrayList<>();
      for (int p = 0; p < pStates; p++) {
        states.add(new PState("P" + p, 0));
      }
      MachineType type = new MachineType(j, "type-" + j, 0, 0, states);
      all.add(type);
      for (int copies = 1 + random.nextInt(2); copies > 0; copies--) {
        machines.add(new Machine(machines.size(), "machine-" + machines.size(), type));
      }
      for (int i = 0; i < types; i++) {
        boolean runs = j == 0 || random.nextInt(4) > 0;
        ticks[i][j] = new long[pStates];
        watts[i][j] = new double[pStates];
        for (int p = 0; p < pStates; p++) {
          ticks[i][j][p] = runs ? (p + 1) * 1000L * (20 + random.nextInt(400)) : -1;
          watts[i][j][p] = (50 + random.nextInt(200)) / (1 + 2.0 * p);
        }
        if (!runs) {
          watts[i][j] = new double[0];
        }
      }
    }
    for (int i = 0; i < types; i++) {
      taskTypes.add(new TaskType(i, "task-type-" + i));
    }
    return new HcSystem(
        "random",
        TICK,
        taskTypes,
        all,
        machines,
        PetMatrix.ofExecutionTimes(ticks, 1),
        random.nextInt(5) > 0 ? Optional.of(ApcMatrix.of(watts)) : Optional.empty());
  }

  private Workload workload(HcSystem system, int count) {
    long[] arrivals = random.longs(count, 0, 600).map(second -> second * 1000).sorted().toArray();
    List<Task> tasks = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      int type = random.nextInt(system.taskTypes().size());
      long deadline = arrivals[t] + 1000L * random.nextInt(900);
      tasks.add(new Task(t, type, arrivals[t], deadline, utility(system, type)));
    }
    return new Workload("random", tasks);
  }

  private UtilityFunction utility(HcSystem system, int type) {
    return switch (random.nextInt(6)) {
      case 0 -> UtilityFunction.OF_DEADLINE;
      case 1 ->
          new UtilityPoints(
              List.of(
                  new UtilityPoints.Point(0, 5),
                  new UtilityPoints.Point(200_000, 5),
                  new UtilityPoints.Point(500_000, 1),
                  new UtilityPoints.Point(800_000, 0)));
      default -> decaying(system, type);
    };
  }

  private UtilityFunction decaying(HcSystem system, int type) {
    double priority = 8 >> random.nextInt(4);
    Urgency urgency = List.copyOf(SOURCE.urgencies().values()).get(random.nextInt(4));
    return new DecayingUtility(
        priority,
        urgency.decay(),
        CLASSES.get(random.nextInt(4)),
        urgency.firstMinutes(system, type),
        DecayingUtility.ticksPerMinute(TICK));
  }
}
