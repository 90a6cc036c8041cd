package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Corruption;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Assertion mode notices what is wrong with cached numbers. */
class AssertionModeTest {
  private static final Pmf TIME = Pmf.of(2, 1, 0.5, 0.25, 0.25);
  private static final HcSystem SYSTEM = Queues.oneMachine(TIME);

  /** A queue of two whose second completion time, a convolution of its own, is known. */
  private static MachineQueue queue() {
    MachineQueue queue =
        Queues.empty(DroppingScope.PENDING, 0, TIME)
            .with(new Task(0, 0, 0, 90), 0)
            .started(0)
            .with(new Task(1, 0, 0, 90), 0);
    queue.completionTime(1);
    return queue;
  }

  @Test
  void aSoundQueuePasses() {
    AssertionMode.ON.checkQueue(queue(), 0);
  }

  @Test
  void aWrongCompletionTimeInAQueueIsNoticed() {
    MachineQueue queue = queue();
    Corruption.reverse(queue.completionTime(1));

    assertThatThrownBy(() -> AssertionMode.ON.checkQueue(queue, 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("completion time at position 1 of machine running")
        .hasMessageContaining("from scratch it is");
    AssertionMode.OFF.checkQueue(queue, 0);
  }

  @Test
  void aWrongChanceOrExpectedCompletionIsNoticed() {
    MachineQueue queue = queue();
    Candidate candidate = new Candidate(new Task(2, 0, 0, 8), 1);
    double chance = candidate.chanceOfSuccess(queue, 0);
    double expected = candidate.expectedCompletion(queue, 0);

    AssertionMode.ON.checkChance(candidate, queue, 0, chance);
    AssertionMode.ON.checkExpected(candidate, queue, 0, expected);
    assertThatThrownBy(() -> AssertionMode.ON.checkChance(candidate, queue, 0, chance + 1e-6))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("chance of success");
    assertThatThrownBy(() -> AssertionMode.ON.checkExpected(candidate, queue, 0, expected - 0.01))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected completion");
    assertThatThrownBy(() -> AssertionMode.ON.checkChance(candidate, queue, 0, Double.NaN))
        .isInstanceOf(AssertionError.class);
    AssertionMode.OFF.checkChance(candidate, queue, 0, chance + 1e-6);
  }

  @Test
  void aWrongBoundIsNoticed() {
    MachineQueue queue = queue();
    Candidate candidate = new Candidate(new Task(2, 0, 0, 8), 1);
    double chance = candidate.chanceOfSuccess(queue, 0);
    double expected = candidate.expectedCompletion(queue, 0);

    assertThat(chance).isBetween(0.01, 0.99);
    assertThatThrownBy(() -> AssertionMode.ON.checkChanceAtMost(candidate, queue, 0, chance - 1e-3))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(
            () -> AssertionMode.ON.checkExpectedAtLeast(candidate, queue, 0, expected + 1e-3))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(
            () -> AssertionMode.ON.checkExpectedAtMost(candidate, queue, 0, expected - 1e-3))
        .isInstanceOf(AssertionError.class);
  }

  /**
   * The policy breaks what the manager keeps from one event to the next: the masses at position 1,
   * whose cumulative sums are known by then, from which it has those at position 2 follow.
   */
  @Test
  void aCacheThatIsBrokenInARunStopsItAtTheNextEvent() {
    AllocationRules rules = AllocationRules.bounded(3, DroppingScope.PENDING);
    Scripted run =
        new Scripted(
            SYSTEM,
            rules,
            event -> {
              MachineQueue queue = event.queues().getFirst();
              if (event.now() == 1) {
                Pmf completion = queue.completionTime(1);
                assertThat(completion.cumulative(completion.latest())).isEqualTo(1);
                Corruption.reverse(completion);
              }
              List<Decision> decisions = Scripted.firstFit(event);
              if (event.now() == 1) {
                queue.with(decisions.getFirst().task(), 0).completionTime(2);
              }
              return decisions;
            });
    run.arrive(new Task(0, 0, 0, 90), new Task(1, 0, 0, 90)).settle(0);
    run.arrive(new Task(2, 0, 1, 90)).settle(1);

    assertThatThrownBy(() -> run.arrive(new Task(3, 0, 1, 90)).settle(1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("completion time at position 2");
  }

  /** A memory of numbers that belong to another queue. */
  @Test
  void aCandidateThatRemembersAnotherQueueIsNoticed() {
    Machine machine = SYSTEM.machines().getFirst();
    AllocationRules rules = AllocationRules.bounded(3, DroppingScope.PENDING);
    MachineQueue one =
        MachineQueue.empty(
            new MachineProfile(machine, SYSTEM.placements(), rules, Queues.times(SYSTEM)[0]), 0);
    MachineQueue stale =
        MachineQueue.empty(
            new MachineProfile(machine, SYSTEM.placements(), rules, Queues.times(SYSTEM)[0]), 5);
    Candidate candidate = new Candidate(new Task(0, 0, 0, 8), 1);
    candidate.chanceOfSuccess(one, 0);

    assertThatThrownBy(() ->
            AssertionMode.ON.checkChance(candidate, stale, 0, candidate.chanceOfSuccess(stale, 0)))
        .isInstanceOf(AssertionError.class);
  }
}
