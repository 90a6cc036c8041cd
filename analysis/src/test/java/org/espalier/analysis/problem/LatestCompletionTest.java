package org.espalier.analysis.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Workload;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import org.junit.jupiter.api.Test;

class LatestCompletionTest {
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");

  /** Where the sum of arrival and last worthy time rounds up to the fall itself, too. */
  @Test
  void aTaskIsWorthTheThresholdAtItsLatestCompletionAndNotAfterIt() {
    List<Task> tasks = new ArrayList<>();
    for (int t = 0; t < 200; t++) {
      UtilityClass utilityClass =
          t % 2 == 0 ? SOURCE.classes().getFirst() : SOURCE.classes().getLast();
      tasks.add(
          new Task(
              t,
              0,
              t * 37_000_000L,
              Task.NO_DEADLINE,
              new DecayingUtility(
                  1 + t % 5,
                  0.02,
                  utilityClass,
                  1 + t % 7,
                  DecayingUtility.ticksPerMinute(PiecesOf.TICK))));
    }
    MachineType type = new MachineType(0, "m");
    HcSystem system =
        new HcSystem(
            "one",
            PiecesOf.TICK,
            List.of(new TaskType(0, "t")),
            List.of(type),
            List.of(new Machine(0, "m0", type)),
            PetMatrix.ofExecutionTimes(new long[][][] {{{1_000_000}}}, 1));
    for (double threshold : new double[] {0.1, 0.5, 0.9, 1.5}) {
      StaticProblem problem = StaticProblem.of(system, new Workload("w", tasks), threshold);
      for (int t = 0; t < tasks.size(); t++) {
        double latest = problem.latestCompletion(t);
        if (latest > problem.arrival(t) && latest < Double.POSITIVE_INFINITY) {
          double arrival = problem.arrival(t);
          assertThat(problem.utility(t).of(latest - arrival)).isGreaterThanOrEqualTo(threshold);
          assertThat(problem.utility(t).of(latest + 1e-6 - arrival)).isLessThan(threshold);
        }
      }
    }
  }
}
