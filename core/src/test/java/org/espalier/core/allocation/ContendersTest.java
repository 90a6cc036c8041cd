package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.core.allocation.PlacementQuestion.Extent;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the deadline within the span, the placement that measuring all finds is one of them. */
class ContendersTest {
  private int few;
  private int none;

  @ParameterizedTest
  @EnumSource
  void theBestForEachDeadlineIsOneOfThem(DroppingScope scope) {
    for (int seed = 0; seed < 60; seed++) {
      SearchWorld world = new SearchWorld(scope, 30, seed);
      for (int i = 0; i < 12; i++) {
        world.change();
        if (i == 8) {
          world.fill();
        }
        Task task = world.probe().task();
        long span = world.random.nextInt(1, 30);
        for (PairOrder order : SearchWorld.ORDERS) {
          for (Extent extent : new Extent[] {Extent.WITH_ROOM, Extent.ALL}) {
            check(world, task, span, order, extent);
          }
        }
      }
    }
    assertThat(few).isGreaterThan(1000);
    assertThat(none).isGreaterThan(10);
  }

  private void check(SearchWorld world, Task task, long span, PairOrder order, Extent extent) {
    PlacementQuestion soonest = new PlacementQuestion(world.session, at(task, 0), order, extent);
    PlacementQuestion latest = new PlacementQuestion(world.session, at(task, span), order, extent);
    int[] all = new Contenders(soonest, latest).ofAll(world.index, world.nodes);
    if (all == null) {
      return;
    }
    few += all.length > 0 && all.length < 4 ? 1 : 0;
    none += all.length == 0 ? 1 : 0;
    checkAll(world, task, span, order, extent, all);
    if (all.length > 0) {
      PlacementQuestion half =
          new PlacementQuestion(world.session, at(task, span / 2), order, extent);
      checkAll(world, task, span / 2, order, extent, new Contenders(soonest, half).of(all));
    }
  }

  private static void checkAll(
      SearchWorld world, Task task, long span, PairOrder order, Extent extent, int... found) {
    for (long later = 0; later <= span; later++) {
      int best = world.plainBest(at(task, later), order, extent == Extent.ALL);
      if (found.length == 0) {
        assertThat(best < 0 || !world.session.hasRoom(best)).isTrue();
      } else {
        assertThat(IntStream.of(found)).as(Arrays.toString(found)).contains(best);
      }
    }
  }

  private static Candidate at(Task task, long later) {
    Task other = new Task(task.id(), task.type(), task.arrival(), task.deadline() + later);
    return new Candidate(other, Candidate.NO_SLOT);
  }
}
