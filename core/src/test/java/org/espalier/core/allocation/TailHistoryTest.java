package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TailHistoryTest {
  private static final Pmf EXECUTION = Pmf.of(4, 2, 0.125, 0.125, 0.25, 0.25, 0.25);
  private static final double MARGIN = 1e-6;

  /** A queue that runs since 0, looked at now and then, against its tail at each time. */
  @ParameterizedTest
  @EnumSource
  void whatWasKnownEarlierBoundsThePresent(DroppingScope scope) {
    SplittableRandom random = new SplittableRandom(1);
    int bounded = 0;
    for (int run = 0; run < 200; run++) {
      MachineQueue queue = Queues.empty(scope, 0, EXECUTION).with(task(random), 0).started(0);
      queue = queue.with(task(random), 0).with(task(random), 0);
      Task probe = task(random);
      for (long now = 0; now < 11; now++) {
        queue = queue.at(now);
        TailHistory history = queue.history();
        if (history.lastKnownVersion() != queue.version()) {
          bounded++;
          checkBounds(scope, history, fresh(queue, scope, now), probe);
        }
        if (random.nextInt(3) == 0) {
          Pmf tail = fresh(queue, scope, now);
          assertThat(history.present().pmf()).isEqualTo(tail);
          assertThat(history.mean()).isCloseTo(tail.mean(), within(MARGIN));
          assertThat(history.lastKnownVersion()).isEqualTo(queue.version());
        }
      }
    }
    assertThat(bounded).isGreaterThan(scope == DroppingScope.PENDING ? -1 : 100);
  }

  private static Task task(SplittableRandom random) {
    return new Task(random.nextInt(1000), 0, 0, 12 + random.nextInt(40));
  }

  /** The tail of the same tasks in a queue of which nothing else was ever asked. */
  private static Pmf fresh(MachineQueue queue, DroppingScope scope, long now) {
    return Queues.at(now, true, 0, queue.tasks(), scope, EXECUTION).tail();
  }

  private static void checkBounds(DroppingScope scope, TailHistory history, Pmf tail, Task probe) {
    long deadline = probe.deadline();
    assertThat(history.chanceBehind(history.lastKnownVersion(), probe, 0))
        .isGreaterThanOrEqualTo(
            CompletionTimes.chanceOfSuccess(tail, EXECUTION, deadline) - MARGIN);
    if (history.boundsAreCheaper()) {
      double expected = CompletionTimes.expectedCompletion(scope, tail, EXECUTION, deadline);
      assertThat(history.expectedBehindAtLeast(probe, 0)).isLessThanOrEqualTo(expected + MARGIN);
      assertThat(history.expectedBehindAtMost(probe, 0)).isGreaterThanOrEqualTo(expected - MARGIN);
    }
  }
}
