package org.espalier.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

/** The bounds of small workloads by hand. */
class FluidBoundTest {
  /** Two machines of one type, on which a task takes 4 ticks. */
  private static final HcSystem TWO = TinySystems.of(new Pmf[][] {{Pmf.at(4, 1)}}, 0, 0);

  /** One a tick, with 6 ticks each. */
  private static final List<Task> TASKS =
      List.of(
          new Task(0, 0, 10, 16),
          new Task(1, 0, 11, 17),
          new Task(2, 0, 12, 18),
          new Task(3, 0, 13, 19),
          new Task(4, 0, 14, 20));

  private static final Workload FIVE = new Workload("five", TASKS);

  /** From 10 to 20 there are 20 ticks of machine time, for five tasks. */
  @Test
  void aTrialHasTheTimeToItsLastDeadline() {
    assertThat(FluidBound.ofTrial(TWO, FIVE, _ -> 1)).isCloseTo(5, within(1e-9));
    Workload four = new Workload("four", TASKS.subList(0, 4));
    assertThat(FluidBound.ofTrial(TWO, four, _ -> 1)).isCloseTo(4, within(1e-9));
    HcSystem one = TinySystems.of(new Pmf[][] {{Pmf.at(4, 1)}}, 0);
    assertThat(FluidBound.ofTrial(one, FIVE, _ -> 1)).isCloseTo(10 / 4.0, within(1e-9));
  }

  /** A task a tick; two machines finish half a task a tick. */
  @Test
  void aSteadyStateHasNoBeginningAndNoEnd() {
    assertThat(FluidBound.steadyShare(TWO, TASKS)).isCloseTo(0.5, within(1e-9));
    assertThat(FluidBound.steadyShare(TWO, TASKS.subList(1, 4))).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void tasksThatArriveAtOnceHaveNoRate() {
    assertThat(FluidBound.steadyShare(TWO, TASKS.subList(0, 1))).isNaN();
    assertThat(FluidBound.steadyShare(TWO, List.of())).isNaN();
    assertThat(FluidBound.ofTrial(TWO, new Workload("none", List.of()), _ -> 1)).isZero();
  }

  @Test
  void tasksWithoutDeadlinesAreAllOnTime() {
    List<Task> soon = List.of(new Task(0, 0, 0, Task.NO_DEADLINE), new Task(1, 0, 1, 2));

    assertThat(FluidBound.ofTrial(TWO, new Workload("one", soon), _ -> 1))
        .isCloseTo(1, within(1e-9));
  }

  /** It says nothing of the time that others have. */
  @Test
  void aTaskWithoutDeadlineIsCountedBesideTheOthers() {
    HcSystem one = TinySystems.of(new Pmf[][] {{Pmf.at(4, 1)}}, 0);
    List<Task> six = new ArrayList<>(TASKS);
    six.add(new Task(5, 0, 15, Task.NO_DEADLINE));

    assertThat(FluidBound.ofTrial(one, new Workload("six", six), _ -> 1))
        .isCloseTo(10 / 4.0 + 1, within(1e-9));
  }

  @Test
  void aTrialHasItsBoundsInOrder() {
    TrialBounds bounds = TrialBounds.of(TWO, FIVE, TASKS.subList(1, 4), SharesByType.NONE, 1, 1);

    assertThat(bounds.tasks()).isEqualTo(5);
    assertThat(bounds.steadyShare()).isCloseTo(0.5, within(1e-9));
    assertThat(bounds.clairvoyant()).isEqualTo(bounds.hindsight()).isBetween(4, 5);
  }

  /** Two tasks, and as many machine types as the bound is found for, and one more. */
  @Test
  void systemsThatAreTooWideHaveNoBound() {
    List<Task> tasks = List.of(new Task(0, 0, 0, 9), new Task(1, 0, 4, 13));

    assertThat(FluidBound.steadyShare(wide(FluidBound.MOST_MACHINE_TYPES), tasks)).isEqualTo(1);
    assertThat(FluidBound.steadyShare(wide(FluidBound.MOST_MACHINE_TYPES + 1), tasks)).isNaN();
    assertThat(FluidBound.isTooWide(wide(100, 120))).isFalse();
    assertThat(FluidBound.isTooWide(wide(1000, 100))).isTrue();
  }

  private static HcSystem wide(int machineTypes) {
    return wide(1, machineTypes);
  }

  private static HcSystem wide(int taskTypes, int machineTypes) {
    Pmf[][] times = new Pmf[taskTypes][machineTypes];
    Arrays.stream(times).forEach(row -> Arrays.fill(row, Pmf.at(4, 1)));
    return TinySystems.of(times);
  }
}
