package org.espalier.core.allocation;

import java.util.Arrays;

/**
 * The placements that a search has met, single ones and groups, each with a bound from below on its
 * scores. They are in two heaps: those with room and those without.
 */
final class SearchNodes {
  private static final int AT_FIRST = 64;

  /** The nodes that wait with room. */
  private final Heap withRoom = new Heap();

  private final Heap full = new Heap();
  private int count;
  private double[] bounds = new double[AT_FIRST];

  /** Bounds on expected completions of what may be sure of success; minus infinity if unknown. */
  private double[] completions = new double[AT_FIRST];

  /** Whether a placement's bound is as close as it gets without measuring it. */
  private boolean[] close = new boolean[AT_FIRST];

  private boolean[] rooms = new boolean[AT_FIRST];

  /** Level of a group in its tree; 0 for a placement. */
  private int[] levels = new int[AT_FIRST];

  /** Number of a group in its level; or the placement. */
  private int[] groups = new int[AT_FIRST];

  private int[] types = new int[AT_FIRST];
  private int[] pStates = new int[AT_FIRST];

  /** Placements that were measured, and their scores. */
  private int[] measured = new int[AT_FIRST];

  private double[] scores = new double[AT_FIRST];
  private int measuredCount;

  /** Nodes in order of their bounds. */
  private final class Heap {
    private int[] nodes = new int[AT_FIRST];
    private int size;

    void push(int node) {
      if (size == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * size);
      }
      int at = size++;
      while (at > 0 && comesBefore(node, nodes[(at - 1) / 2])) {
        nodes[at] = nodes[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      nodes[at] = node;
    }

    int pop() {
      int top = nodes[0];
      int last = nodes[--size];
      int at = 0;
      int below = 1;
      while (below < size) {
        if (below + 1 < size && comesBefore(nodes[below + 1], nodes[below])) {
          below++;
        }
        if (!comesBefore(nodes[below], last)) {
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

  private boolean comesBefore(int node, int other) {
    return bounds[node] < bounds[other]
        || (bounds[node] == bounds[other] && completions[node] < completions[other]);
  }

  void clear() {
    count = 0;
    measuredCount = 0;
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
    int node = next(room, bound, completion);
    groups[node] = placement;
    levels[node] = 0;
    close[node] = closeBound;
    heap(room).push(node);
  }

  /** Adds a group of machines of a type. */
  void addGroup(
      int type, int pState, boolean room, int level, int group, double bound, double completion) {
    int node = next(room, bound, completion);
    types[node] = type;
    pStates[node] = pState;
    levels[node] = level;
    groups[node] = group;
    heap(room).push(node);
  }

  private int next(boolean room, double bound, double completion) {
    if (count == bounds.length) {
      int more = 2 * count;
      bounds = Arrays.copyOf(bounds, more);
      completions = Arrays.copyOf(completions, more);
      close = Arrays.copyOf(close, more);
      rooms = Arrays.copyOf(rooms, more);
      levels = Arrays.copyOf(levels, more);
      groups = Arrays.copyOf(groups, more);
      types = Arrays.copyOf(types, more);
      pStates = Arrays.copyOf(pStates, more);
    }
    bounds[count] = bound;
    completions[count] = completion;
    rooms[count] = room;
    return count++;
  }

  /** Puts a placement back with another bound, which is as close as it gets. */
  void putBack(int node, double bound) {
    bounds[node] = bound;
    close[node] = true;
    heap(rooms[node]).push(node);
  }

  /** The lowest bound of those with room, or those without; infinite if there is none. */
  double lowest(boolean room) {
    Heap heap = heap(room);
    return heap.size == 0 ? Double.POSITIVE_INFINITY : bounds[heap.nodes[0]];
  }

  /** The bound on expected completions of the node with that lowest bound. */
  double lowestCompletion(boolean room) {
    Heap heap = heap(room);
    return heap.size == 0 ? Double.POSITIVE_INFINITY : completions[heap.nodes[0]];
  }

  boolean isEmpty(boolean room) {
    return heap(room).size == 0;
  }

  /** Takes out the node with the lowest bound of those with room, or those without. */
  int pop(boolean room) {
    return heap(room).pop();
  }

  /** A placement was measured. */
  void measured(int node, double score) {
    if (measuredCount == measured.length) {
      measured = Arrays.copyOf(measured, 2 * measuredCount);
      scores = Arrays.copyOf(scores, 2 * measuredCount);
    }
    scores[measuredCount] = score;
    measured[measuredCount++] = node;
  }

  /** How many were measured. */
  int measured() {
    return measuredCount;
  }

  /** The node that was measured as the i-th. */
  int measured(int i) {
    return measured[i];
  }

  /** The score of the i-th. */
  double score(int i) {
    return scores[i];
  }

  double bound(int node) {
    return bounds[node];
  }

  boolean isClose(int node) {
    return close[node];
  }

  /** Whether its machines have room. */
  boolean hasRoom(int node) {
    return rooms[node];
  }

  boolean isGroup(int node) {
    return levels[node] > 0;
  }

  int placement(int node) {
    return groups[node];
  }

  int level(int node) {
    return levels[node];
  }

  int type(int node) {
    return types[node];
  }

  int pState(int node) {
    return pStates[node];
  }

  int group(int node) {
    return groups[node];
  }
}
