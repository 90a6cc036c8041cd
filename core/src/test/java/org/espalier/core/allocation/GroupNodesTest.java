package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.PlacementIndex.OfType;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupNodesTest {
  /** Groups are opened best first, down to single placements, each of which comes once. */
  @ParameterizedTest
  @EnumSource
  void allPlacementsStandInTheGroupsEachBehindItsBound(DroppingScope scope) {
    for (int seed = 0; seed < 10; seed++) {
      SearchWorld world = new SearchWorld(scope, 40, seed);
      for (TailNumber number : TailNumber.values()) {
        for (int i = 0; i < 10; i++) {
          world.change();
          check(world, number, i % 2 == 0);
        }
      }
    }
  }

  private static void check(SearchWorld world, TailNumber number, boolean ofAll) {
    Candidate probe = world.probe();
    world.nodes.clear();
    GroupNodes groups =
        new GroupNodes(world.index, world.nodes, world.session, probe.task(), number, true);
    groups.addTypes(ofAll);
    List<Integer> found = new ArrayList<>();
    for (boolean room : new boolean[] {true, false}) {
      double last = Double.NEGATIVE_INFINITY;
      while (!world.nodes.isEmpty(room)) {
        double completion = world.nodes.lowestCompletion(room);
        SearchNodes.Node node = world.nodes.pop(room);
        double bound = node.bound;
        assertThat(bound).as("a part comes behind its group").isGreaterThanOrEqualTo(last);
        last = bound;
        if (node.level > 0) {
          checkGroup(world, node, completion, probe);
          groups.open(node);
          continue;
        }
        int p = node.place;
        found.add(p);
        assertThat(world.session.hasRoom(p)).isEqualTo(room);
        assertThat(score(world, number, probe, p)).isGreaterThanOrEqualTo(bound);
        assertThat(world.session.expectedCompletion(probe, p)).isGreaterThanOrEqualTo(completion);
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected(world, probe, ofAll));
  }

  private static void checkGroup(
      SearchWorld world, SearchNodes.Node node, double completion, Candidate probe) {
    OfType type = world.index.types()[node.type];
    TailTree tree = type.tree(node.hasRoom);
    int level = node.level;
    for (int machine : SearchWorld.machines(type, tree, level, node.place)) {
      int p = world.session.queue(machine).firstPlacement() + node.pState;
      assertThat(world.session.expectedCompletion(probe, p)).isGreaterThanOrEqualTo(completion);
    }
  }

  private static double score(SearchWorld world, TailNumber number, Candidate probe, int p) {
    return switch (number) {
      case CHANCE_OF_SUCCESS -> -world.session.chanceOfSuccess(probe, p);
      case EXPECTED_COMPLETION -> world.session.expectedCompletion(probe, p);
    };
  }

  private static List<Integer> expected(SearchWorld world, Candidate probe, boolean ofAll) {
    List<Integer> expected = new ArrayList<>();
    for (int p = 0; p < world.session.placements(); p++) {
      if (world.session.canRun(probe, p)
          && !world.isHidden(p)
          && (ofAll || world.session.hasRoom(p))) {
        expected.add(p);
      }
    }
    return expected;
  }
}
