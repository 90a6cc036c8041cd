package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.OptimalDropping;
import org.espalier.core.pruning.ProactiveDropping;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Optimal proactive dropping against all 2^(q-1) subsets, each tried on a queue of its own: the
 * highest sum of chances by worth, and of the subsets that give it one of the smallest. Proactive
 * dropping by worth against its one pass, tried so too.
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
        sum += queue.chanceOfSuccess(i) * queue.task(i).worth();
      }
      return sum;
    }

    /** The sum over some tasks of the queue, by number. */
    double sumOf(long dropped, int from, int to) {
      MachineQueue queue = without(dropped);
      double sum = 0;
      for (int i = queue.firstPending(); i < queue.size(); i++) {
        int id = queue.task(i).id();
        sum += id >= from && id < to ? queue.chanceOfSuccess(i) * queue.task(i).worth() : 0;
      }
      return sum;
    }

    /** The same with tasks that are worth so much. */
    Loaded worth(IntFunction<DeadlineUtility> utility) {
      List<Task> worthy =
          pending.stream()
              .map(
                  t -> new Task(t.id(), t.type(), t.arrival(), t.deadline(), utility.apply(t.id())))
              .toList();
      return new Loaded(executions, scope, worthy);
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

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 7})
  void isTheBestOfAllSubsetsByWorth(int size) {
    for (DroppingScope scope : DroppingScope.values()) {
      for (int seed = 0; seed < 40; seed++) {
        SplittableRandom random = new SplittableRandom(seed);
        compare(random(size, scope, seed).worth(_ -> new DeadlineUtility(worth(random))));
      }
    }
  }

  private static double worth(SplittableRandom random) {
    return 1L << random.nextInt(4);
  }

  @ParameterizedTest
  @EnumSource
  void proactiveDroppingIsThatOfOnePassByWorth(DroppingScope scope) {
    int drops = 0;
    int others = 0;
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Loaded equal = random(3 + seed % 6, scope, seed);
      Loaded loaded = equal.worth(_ -> new DeadlineUtility(worth(random), false));
      long chosen = dropped(loaded, ProactiveDropping.DEFAULT);
      assertThat(chosen).as("%s", loaded).isEqualTo(inOnePass(loaded));
      drops += Long.bitCount(chosen);
      others += Long.bitCount(chosen ^ dropped(equal, ProactiveDropping.DEFAULT));
    }
    assertThat(drops).isPositive();
    assertThat(others).as("drops that worth changes").isPositive();
  }

  /** DROPPING eq. 8 with eta 2 and beta 1, each try on a queue of its own. */
  private static long inOnePass(Loaded loaded) {
    long dropped = 0;
    for (int i = 0; i < loaded.pending.size() - 1; i++) {
      int seen = Math.min(i + 3, loaded.pending.size());
      double gain = loaded.sumOf(dropped | 1L << i, i + 1, seen) - loaded.sumOf(dropped, i, seen);
      dropped |= gain > TIE ? 1L << i : 0;
    }
    return dropped;
  }

  @ParameterizedTest
  @EnumSource
  void whatMustBeCompletedIsKeptAndOthersAreDroppedForIt(DroppingScope scope) {
    int drops = 0;
    for (int seed = 0; seed < 60; seed++) {
      int size = 6;
      int must = seed % (size - 1);
      Loaded loaded =
          random(size, scope, seed)
              .worth(id -> new DeadlineUtility(id == must ? 1 : 8, id == must));
      for (Dropping dropping : List.of(new OptimalDropping(), ProactiveDropping.DEFAULT)) {
        long chosen = dropped(loaded, dropping);
        assertThat(chosen & 1L << must).as("%s", loaded).isZero();
        drops += Long.bitCount(chosen);
      }
    }
    assertThat(drops).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void allThatMattersIsWhatIsWorthMoreThanWhat(DroppingScope scope) {
    for (int seed = 0; seed < 60; seed++) {
      Loaded equal = random(7, scope, seed);
      for (double worth : new double[] {1e-9, 3, 1e9}) {
        Loaded loaded = equal.worth(_ -> new DeadlineUtility(worth));
        assertThat(dropped(loaded)).isEqualTo(dropped(equal));
        assertThat(dropped(loaded, ProactiveDropping.DEFAULT))
            .isEqualTo(dropped(equal, ProactiveDropping.DEFAULT));
      }
    }
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
    return dropped(loaded, new OptimalDropping());
  }

  private static long dropped(Loaded loaded, Dropping dropping) {
    MachineQueue queue = loaded.without(0);
    HcSystem system = Queues.oneMachine(loaded.executions.toArray(Pmf[]::new));
    MappingSession session =
        Queues.session(system, AllocationRules.unbounded(loaded.scope), 3, queue);
    dropping.drop(session, Fairness.none());
    return session.decisions().stream()
        .mapToLong(decision -> 1L << decision.task().id())
        .reduce(0, (a, b) -> a | b);
  }
}
