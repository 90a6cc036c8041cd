package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.allocation.PlacementQuestion.Extent;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StandingTest {
  private record Asked(Candidate candidate, Standing standing, PairOrder order, Extent extent) {}

  /** What is sure is what measuring all finds, while queues change; most is sure. */
  @ParameterizedTest
  @EnumSource(names = "PENDING", mode = EnumSource.Mode.EXCLUDE)
  void whatIsSureIsSo(DroppingScope scope) {
    for (int machines : new int[] {4, 30}) {
      int sure = 0;
      int searched = 0;
      for (int seed = 0; seed < 10; seed++) {
        SearchWorld world = new SearchWorld(scope, machines, seed);
        List<Asked> all = asked(world);
        for (int i = 0; i < 25; i++) {
          world.change();
          for (Asked asked : all) {
            if (isSure(world, asked)) {
              sure++;
            } else {
              searched++;
            }
          }
        }
      }
      assertThat(sure).isGreaterThan(searched).isGreaterThan(1000);
      assertThat(searched).isGreaterThan(100);
    }
  }

  private static List<Asked> asked(SearchWorld world) {
    List<Asked> all = new ArrayList<>();
    for (PairOrder order : SearchWorld.ORDERS) {
      for (Extent extent : Extent.values()) {
        for (int i = 0; i < 3; i++) {
          Candidate candidate = world.probe();
          all.add(new Asked(candidate, new Standing(candidate.task()), order, extent));
        }
      }
    }
    return all;
  }

  private boolean isSure(SearchWorld world, Asked asked) {
    PlacementQuestion question =
        new PlacementQuestion(world.session, asked.candidate, asked.order, asked.extent);
    TailNumber number = question.order().number();
    Standing standing = asked.standing;
    standing.begin(question, number, world.index);
    int sure = standing.sure(question);
    if (sure != PlacementQuestion.NONE) {
      check(world, asked, sure);
      return true;
    }
    BestPlacement search = new BestPlacement(question, world.index, world.nodes);
    int best = search.find();
    if (best == PlacementQuestion.NONE) {
      standing.forget();
    } else {
      standing.found(question.queue(best), best, search);
    }
    search.renewMeasured();
    return false;
  }

  private static void check(SearchWorld world, Asked asked, int sure) {
    int withRoom = world.plainBest(asked.candidate, asked.order, false);
    if (!world.session.hasRoom(sure)) {
      Candidate fresh = SearchWorld.fresh(asked.candidate);
      boolean isBefore =
          withRoom < 0 || asked.order.comesFirst(world.session, fresh, sure, withRoom);
      assertThat(isBefore).isTrue();
      assertThat(asked.extent).isEqualTo(Extent.ALL);
    } else if (asked.extent == Extent.WITH_ROOM) {
      assertThat(sure).isEqualTo(withRoom);
    } else {
      assertThat(sure).isEqualTo(world.plainBest(asked.candidate, asked.order, true));
    }
  }

  /** A candidate whose deadline is not later may take over what was found for chances. */
  @ParameterizedTest
  @EnumSource(names = "PENDING", mode = EnumSource.Mode.EXCLUDE)
  void whatWasFoundForAnotherOfItsTypeHoldsForIt(DroppingScope scope) {
    int sure = 0;
    for (int seed = 0; seed < 200; seed++) {
      SearchWorld world = new SearchWorld(scope, 30, seed);
      PairOrder order = SearchWorld.ORDERS.get(seed % 2);
      Candidate first = world.probe();
      Candidate second = world.probe();
      long later = first.task().deadline() - second.task().deadline();
      boolean holds = seed % 2 == 0 ? later <= 0 : later >= 0;
      if (holds && first.task().type() == second.task().type()) {
        Asked asked = new Asked(first, new Standing(first.task()), order, Extent.ALL);
        isSure(world, asked);
        PlacementQuestion question =
            new PlacementQuestion(world.session, second, order, Extent.ALL);
        Standing standing = new Standing(second.task());
        standing.begin(question, question.order().number(), world.index);
        standing.adopt(asked.standing, later);
        int best = standing.sure(question);
        if (best != PlacementQuestion.NONE) {
          check(world, new Asked(second, standing, order, Extent.ALL), best);
          sure++;
        }
      }
    }
    assertThat(sure).isGreaterThan(5);
  }
}
