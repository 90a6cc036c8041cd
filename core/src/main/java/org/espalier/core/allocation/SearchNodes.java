package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The placements that a search has met, single ones and groups, each with a bound from below on its
 * scores. They are in two heaps: those with room and those without. Nodes are used again by the
 * next search.
 */
final class SearchNodes {
  private final PriorityQueue<Node> withRoom = new PriorityQueue<>();
  private final PriorityQueue<Node> full = new PriorityQueue<>();
  private final List<Node> all = new ArrayList<>();
  private int count;
  private final List<Node> measured = new ArrayList<>();

  /** A placement, or a group of machines of a type. */
  static final class Node implements Comparable<Node> {
    /** The placement; or the number of the group in its level. */
    int place;

    /** Level of a group in its tree; 0 for a placement. */
    int level;

    /** Machine type and P-state of a group. */
    int type;

    int pState;
    boolean hasRoom;

    /** Whether a placement's bound is as close as it gets without measuring it. */
    boolean isClose;

    double bound;

    /** A bound on the expected completion of what may be sure of success. */
    double completion;

    /** Once it was measured. */
    double score;

    @Override
    public int compareTo(Node other) {
      if (bound != other.bound) {
        return bound < other.bound ? -1 : 1;
      }
      return completion < other.completion ? -1 : completion > other.completion ? 1 : 0;
    }
  }

  void clear() {
    count = 0;
    measured.clear();
    withRoom.clear();
    full.clear();
  }

  private PriorityQueue<Node> heap(boolean room) {
    return room ? withRoom : full;
  }

  /**
   * Adds a placement.
   *
   * @param closeBound whether its bound is as close as it gets without measuring it
   * @param completion a bound on the expected completion if it may be sure of success; minus
   *     infinity if unknown
   */
  void add(int placement, boolean room, boolean closeBound, double bound, double completion) {
    Node node = next(placement, 0, room, bound, completion);
    node.isClose = closeBound;
    heap(room).add(node);
  }

  /** Adds a group of machines of a type. */
  void addGroup(
      int type, int pState, boolean room, int level, int group, double bound, double completion) {
    Node node = next(group, level, room, bound, completion);
    node.type = type;
    node.pState = pState;
    heap(room).add(node);
  }

  private Node next(int place, int level, boolean room, double bound, double completion) {
    if (count == all.size()) {
      all.add(new Node());
    }
    Node node = all.get(count++);
    node.place = place;
    node.level = level;
    node.hasRoom = room;
    node.bound = bound;
    node.completion = completion;
    return node;
  }

  /** Puts a placement back with another bound, which is as close as it gets. */
  void putBack(Node node, double bound) {
    node.bound = bound;
    node.isClose = true;
    heap(node.hasRoom).add(node);
  }

  /** The lowest bound of those with room, or those without; infinite if there is none. */
  double lowest(boolean room) {
    Node first = heap(room).peek();
    return first == null ? Double.POSITIVE_INFINITY : first.bound;
  }

  /** The bound on expected completions of the node with that lowest bound. */
  double lowestCompletion(boolean room) {
    Node first = heap(room).peek();
    return first == null ? Double.POSITIVE_INFINITY : first.completion;
  }

  boolean isEmpty(boolean room) {
    return heap(room).isEmpty();
  }

  /** Takes out the node with the lowest bound of those with room, or those without. */
  Node pop(boolean room) {
    return heap(room).remove();
  }

  /** A placement was measured. */
  void measured(Node node, double score) {
    node.score = score;
    measured.add(node);
  }

  /** Those that were measured, in this order. */
  List<Node> measured() {
    return measured;
  }
}
