package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.OptimalDropping;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Optimal proactive dropping against all 2^(q-1) subsets, each tried on a queue of its own: the
 * highest sum of chances, and of the subsets that give it one of the smallest.
 */
class OptimalDroppingPropertyTest {
  private static final long STEP = 2;

  /** More than rounding can part sums that should be equal. */
  private static final double TIE = 2e-9;

  /** A queue with one running task, and how it came about. */
  private record Loaded(List<Pmf> executions, DroppingScope scope, List<Task> pending) {
    /** The queue with the pending tasks that a set of bits does not drop. */
    MachineQueue without(long dropped) {
      MachineQueue queue =
          Queues.empty(scope, 0, executions.toArray(Pmf[]::new))
              .with(new Task(pending.size(), 0, 0, 30), 0)
              .started(0);
      for (int i = 0; i < pending.size(); i++) {
        queue = (dropped & 1L << i) == 0 ? queue.with(pending.get(i), 0) : queue;
      }
      return queue.at(3);
    }

    double sumWithout(long dropped) {
      MachineQueue queue = without(dropped);
      double sum = 0;
      for (int i = queue.firstPending(); i < queue.size(); i++) {
        sum += queue.chanceOfSuccess(i);
      }
      return sum;
    }
  }

  private static Loaded random(int size, DroppingScope scope, int seed) {
    SplittableRandom random = new SplittableRandom(1000L * size + seed);
    List<Pmf> executions = new ArrayList<>();
    for (int type = 0; type < 3; type++) {
      double[] weights = random.doubles(1 + random.nextInt(5)).map(w -> 0.1 + w).toArray();
      executions.add(Pmf.normalised(STEP * random.nextLong(1, 5), STEP, weights));
    }
    List<Task> pending = new ArrayList<>();
    for (int i = 0; i < size - 1; i++) {
      long deadline = random.nextLong(10, 10 + 6L * size);
      pending.add(new Task(i, random.nextInt(3), 0, deadline));
    }
    return new Loaded(executions, scope, pending);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
  void isTheBestOfAllSubsetsOfShortQueues(int size) {
    for (DroppingScope scope : DroppingScope.values()) {
      for (int seed = 0; seed < 40; seed++) {
        compare(random(size, scope, seed));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void isTheBestOfAllSubsetsOfAQueueOfTwelveAndThirteen(DroppingScope scope) {
    for (int seed = 0; seed < 4; seed++) {
      compare(random(12, scope, seed));
    }
    compare(random(13, scope, 0));
  }

  private static void compare(Loaded loaded) {
    long chosen = dropped(loaded);
    double sum = loaded.sumWithout(chosen);
    int last = loaded.pending.size() - 1;
    assertThat(chosen & 1L << last).as("the last task is kept").isZero();
    for (long other = 0; other < 1L << last; other++) {
      double otherSum = loaded.sumWithout(other);
      assertThat(sum)
          .as("%s without %x or %x", loaded, chosen, other)
          .isGreaterThan(otherSum - TIE);
      if (Long.bitCount(other) < Long.bitCount(chosen)) {
        assertThat(sum).as("%s drops no more than it must", loaded).isGreaterThan(otherSum);
      }
    }
  }

  private static long dropped(Loaded loaded) {
    MachineQueue queue = loaded.without(0);
    HcSystem system = Queues.oneMachine(loaded.executions.toArray(Pmf[]::new));
    MappingSession session =
        Queues.session(system, AllocationRules.unbounded(loaded.scope), 3, queue);
    new OptimalDropping().drop(session, Fairness.none());
    return session.decisions().stream()
        .mapToLong(decision -> 1L << decision.task().id())
        .reduce(0, (a, b) -> a | b);
  }
}
