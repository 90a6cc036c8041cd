package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SearchNodesTest {
  /** What a list knows that is searched through each time. */
  private record Plain(boolean room, double bound, double completion) {}

  private static final Comparator<Plain> ORDER =
      Comparator.comparingDouble(Plain::bound).thenComparingDouble(Plain::completion);

  private final SplittableRandom random = new SplittableRandom(1);
  private final SearchNodes nodes = new SearchNodes();
  private final List<Plain> plain = new ArrayList<>();

  /** Far more than the tables hold at first, and once more after it was cleared. */
  @Test
  void theLowestComesFirstWhateverWasPutInAndTakenOut() {
    for (int round = 0; round < 3; round++) {
      nodes.clear();
      plain.clear();
      for (int step = 0; step < 1000; step++) {
        boolean room = random.nextBoolean();
        check(true);
        check(false);
        switch (random.nextInt(3)) {
          case 0 -> add(room);
          case 1 -> addGroup(room);
          default -> takeOut(room);
        }
      }
    }
  }

  private void check(boolean room) {
    Plain lowest = lowest(room);
    assertThat(nodes.isEmpty(room)).isEqualTo(lowest == null);
    double none = Double.POSITIVE_INFINITY;
    assertThat(nodes.lowest(room)).isEqualTo(lowest == null ? none : lowest.bound());
    assertThat(nodes.lowestCompletion(room)).isEqualTo(lowest == null ? none : lowest.completion());
  }

  private Plain lowest(boolean room) {
    return plain.stream().filter(each -> each.room() == room).min(ORDER).orElse(null);
  }

  private void add(boolean room) {
    double bound = random.nextInt(20);
    double completion = random.nextInt(20);
    nodes.add(random.nextInt(50), room, random.nextBoolean(), bound, completion);
    plain.add(new Plain(room, bound, completion));
  }

  private void addGroup(boolean room) {
    double bound = random.nextInt(20);
    double completion = random.nextInt(20);
    nodes.addGroup(1, 2, room, 1 + random.nextInt(3), 7, bound, completion);
    plain.add(new Plain(room, bound, completion));
  }

  private void takeOut(boolean room) {
    Plain lowest = lowest(room);
    if (lowest == null) {
      return;
    }
    int node = nodes.pop(room);
    assertThat(nodes.bound(node)).isEqualTo(lowest.bound());
    assertThat(nodes.hasRoom(node)).isEqualTo(room);
    plain.remove(lowest);
    if (!nodes.isGroup(node) && random.nextBoolean()) {
      double closer = nodes.bound(node) + random.nextInt(5);
      nodes.putBack(node, closer);
      assertThat(nodes.isClose(node)).isTrue();
      plain.add(new Plain(room, closer, lowest.completion()));
    }
  }

  @Test
  void aNodeIsWhatWasPutIn() {
    nodes.add(9, true, false, 0.5, 3);
    nodes.addGroup(1, 2, false, 4, 7, 0.25, 5);

    int placement = nodes.pop(true);
    assertThat(nodes.isGroup(placement)).isFalse();
    assertThat(nodes.placement(placement)).isEqualTo(9);
    assertThat(nodes.isClose(placement)).isFalse();
    int group = nodes.pop(false);
    assertThat(nodes.isGroup(group)).isTrue();
    assertThat(nodes.type(group)).isEqualTo(1);
    assertThat(nodes.pState(group)).isEqualTo(2);
    assertThat(nodes.level(group)).isEqualTo(4);
    assertThat(nodes.group(group)).isEqualTo(7);
    assertThat(nodes.hasRoom(group)).isFalse();
  }

  @Test
  void allThatWasMeasuredIsRemembered() {
    for (int i = 0; i < 200; i++) {
      nodes.add(i, true, true, i, 0);
      nodes.measured(nodes.pop(true), i / 2.0);
    }

    assertThat(nodes.measured()).isEqualTo(200);
    for (int i = 0; i < 200; i++) {
      assertThat(nodes.placement(nodes.measured(i))).isEqualTo(i);
      assertThat(nodes.score(i)).isEqualTo(i / 2.0);
    }
    nodes.clear();
    assertThat(nodes.measured()).isZero();
  }
}
