package org.espalier.analysis.stochastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.espalier.analysis.problem.Allocation;
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
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.workload.environment.EnvironmentReader;

/** Small problems of whole minutes. */
final class RandomProblems {
  static final double STEP_SECONDS = 60;
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final List<UtilityClass> CLASSES = EnvironmentReader.source("chapter-2").classes();

  private final SplittableRandom random;

  RandomProblems(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Two task types on two machine types, one with two P-states; all can run everywhere. */
  StaticProblem problem(int tasks, int mostImpulses, double threshold) {
    List<TaskType> taskTypes = List.of(new TaskType(0, "a"), new TaskType(1, "b"));
    List<MachineType> types =
        List.of(
            new MachineType(0, "x", 0, 0, List.of(new PState("P0", 200), new PState("P1", 100))),
            new MachineType(1, "y", 0, 0, 150));
    List<Machine> machines =
        List.of(
            new Machine(0, "x0", types.get(0)),
            new Machine(1, "y0", types.get(1)),
            new Machine(2, "y1", types.get(1)));
    Pmf[][][] cells = new Pmf[2][2][];
    double[][][] watts = new double[2][2][];
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        int pStates = types.get(j).pStates().size();
        cells[i][j] = new Pmf[pStates];
        watts[i][j] = new double[pStates];
        for (int p = 0; p < pStates; p++) {
          cells[i][j][p] = pmf(mostImpulses);
          watts[i][j][p] = random.nextInt(50, 200);
        }
      }
    }
    HcSystem system =
        new HcSystem(
            "random",
            TICK,
            taskTypes,
            types,
            machines,
            PetMatrix.of(cells),
            Optional.of(ApcMatrix.of(watts)));
    return StaticProblem.of(system, workload(tasks), threshold);
  }

  private Pmf pmf(int mostImpulses) {
    double[] weights = new double[random.nextInt(1, 12)];
    int impulses = random.nextInt(1, mostImpulses + 1);
    for (int k = 0; k < impulses; k++) {
      weights[random.nextInt(weights.length)] += 1 + random.nextInt(4);
    }
    return Pmf.normalised(60L * random.nextInt(1, 5), 60, weights);
  }

  private Workload workload(int tasks) {
    long[] arrivals = random.longs(tasks, 0, 30).sorted().map(minute -> minute * 60).toArray();
    List<Task> all = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      long deadline =
          random.nextBoolean() ? Task.NO_DEADLINE : arrivals[task] + 60L * random.nextInt(5, 40);
      all.add(new Task(task, random.nextInt(2), arrivals[task], deadline, utility()));
    }
    return new Workload("random", all);
  }

  private UtilityFunction utility() {
    return switch (random.nextInt(3)) {
      case 0 ->
          new UtilityPoints(
              List.of(
                  new UtilityPoints.Point(60L * random.nextInt(1, 8), 5),
                  new UtilityPoints.Point(60L * random.nextInt(9, 20), 2),
                  new UtilityPoints.Point(60L * random.nextInt(20, 40), 0)));
      default ->
          new DecayingUtility(
              1 + random.nextInt(8),
              0.01 + random.nextDouble() * 0.5,
              CLASSES.get(random.nextInt(4)),
              random.nextInt(1, 12),
              DecayingUtility.ticksPerMinute(TICK));
    };
  }

  /** Powers of two values, times of the PET. */
  Uncertainty uncertainty(StaticProblem problem) {
    Uncertainty times = Uncertainty.ofPet(problem);
    return Uncertainty.of(
        problem,
        times::seconds,
        (type, mode) -> {
          double mean = problem.watts(type, mode);
          return new PointMasses(new double[] {mean * 0.8, mean * 1.2}, new double[] {0.5, 0.5});
        });
  }

  Allocation allocation(StaticProblem problem) {
    int[] placements = new int[problem.tasks()];
    int[] orders = new int[problem.tasks()];
    for (int task = 0; task < placements.length; task++) {
      int[] possible = problem.placementsFor(problem.type(task));
      placements[task] =
          random.nextInt(20) == 0
              ? Allocation.NOT_EXECUTED
              : possible[random.nextInt(possible.length)];
      orders[task] = random.nextInt(problem.tasks());
    }
    return Allocation.of(placements, orders);
  }
}
