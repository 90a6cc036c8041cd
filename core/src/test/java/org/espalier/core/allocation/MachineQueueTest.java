package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** What a machine queue says of itself; tasks of type 0 take 2 or 4 ticks, those of type 1 five. */
class MachineQueueTest {
  private static final Pmf TWO_OR_FOUR = Pmf.of(2, 1, 0.5, 0, 0.5);
  private static final Pmf FIVE = Pmf.at(5, 1);

  private static Task task(int id, int type, long deadline) {
    return new Task(id, type, 0, deadline);
  }

  /** The empty queue of a machine with room for two tasks, at 0. */
  private static MachineQueue ofTwo() {
    HcSystem system = Queues.oneMachine(TWO_OR_FOUR, FIVE);
    AllocationRules rules = AllocationRules.bounded(2, DroppingScope.NONE);
    return MachineQueue.empty(
        new MachineProfile(
            system.machines().getFirst(), system.placements(), rules, Queues.times(system)[0]),
        0);
  }

  @Test
  void eachTaskTakesASlot() {
    MachineQueue queue = ofTwo();
    assertThat(queue.freeSlots()).isEqualTo(2);
    assertThat(queue.isIdle()).isTrue();
    MachineQueue one = queue.with(task(0, 0, 90), 0);
    assertThat(one.freeSlots()).isEqualTo(1);
    assertThat(one.isIdle()).as("it has a task, though none runs").isFalse();
    assertThat(one.hasRoom()).isTrue();
    MachineQueue two = one.with(task(1, 1, 90), 0);
    assertThat(two.freeSlots()).isZero();
    assertThat(two.hasRoom()).isFalse();
    assertThat(two).hasToString("machine [" + two.task(0) + ", " + two.task(1) + "]");
    assertThat(two.started(0).toString()).startsWith("machine running [");
  }

  @Test
  void aMachineThatTakesNoTasksHasNoRoomAndIsNotIdle() {
    MachineQueue away = ofTwo().changed(ofTwo().times(), false);
    assertThat(away.freeSlots()).isZero();
    assertThat(away.isIdle()).isFalse();
    assertThat(away.canRun(0)).isFalse();
  }

  /** What runs on a machine that may fail is the surer to end the longer that has not failed. */
  @Test
  void itIsTheSameWhetherOrNotItWasLookedAtBefore() {
    HcSystem system = Queues.oneMachine(Pmf.at(50, 1).thinned(0.01), FIVE);
    MachineQueue idle =
        MachineQueue.empty(
            new MachineProfile(
                system.machines().getFirst(),
                system.placements(),
                AllocationRules.bounded(2, DroppingScope.NONE),
                Queues.times(system)[0]),
            0);
    MachineQueue looked = idle.with(task(0, 0, 90), 0).started(0);
    assertThat(looked.chanceOfSuccess(0)).isLessThan(looked.at(40).at(41).chanceOfSuccess(0));
    assertThat(looked.completionTime(0).completes()).isLessThan(1);

    MachineQueue fresh = idle.with(task(0, 0, 90), 0).started(0);

    assertThat(looked.at(40).chanceOfSuccess(0)).isEqualTo(fresh.at(40).chanceOfSuccess(0));
  }

  /** The first of two runs since 3 and ends at 5 or 7; the second ends at 10 or 12. */
  @Test
  void aTaskMayBeCompletedWhereTheSoonestEndIsInTime() {
    MachineQueue queue = ofTwo().with(task(0, 0, 90), 0).started(3).with(task(1, 1, 90), 0);
    assertThat(queue.mayCompleteInTime(task(0, 0, 4))).isFalse();
    assertThat(queue.mayCompleteInTime(task(0, 0, 5))).isTrue();
    assertThat(queue.mayCompleteInTime(task(1, 1, 9))).isFalse();
    assertThat(queue.mayCompleteInTime(task(1, 1, 10))).isTrue();
    assertThat(queue.mayCompleteInTime(task(2, 0, 11))).as("as one more").isFalse();
    assertThat(queue.mayCompleteInTime(task(2, 0, 12))).isTrue();
    MachineQueue away = queue.changed(queue.times(), false);
    assertThat(away.mayCompleteInTime(task(2, 0, 1))).as("it may take it later").isTrue();
  }

  @Test
  void oneMoreTaskEndsWithinTheLongestTimes() {
    MachineQueue empty = ofTwo().at(7);
    assertThat(empty.nextCompletionAtMost()).isEqualTo(12);
    MachineQueue runs = ofTwo().with(task(0, 0, 90), 0).started(3);
    assertThat(runs.nextCompletionAtMost()).isEqualTo(12);
    assertThat(runs.with(task(1, 1, 90), 0).nextCompletionAtMost()).isEqualTo(17);
    assertThat(runs.at(9).nextCompletionAtMost()).as("it has outlived its times").isEqualTo(14);
  }

  @Test
  void aTaskStaysInItsPState() {
    MachineType type =
        new MachineType(0, "only", 0, 0, List.of(new PState("high", 2), new PState("low", 1)));
    HcSystem system =
        new HcSystem(
            "two P-states",
            Duration.ofSeconds(1),
            List.of(new TaskType(0, "type")),
            List.of(type),
            List.of(new Machine(0, "machine", type)),
            PetMatrix.of(new Pmf[][][] {{{TWO_OR_FOUR, FIVE}}}));
    MachineQueue queue =
        MachineQueue.empty(
            new MachineProfile(
                system.machines().getFirst(),
                system.placements(),
                AllocationRules.unbounded(DroppingScope.NONE),
                Queues.times(system)[0]),
            0);
    MachineQueue three =
        queue.with(task(0, 0, 90), 0).with(task(1, 0, 90), 1).with(task(2, 0, 90), 0);
    assertThat(three.tail().mean()).isEqualTo(3 + 5 + 3);
    assertThat(three.without(0, 0).placement(0)).isEqualTo(new Placement(1, 0, 1));
    assertThat(three.without(0, 0).tail().mean()).isEqualTo(5 + 3);
    assertThat(three.without(1, 0).placement(1)).isEqualTo(new Placement(0, 0, 0));
    assertThat(three.without(1, 0).tail().mean()).isEqualTo(3 + 3);
    MachineQueue low = queue.with(task(3, 0, 90), 1).started(2);
    assertThat(low.completionTime(0)).isEqualTo(Pmf.at(7, 1));
    assertThat(low.at(4).completionTime(0)).isEqualTo(Pmf.at(7, 1));
    assertThat(low.at(7).completionTime(0)).as("it has outlived its time").isEqualTo(Pmf.at(8, 1));
    assertThat(low.at(6).chanceOfSuccess(0)).isEqualTo(1);
  }

  @Test
  void whatIsStoppedIsGoneAfterItsTime() {
    MachineQueue runs = ofTwo().stoppingIn(new StopTimes(3, 8)).with(task(0, 0, 90), 0).started(0);
    MachineQueue stopped = runs.dropped(0, 1);
    assertThat(stopped.isClearing()).isTrue();
    assertThat(stopped.isIdle()).isFalse();
    assertThat(stopped.hasRoom()).isFalse();
    assertThat(stopped.freeSlots()).isZero();
    assertThat(stopped.tail().mean()).isEqualTo(4);
    assertThat(stopped.tailBoundsUntil()).isEqualTo(TimeSpan.NEVER);
    assertThat(stopped.at(5).tail().mean()).as("later than usual").isEqualTo(9);
    assertThat(stopped.at(12).tail().mean()).isEqualTo(12);
    assertThat(stopped.cleared(6).isIdle()).isTrue();
    MachineQueue behind = runs.with(task(1, 1, 90), 0).dropped(0, 1);
    assertThat(behind.completionTime(0).mean()).isEqualTo(9);
    assertThat(behind.tailBoundsUntil()).isEqualTo(2);
  }

  /**
   * What is found step by step is what is found at once, whatever was asked of the queue before.
   */
  @Test
  void whatWasAskedBeforeChangesNothing() {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      DroppingScope scope = DroppingScope.values()[random.nextInt(3)];
      Pmf[] times = {TWO_OR_FOUR, FIVE, Pmf.of(1, 1, 0.25, 0.25, 0.5)};
      MachineQueue grown = Queues.empty(scope, 0, times);
      List<Task> tasks = new ArrayList<>();
      boolean runs = false;
      for (int step = 0; step < 12; step++) {
        int what = random.nextInt(4);
        if (what == 0 && tasks.size() > (runs ? 1 : 0)) {
          int out = (runs ? 1 : 0) + random.nextInt(tasks.size() - (runs ? 1 : 0));
          tasks.remove(out);
          grown = grown.dropped(out, 0);
        } else if (what == 1 && !runs && !tasks.isEmpty()) {
          runs = true;
          grown = grown.started(0);
        } else if (tasks.size() < 5) {
          Task more = task(step, random.nextInt(3), 3 + random.nextInt(20));
          tasks.add(more);
          grown = grown.with(more, 0);
        }
        if (random.nextBoolean() && !tasks.isEmpty()) {
          assertThat(grown.completionTime(tasks.size() - 1)).isNotNull();
        }
      }
      MachineQueue anew = Queues.at(0, runs, 0, tasks, scope, times);
      assertThat(grown.tail()).isEqualTo(anew.tail());
      for (int position = 0; position < tasks.size(); position++) {
        assertThat(grown.completionTime(position)).isEqualTo(anew.completionTime(position));
        assertThat(grown.chanceOfSuccess(position)).isEqualTo(anew.chanceOfSuccess(position));
      }
      long earliest =
          tasks.stream().skip(runs ? 1 : 0).mapToLong(Task::deadline).min().orElse(Long.MAX_VALUE);
      assertThat(grown.earliestPendingDeadline()).isEqualTo(earliest);
    }
  }
}
