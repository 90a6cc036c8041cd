package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.allocation.PlacementQuestion.Extent;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One search on few machines, which it looks at one by one, and on many, against measuring all. */
class BestPlacementTest {
  private int full;

  @ParameterizedTest
  @EnumSource
  void itFindsThePlacementThatComesFirst(DroppingScope scope) {
    for (int machines : new int[] {4, 30}) {
      for (int seed = 0; seed < 25; seed++) {
        SearchWorld world = new SearchWorld(scope, machines, seed);
        for (int i = 0; i < 12; i++) {
          world.change();
          Candidate probe = world.probe();
          for (PairOrder order : SearchWorld.ORDERS) {
            for (Extent extent : Extent.values()) {
              check(world, new PlacementQuestion(world.session, probe, order, extent), order);
            }
          }
        }
      }
    }
    assertThat(full).isGreaterThan(10);
  }

  private void check(SearchWorld world, PlacementQuestion question, PairOrder order) {
    BestPlacement search = new BestPlacement(question, world.index, world.nodes);
    int found = search.find();
    Candidate probe = question.candidate();
    int withRoom = world.plainBest(probe, order, false);
    if (question.extent() == Extent.WITH_ROOM) {
      assertThat(found).isEqualTo(withRoom);
    } else if (question.extent() == Extent.EXACTLY_ALL
        || found == PlacementQuestion.NONE
        || world.session.hasRoom(found)) {
      assertThat(found).isEqualTo(world.plainBest(probe, order, true));
    } else {
      assertThat(withRoom < 0 || order.comesFirst(world.session, probe, found, withRoom)).isTrue();
      full++;
    }
    if (found >= 0) {
      checkBounds(world, question, search, found);
    }
    search.renewMeasured();
  }

  /** No other placement is better than it says, with room or without. */
  private static void checkBounds(
      SearchWorld world, PlacementQuestion question, BestPlacement search, int found) {
    Candidate fresh = SearchWorld.fresh(question.candidate());
    assertThat(question.order().score(world.session, fresh, found))
        .isLessThanOrEqualTo(search.bestScore());
    for (int p = 0; p < world.session.placements(); p++) {
      boolean hidden = !world.index.isOfFew() && world.isHidden(p);
      if (p != found && !hidden && world.session.canRun(fresh, p)) {
        Bound bound = search.boundOfOthers(world.session.hasRoom(p));
        double score = question.order().score(world.session, fresh, p);
        assertThat(score).isGreaterThanOrEqualTo(bound.score());
        if (question.mayBeSure(score)) {
          assertThat(world.session.expectedCompletion(fresh, p))
              .isGreaterThanOrEqualTo(bound.completion());
        }
      }
    }
  }
}
