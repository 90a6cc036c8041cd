package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The placements that a search has met, single ones and groups, each with a bound from below on its
 * scores. They are in two heaps: those with room and those without. Nodes are used again by the
 * next search.
 */
final class SearchNodes {
  private final Heap withRoom = new Heap();
  private final Heap full = new Heap();
  private final List<Node> all = new ArrayList<>();
  private int count;
  private final List<Node> measured = new ArrayList<>();

  /** A placement, or a group of machines of a type. */
  static final class Node {
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

    private boolean comesBefore(Node other) {
      return bound < other.bound || (bound == other.bound && completion < other.completion);
    }
  }

  /** Nodes in order of their bounds. */
  private static final class Heap {
    private Node[] nodes = new Node[64];
    private int size;

    void push(Node node) {
      if (size == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * size);
      }
      int at = size++;
      while (at > 0 && node.comesBefore(nodes[(at - 1) / 2])) {
        nodes[at] = nodes[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      nodes[at] = node;
    }

    Node pop() {
      Node top = nodes[0];
      Node last = nodes[--size];
      int at = 0;
      int below = 1;
      while (below < size) {
        if (below + 1 < size && nodes[below + 1].comesBefore(nodes[below])) {
          below++;
        }
        if (!nodes[below].comesBefore(last)) {
          break;
        }
        nodes[at] = nodes[below];
        at = below;
        below = 2 * at + 1;
      }
      nodes[at] = last;
      return top;
    }
  }

  void clear() {
    count = 0;
    measured.clear();
    withRoom.size = 0;
    full.size = 0;
  }

  private Heap heap(boolean room) {
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
    heap(room).push(node);
  }

  /** Adds a group of machines of a type. */
  void addGroup(
      int type, int pState, boolean room, int level, int group, double bound, double completion) {
    Node node = next(group, level, room, bound, completion);
    node.type = type;
    node.pState = pState;
    heap(room).push(node);
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
    heap(node.hasRoom).push(node);
  }

  /** The lowest bound of those with room, or those without; infinite if there is none. */
  double lowest(boolean room) {
    return isEmpty(room) ? Double.POSITIVE_INFINITY : heap(room).nodes[0].bound;
  }

  /** The bound on expected completions of the node with that lowest bound. */
  double lowestCompletion(boolean room) {
    return isEmpty(room) ? Double.POSITIVE_INFINITY : heap(room).nodes[0].completion;
  }

  boolean isEmpty(boolean room) {
    return heap(room).size == 0;
  }

  /** Takes out the node with the lowest bound of those with room, or those without. */
  Node pop(boolean room) {
    return heap(room).pop();
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
