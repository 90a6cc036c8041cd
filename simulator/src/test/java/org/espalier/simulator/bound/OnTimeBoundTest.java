package org.espalier.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.ExecutionTimes;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

/** The clairvoyant bound on tasks on time, by hand, and held against the best of all schedules. */
class OnTimeBoundTest {
  private static final HcSystem ONE = TinySystems.of(new Pmf[][] {{Pmf.at(2, 1)}}, 0);

  private static int bound(HcSystem system, Workload workload) {
    return EarningBound.onTime(system, workload, new CounterStream(1, 1, system.pet()));
  }

  private static Workload workload(Task... tasks) {
    return new Workload("by hand", List.of(tasks));
  }

  @Test
  void twoOfThreeTasksFitIntoFourTicks() {
    Workload three = workload(new Task(0, 0, 0, 4), new Task(1, 0, 0, 4), new Task(2, 0, 0, 4));

    assertThat(bound(ONE, three)).isEqualTo(2);
  }

  @Test
  void aTaskThatTakesTooLongIsNeverOnTime() {
    assertThat(bound(ONE, workload(new Task(0, 0, 0, 1), new Task(1, 0, 5, 7)))).isEqualTo(1);
  }

  @Test
  void aTaskWithoutDeadlineIsAlwaysOnTime() {
    Workload two = workload(new Task(0, 0, 0, Task.NO_DEADLINE), new Task(1, 0, 0, 1));

    assertThat(bound(ONE, two)).isEqualTo(1);
  }

  @Test
  void withoutTasksItIsNothing() {
    assertThat(bound(ONE, workload())).isZero();
  }

  /** Between the best order on one machine, found by trying all, and all tasks. */
  @Test
  void isNeverBelowTheBestSchedule() {
    int close = 0;
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      HcSystem system = TinySystems.of(new Pmf[][] {{Pmf.of(1, 1, 0.3, 0.3, 0, 0.4)}}, 0);
      List<Task> tasks = tasks(random);
      CounterStream times = new CounterStream(seed, 1, system.pet());
      int best = best(tasks, 0, system, times);

      int bound = EarningBound.onTime(system, new Workload("random", tasks), times);

      assertThat(bound).as("seed %d", seed).isBetween(best, tasks.size());
      close += bound <= best + 1 ? 1 : 0;
    }
    assertThat(close).as("at most one task too many").isGreaterThan(150);
  }

  private static List<Task> tasks(SplittableRandom random) {
    int[] arrivals = random.ints(6, 0, 10).sorted().toArray();
    List<Task> tasks = new ArrayList<>();
    IntStream.range(0, arrivals.length)
        .forEach(
            id -> tasks.add(new Task(id, 0, arrivals[id], arrivals[id] + 2 + random.nextInt(8))));
    return tasks;
  }

  /** Most tasks on time of some on the only machine, which is free from a time on. */
  private static int best(List<Task> tasks, long free, HcSystem system, ExecutionTimes times) {
    int best = 0;
    for (Task task : tasks) {
      long end = Math.max(free, task.arrival()) + times.of(task, system.machines().getFirst(), 0);
      if (end <= task.deadline()) {
        List<Task> others = tasks.stream().filter(other -> other.id() != task.id()).toList();
        best = Math.max(best, 1 + best(others, end, system, times));
      }
    }
    return best;
  }
}
