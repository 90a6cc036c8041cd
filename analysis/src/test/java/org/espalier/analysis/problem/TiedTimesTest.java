package org.espalier.analysis.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.utility.UtilityPoints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of times in seconds are not whole ticks to the last digit: what ends in time does so. */
class TiedTimesTest {
  private static final int TASKS = 60;

  /** Each task ends just when it must, or a tick later, by whole numbers. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void aTaskThatEndsAtItsDeadlineIsOnTime(int tickMillis) {
    List<Task> tasks = new ArrayList<>();
    long end = 0;
    for (int t = 0; t < TASKS; t++) {
      end += ticks(t);
      long deadline = end - (t % 3 == 0 ? 1 : 0);
      tasks.add(new Task(t, t, 0, deadline, UtilityFunction.OF_DEADLINE));
    }
    AllocationTotals totals = oneAfterAnother(tasks, tickMillis);

    long late = IntStream.range(0, TASKS).filter(t -> t % 3 == 0).count();
    assertThat(totals.onTime()).isEqualTo(TASKS - late);
    assertThat(totals.utility()).isEqualTo(TASKS - late);
  }

  /** At the time of a step what counts is the worth from then on. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void aTaskThatEndsAtAStepIsWorthWhatItIsFromThen(int tickMillis) {
    List<Task> tasks = new ArrayList<>();
    long end = 0;
    for (int t = 0; t < TASKS; t++) {
      end += ticks(t);
      tasks.add(
          new Task(
              t,
              t,
              0,
              Task.NO_DEADLINE,
              new UtilityPoints(
                  List.of(
                      new UtilityPoints.Point(0, 8),
                      new UtilityPoints.Point(end, 8),
                      new UtilityPoints.Point(end, 2),
                      new UtilityPoints.Point(end + 50, 0)))));
    }
    assertThat(oneAfterAnother(tasks, tickMillis).utility()).isCloseTo(2 * TASKS, within(1e-9));
  }

  private static long ticks(int task) {
    return 1L + new SplittableRandom(task).nextInt(300);
  }

  private static AllocationTotals oneAfterAnother(List<Task> tasks, int tickMillis) {
    MachineType type = new MachineType(0, "m");
    long[][][] times = new long[TASKS][][];
    for (int t = 0; t < TASKS; t++) {
      times[t] = new long[][] {{ticks(t)}};
    }
    HcSystem system =
        new HcSystem(
            "one",
            Duration.ofMillis(tickMillis),
            IntStream.range(0, TASKS).mapToObj(t -> new TaskType(t, "t" + t)).toList(),
            List.of(type),
            List.of(new Machine(0, "m0", type)),
            PetMatrix.ofExecutionTimes(times, 1));
    Allocation all = Allocation.of(new int[TASKS], IntStream.range(0, TASKS).toArray());
    StaticProblem problem = StaticProblem.of(system, new Workload("w", tasks), 0);
    return AllocationOutcome.of(problem, all).totals();
  }
}
