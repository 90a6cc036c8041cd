package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The placements that a search has met, single ones and groups, each with a bound from below on its
 * scores. They are in two queues: those with room and those without.
 */
final class SearchNodes {
  private static final Node NONE =
      new Node(false, -1, -1, 0, -1, true, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  private final PriorityQueue<Node> withRoom = new PriorityQueue<>();
  private final PriorityQueue<Node> full = new PriorityQueue<>();
  private final List<Node> measured = new ArrayList<>();

  /**
   * A placement, or a group of machines of a type in one P-state.
   *
   * @param hasRoom whether its machines have room
   * @param level of a group in its tree; 0 for a placement
   * @param number of a group in its level; or the placement
   * @param isClose whether a placement's bound is as close as it gets without measuring it
   * @param bound on its scores; the score once it is measured
   * @param completion a bound on the expected completion if it may be sure of success; minus
   *     infinity if unknown
   */
  record Node(
      boolean hasRoom,
      int type,
      int pState,
      int level,
      int number,
      boolean isClose,
      double bound,
      double completion)
      implements Comparable<Node> {
    static Node placement(
        int placement, boolean room, boolean isClose, double bound, double completion) {
      return new Node(room, -1, -1, 0, placement, isClose, bound, completion);
    }

    boolean isGroup() {
      return level > 0;
    }

    /** The same with another bound, which is as close as it gets. */
    Node at(double other) {
      return new Node(hasRoom, type, pState, level, number, true, other, completion);
    }

    @Override
    public int compareTo(Node other) {
      int compared = Double.compare(bound, other.bound);
      return compared == 0 ? Double.compare(completion, other.completion) : compared;
    }
  }

  void clear() {
    measured.clear();
    withRoom.clear();
    full.clear();
  }

  private PriorityQueue<Node> queue(boolean room) {
    return room ? withRoom : full;
  }

  void add(Node node) {
    queue(node.hasRoom).add(node);
  }

  /** That with the lowest bound of those with room, or those without; none has infinite bounds. */
  Node lowest(boolean room) {
    Node lowest = queue(room).peek();
    return lowest == null ? NONE : lowest;
  }

  boolean isEmpty(boolean room) {
    return queue(room).isEmpty();
  }

  /** Takes out the node with the lowest bound of those with room, or those without. */
  Node pop(boolean room) {
    return queue(room).remove();
  }

  /** The placements that were measured, in that order, with their scores. */
  List<Node> measured() {
    return measured;
  }
}
