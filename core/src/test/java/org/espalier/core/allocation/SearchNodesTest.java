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
    SearchNodes.Node node = nodes.pop(room);
    assertThat(node.bound).isEqualTo(lowest.bound());
    assertThat(node.hasRoom).isEqualTo(room);
    plain.remove(lowest);
    if (node.level == 0 && random.nextBoolean()) {
      double closer = node.bound + random.nextInt(5);
      nodes.putBack(node, closer);
      assertThat(node.isClose).isTrue();
      plain.add(new Plain(room, closer, lowest.completion()));
    }
  }

  @Test
  void aNodeIsWhatWasPutIn() {
    nodes.add(9, true, false, 0.5, 3);
    nodes.addGroup(1, 2, false, 4, 7, 0.25, 5);

    SearchNodes.Node placement = nodes.pop(true);
    assertThat(placement.level).isZero();
    assertThat(placement.place).isEqualTo(9);
    assertThat(placement.isClose).isFalse();
    SearchNodes.Node group = nodes.pop(false);
    assertThat(group.type).isEqualTo(1);
    assertThat(group.pState).isEqualTo(2);
    assertThat(group.level).isEqualTo(4);
    assertThat(group.place).isEqualTo(7);
    assertThat(group.hasRoom).isFalse();
  }

  @Test
  void allThatWasMeasuredIsRemembered() {
    for (int i = 0; i < 200; i++) {
      nodes.add(i, true, true, i, 0);
      nodes.measured(nodes.pop(true), i / 2.0);
    }

    assertThat(nodes.measured()).hasSize(200);
    for (int i = 0; i < 200; i++) {
      assertThat(nodes.measured().get(i).place).isEqualTo(i);
      assertThat(nodes.measured().get(i).score).isEqualTo(i / 2.0);
    }
    nodes.clear();
    assertThat(nodes.measured()).isEmpty();
  }
}
