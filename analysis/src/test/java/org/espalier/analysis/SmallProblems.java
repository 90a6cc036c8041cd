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
import org.espalier.workload.environment.EnvironmentReader;

/** Random problems of a few tasks and machines, with ticks of a second. */
public final class SmallProblems {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final List<UtilityClass> CLASSES = EnvironmentReader.source("chapter-2").classes();

  private SmallProblems() {}

  /**
   * How large a problem may be.
   *
   * @param lastArrival in seconds; with 0 all tasks are there from the beginning
   */
  public record Size(int tasks, int taskTypes, int machineTypes, int machines, int lastArrival) {}

  /**
   * One of at most some size, with impossible pairs, machine types without machines, ties, and
   * machine types of two P-states.
   *
   * @param threshold below which tasks are not executed
   */
  public static StaticProblem random(SplittableRandom random, Size size, double threshold) {
    int types = 1 + random.nextInt(size.taskTypes());
    int machineTypes = 1 + random.nextInt(size.machineTypes());
    List<TaskType> taskTypes = new ArrayList<>();
    for (int i = 0; i < types; i++) {
      taskTypes.add(new TaskType(i, "type-" + i));
    }
    List<MachineType> all = new ArrayList<>();
    for (int j = 0; j < machineTypes; j++) {
      List<PState> states = new ArrayList<>(List.of(new PState("P0", 2)));
      if (random.nextInt(3) == 0) {
        states.add(new PState("P1", 1));
      }
      all.add(new MachineType(j, "machine-type-" + j, 0, 0, states));
    }
    List<Machine> machines = new ArrayList<>();
    int everywhere = random.nextInt(machineTypes);
    int count = 1 + random.nextInt(size.machines());
    for (int m = 0; m < count; m++) {
      MachineType type = all.get(m == 0 ? everywhere : random.nextInt(machineTypes));
      machines.add(new Machine(m, "machine-" + m, type));
    }
    long[][][] ticks = new long[types][machineTypes][];
    double[][][] watts = new double[types][machineTypes][];
    for (int i = 0; i < types; i++) {
      for (int j = 0; j < machineTypes; j++) {
        boolean runs = j == everywhere || random.nextInt(5) > 0;
        ticks[i][j] = new long[all.get(j).pStates().size()];
        watts[i][j] = new double[ticks[i][j].length];
        long seconds = 10L * (1 + random.nextInt(30));
        for (int p = 0; p < ticks[i][j].length; p++) {
          ticks[i][j][p] = runs ? seconds * (2 + p) / 2 : -1;
          watts[i][j][p] = 10.0 * (1 + random.nextInt(20)) / (1 + p);
        }
      }
    }
    HcSystem system =
        new HcSystem(
            "small",
            TICK,
            taskTypes,
            all,
            machines,
            PetMatrix.ofExecutionTimes(ticks, 1),
            Optional.of(ApcMatrix.of(watts)));
    return StaticProblem.of(system, workload(random, size, types), threshold);
  }

  private static Workload workload(SplittableRandom random, Size size, int types) {
    List<Task> tasks = new ArrayList<>();
    int count = 1 + random.nextInt(size.tasks());
    long arrival = 0;
    for (int t = 0; t < count; t++) {
      arrival += random.nextInt(1 + size.lastArrival() / count);
      tasks.add(new Task(t, random.nextInt(types), arrival, Task.NO_DEADLINE, utility(random)));
    }
    return new Workload("small", tasks);
  }

  private static UtilityFunction utility(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return new UtilityPoints(
          List.of(
              new UtilityPoints.Point(0, 5),
              new UtilityPoints.Point(100 + random.nextInt(300), 5),
              new UtilityPoints.Point(500 + random.nextInt(300), 1)));
    }
    return new DecayingUtility(
        1 + random.nextInt(8),
        0.01 + random.nextDouble() * 0.5,
        CLASSES.get(random.nextInt(CLASSES.size())),
        1 + random.nextInt(8),
        DecayingUtility.ticksPerMinute(TICK));
  }

  /** An allocation of every task to a placement that can run it, in random order. */
  public static int[] randomPlacements(SplittableRandom random, StaticProblem problem) {
    int[] placements = new int[problem.tasks()];
    for (int task = 0; task < placements.length; task++) {
      int[] possible = problem.placementsFor(problem.type(task));
      placements[task] = possible[random.nextInt(possible.length)];
    }
    return placements;
  }
}
