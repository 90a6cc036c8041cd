package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.core.allocation.SearchNodes.Node;
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
    assertThat(nodes.lowest(room).bound()).isEqualTo(lowest == null ? none : lowest.bound());
    assertThat(nodes.lowest(room).completion())
        .isEqualTo(lowest == null ? none : lowest.completion());
  }

  private Plain lowest(boolean room) {
    return plain.stream().filter(each -> each.room() == room).min(ORDER).orElse(null);
  }

  private void add(boolean room) {
    double bound = random.nextInt(20);
    double completion = random.nextInt(20);
    nodes.add(Node.placement(random.nextInt(50), room, random.nextBoolean(), bound, completion));
    plain.add(new Plain(room, bound, completion));
  }

  private void addGroup(boolean room) {
    double bound = random.nextInt(20);
    double completion = random.nextInt(20);
    nodes.add(new Node(room, 1, 2, 1 + random.nextInt(3), 7, false, bound, completion));
    plain.add(new Plain(room, bound, completion));
  }

  private void takeOut(boolean room) {
    Plain lowest = lowest(room);
    if (lowest == null) {
      return;
    }
    Node node = nodes.pop(room);
    assertThat(node.bound()).isEqualTo(lowest.bound());
    assertThat(node.hasRoom()).isEqualTo(room);
    plain.remove(lowest);
    if (!node.isGroup() && random.nextBoolean()) {
      double closer = node.bound() + random.nextInt(5);
      nodes.add(node.at(closer));
      assertThat(node.at(closer).isClose()).isTrue();
      plain.add(new Plain(room, closer, lowest.completion()));
    }
  }

  @Test
  void thoseWithRoomAndThoseWithoutStandApart() {
    Node placement = Node.placement(9, true, false, 0.5, 3);
    Node group = new Node(false, 1, 2, 4, 7, false, 0.25, 5);
    nodes.add(placement);
    nodes.add(group);

    assertThat(nodes.pop(true)).isEqualTo(placement);
    assertThat(nodes.pop(false)).isEqualTo(group);
    assertThat(placement.isGroup()).isFalse();
    assertThat(group.isGroup()).isTrue();
  }
}
