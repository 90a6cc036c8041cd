package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.junit.jupiter.api.Test;

/** What only real machines tell: when an execution began, and how long it takes to stop one. */
class LiveChangesTest {
  private static final AllocationRules RULES = AllocationRules.bounded(2, DroppingScope.EXECUTING);

  private static Task task(int id, long arrival, long deadline) {
    return new Task(id, 0, arrival, deadline);
  }

  /** A task runs on each of some machines since 0, until 20 and 30 and so on. */
  private static Scripted running(int machines) {
    Scripted run =
        new Scripted(
            Scene.system(new Pmf[][] {{Pmf.at(8, 1)}}, new int[machines]),
            RULES,
            Scripted::firstFit);
    for (int id = 0; id < machines; id++) {
      run.arrive(task(id, 0, 20 + 10L * id)).settle(0);
      run.manager.machineChanged(0, id, false);
    }
    for (int m = 0; m < machines; m++) {
      run.manager.machineChanged(0, m, true);
    }
    return run.settle(0);
  }

  @Test
  void anExecutionCountsFromItsBeginning() {
    Scripted run = running(1);
    LiveChanges live = run.manager.live();

    live.executionBegan(5, 0, 3);
    run.settle(5);
    assertThat(run.manager.queue(0).start()).isEqualTo(3);
    assertThat(run.manager.queue(0).tail().mean()).as("3 and 8").isEqualTo(11);
    for (long wrong : new long[] {-1, 6}) {
      assertThatThrownBy(() -> live.executionBegan(5, 0, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("task 0 began to execute at %d; expected 0 to 5", wrong);
    }
    live.executionBegan(5, 0, 5);
    assertThat(run.manager.queue(0).start()).isEqualTo(5);
  }

  @Test
  void theMachinesWhoseTasksAreDueAreToldInTheirOrder() {
    Scripted run = running(3);

    assertThat(run.manager.live().overdue(19)).isEmpty();
    assertThat(run.manager.live().overdue(20)).containsExactly(0);
    assertThat(run.manager.live().overdue(35)).containsExactly(0, 1);
    assertThat(run.manager.live().overdue(40)).containsExactly(0, 1, 2);
  }

  /** Usually three ticks, and ten at most. */
  @Test
  void aMachineTakesNoTaskUntilWhatWasStoppedIsGone() {
    Scripted run = running(1);
    run.manager.live().stopTimes(1, 0, new StopTimes(3, 10));
    run.settle(20);

    assertThat(run.left()).containsExactly("20: 0 EVICTED");
    assertThat(run.manager.queue(0).isClearing()).isTrue();
    assertThat(run.manager.queue(0).tail().mean()).as("usually").isEqualTo(23);
    run.arrive(task(1, 21, 90)).settle(21);
    assertThat(run.manager.queue(0).isBusy()).isFalse();
    run.arrive(task(2, 24, 90)).settle(24);
    assertThat(run.manager.queue(0).isBusy()).isFalse();

    run.manager.live().machineCleared(25, 0);
    run.settle(25);
    assertThat(run.manager.queue(0).isClearing()).isFalse();
    assertThat(run.manager.queue(0).isBusy()).isTrue();
  }

  /** It takes 5 or 60 ticks; what is stopped at its deadline, 20, is expected to take 60. */
  @Test
  void whatRunsOnOccupiesItsMachineForTheRestOfWhatItsDistributionSays() {
    Pmf time = Pmf.of(5, 5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5);
    Scripted run = new Scripted(Scene.system(new Pmf[][] {{time}}), RULES, Scripted::firstFit);
    run.manager.live().stopTimes(0, 0, new StopTimes(3, 50, true));
    run.arrive(task(0, 0, 20)).settle(0);
    MachineQueue queue = run.manager.queue(0);
    assertThat(queue.runsOn()).isTrue();
    assertThat(queue.tail().mean()).as("its deadline sets no machine free").isEqualTo(32.5);
    run.settle(20);

    assertThat(run.left()).containsExactly("20: 0 EVICTED");
    assertThat(run.manager.queue(0).tail().mean()).isEqualTo(60);
    run.arrive(task(1, 21, 90)).settle(68);
    assertThat(run.manager.queue(0).isBusy()).isFalse();
    assertThat(run.manager.queue(0).tail().mean()).as("at most 50 ticks longer").isEqualTo(70);
    run.manager.live().machineCleared(69, 0);
    run.settle(69);
    assertThat(run.manager.queue(0).isBusy()).isTrue();
  }

  /** Its machine is told to stop it, and tells how it ended. */
  private static Scripted stopping() {
    Scripted run = running(1);
    run.manager.live().stopTimes(1, 0, new StopTimes(3, 10));
    run.ended = Optional.of(new ExecutionEnd(20, ExecutionEnd.How.OPEN));
    return run.settle(20);
  }

  @Test
  void whatIsStoppedElsewhereLeavesWhenThatIsTold() {
    Scripted run = stopping();
    run.arrive(task(1, 21, 90)).settle(22);

    assertThat(run.left()).isEmpty();
    assertThat(run.calls.getLast()).startsWith("20: evict 0");
    assertThat(run.manager.live().stopping(0)).contains(Fate.EVICTED);
    assertThat(run.manager.taskCancelled(22, 0)).isFalse();
    assertThat(run.manager.queue(0).tail().mean()).as("usually").isEqualTo(23);

    run.manager.live().taskStopped(40, 0, 21);
    run.manager.live().machineCleared(40, 0);
    run.settle(40);
    assertThat(run.left()).containsExactly("21: 0 EVICTED");
    assertThat(run.manager.queue(0).isBusy()).isTrue();
  }

  /** It ended in time, whenever that is heard. */
  @Test
  void whatEndedInTimeIsOnTimeThoughThatIsToldLate() {
    Scripted run = stopping();

    run.manager.taskFinished(40, 0, 19);

    assertThat(run.left()).containsExactly("19: 0 ON_TIME");
    assertThat(run.manager.live().stopping(0)).isEmpty();
  }

  @Test
  void whatEndsWhileItIsTakenBackLeavesAsItEnded() {
    Scripted run = running(1);
    run.manager.live().stopTimes(1, 0, new StopTimes(3, 10));
    run.ended = Optional.of(new ExecutionEnd(9, ExecutionEnd.How.OPEN));
    assertThat(run.manager.taskCancelled(9, 0)).isTrue();

    run.manager.taskFailed(11, 0, 8);

    assertThat(run.left()).containsExactly("8: 0 FAILED");
  }

  /** Its machine kept the deadline by itself, and nobody had told it to. */
  @Test
  void whatWasStoppedAtItsDeadlineIsEvicted() {
    Scripted run = running(1);

    run.manager.live().taskStopped(25, 0, 20);

    assertThat(run.left()).containsExactly("20: 0 EVICTED");
    run.arrive(task(1, 25, 90)).settle(25);
    assertThat(run.manager.queue(0).isBusy()).isTrue();
  }

  @Test
  void theNextManagerWaitsForWhatIsBeingStopped() {
    Scripted run = running(1);
    run.manager.live().stopTimes(1, 0, new StopTimes(3, 10));

    run.manager.live().stopping(2, 0, Fate.CANCELLED);
    run.manager.live().taskStopped(5, 0, 2);

    assertThat(run.left()).containsExactly("2: 0 CANCELLED");
  }

  @Test
  void whatAnEarlierManagerStoppedIsWaitedForToo() {
    Scripted run =
        new Scripted(Scene.system(new Pmf[][] {{Pmf.at(8, 1)}}), RULES, Scripted::firstFit);
    run.manager.live().stopTimes(5, 0, new StopTimes(3, 10));
    run.manager.live().machineClearing(5, 0, 4);
    run.settle(5);

    assertThat(run.manager.queue(0).isClearing()).isTrue();
    assertThat(run.manager.queue(0).tail().mean()).isEqualTo(7);
    run.arrive(task(0, 5, 90)).settle(5);
    assertThat(run.manager.queue(0).isBusy()).isFalse();
    run.manager.live().machineCleared(6, 0);
    run.settle(6);
    assertThat(run.manager.queue(0).isBusy()).isTrue();
  }
}
