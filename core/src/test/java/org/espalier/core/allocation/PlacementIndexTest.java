package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.espalier.core.allocation.PlacementIndex.OfType;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlacementIndexTest {
  private static final double MARGIN = 2e-4;

  /** Each machine of which no other one is known to be alike stands in the tree of its kind. */
  @ParameterizedTest
  @EnumSource
  void eachMachineStandsInOneTreeOfItsTypeUnlessAnotherIsAlike(DroppingScope scope) {
    for (int seed = 0; seed < 5; seed++) {
      SearchWorld world = new SearchWorld(scope, 24, seed);
      for (int i = 0; i < 60; i++) {
        world.change();
        for (boolean room : new boolean[] {true, false}) {
          assertThat(machines(world, room)).isEqualTo(expected(world, room));
        }
      }
    }
  }

  private static Set<Integer> machines(SearchWorld world, boolean room) {
    Set<Integer> machines = new HashSet<>();
    for (OfType type : world.index.types()) {
      TailTree tree = type.tree(room);
      if (!tree.isEmpty()) {
        machines.addAll(SearchWorld.machines(type, tree, tree.top(), 0));
      }
    }
    return machines;
  }

  private static Set<Integer> expected(SearchWorld world, boolean room) {
    Set<Integer> machines = new HashSet<>();
    for (int p = 0; p < world.session.placements(); p++) {
      if (world.session.hasRoom(p) == room && !world.isHidden(p)) {
        machines.add(world.session.machineOf(p));
      }
    }
    return machines;
  }

  @ParameterizedTest
  @EnumSource
  void itsBoundsAreOnTheRightSide(DroppingScope scope) {
    int known = 0;
    for (int seed = 0; seed < 5; seed++) {
      SearchWorld world = new SearchWorld(scope, 24, seed);
      for (int i = 0; i < 20; i++) {
        world.change();
        Candidate probe = world.probe();
        for (int p = 0; p < world.session.placements(); p++) {
          if (world.session.canRun(probe, p)) {
            double chance = bound(world, TailNumber.CHANCE_OF_SUCCESS, probe, p);
            double completion = bound(world, TailNumber.EXPECTED_COMPLETION, probe, p);
            assertThat(chance).isLessThanOrEqualTo(-world.session.chanceOfSuccess(probe, p));
            assertThat(completion).isLessThanOrEqualTo(world.session.expectedCompletion(probe, p));
            known += completion > 0 ? 1 : 0;
          }
        }
      }
    }
    assertThat(known).isGreaterThan(1000);
  }

  private static double bound(SearchWorld world, TailNumber number, Candidate probe, int p) {
    MachineQueue queue = world.session.queue(world.session.machineOf(p));
    return world.index.scoreAtLeast(number, queue, p, probe.task());
  }

  /** Where completions may be expected sooner than before, the machine has opened. */
  @ParameterizedTest
  @EnumSource(names = "PENDING", mode = EnumSource.Mode.EXCLUDE)
  void noQueueIsBetterThanBeforeUnlessItsMachineHasOpened(DroppingScope scope) {
    for (int machines : new int[] {4, 24}) {
      int opened = 0;
      int closed = 0;
      for (int seed = 0; seed < 10; seed++) {
        SearchWorld world = new SearchWorld(scope, machines, seed);
        for (int i = 0; i < 40; i++) {
          Candidate probe = world.probe();
          double[] before = completions(world, probe);
          long stamp = world.index.stamp();
          world.change();
          assertThat(world.index.remembers(stamp)).isTrue();
          Set<Integer> since = new HashSet<>();
          while (stamp < world.index.stamp()) {
            since.add(world.index.opened(++stamp));
          }
          opened += since.size();
          double[] after = completions(world, probe);
          for (int p = 0; p < after.length; p++) {
            boolean isHidden = !world.index.isOfFew() && world.isHidden(p);
            if (!since.contains(world.session.machineOf(p)) && !isHidden) {
              assertThat(after[p]).isGreaterThanOrEqualTo(before[p] - MARGIN);
              closed++;
            }
          }
        }
      }
      assertThat(opened).isGreaterThan(20);
      assertThat(closed).isGreaterThan(100);
    }
  }

  private static double[] completions(SearchWorld world, Candidate probe) {
    double[] completions = new double[world.session.placements()];
    for (int p = 0; p < completions.length; p++) {
      completions[p] = world.session.expectedCompletion(probe, p);
    }
    return completions;
  }

  @Test
  void onlySoManyOpeningsAreRemembered() {
    SearchWorld world = new SearchWorld(DroppingScope.NONE, 24, 1);
    long before = world.index.stamp();
    while (world.index.remembers(before)) {
      world.change();
    }

    assertThat(world.index.stamp() - before).isGreaterThan(20);
    assertThat(world.index.remembers(world.index.stamp())).isTrue();
    assertThat(world.index.remembers(PlacementIndex.NEVER)).isFalse();
  }
}
