package org.espalier.core.allocation;

import org.espalier.core.allocation.PlacementIndex.OfType;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.model.Task;

/**
 * The groups of machines of an index as nodes of one search, each with a bound on a number of one
 * task behind their queues. A node is opened into its parts.
 *
 * @param soonerOfSureFirst whether of those that may be sure of success the one with the earliest
 *     expected completion is looked at first
 */
record GroupNodes(
    PlacementIndex index,
    SearchNodes nodes,
    MappingState state,
    Task task,
    TailNumber number,
    boolean soonerOfSureFirst) {
  /** Adds all machines by type, those without room too if they count. */
  void addTypes(boolean ofAll) {
    OfType[] types = index.types();
    for (int type = 0; type < types.length; type++) {
      TypeTimes times = types[type].times();
      if (times.canRun(task.type())) {
        for (int pState = 0; pState < times.pStates(); pState++) {
          addTree(type, pState, true);
          if (ofAll) {
            addTree(type, pState, false);
          }
        }
      }
    }
  }

  private void addTree(int type, int pState, boolean room) {
    TailTree tree = index.types()[type].tree(room);
    if (!tree.isEmpty()) {
      addGroup(type, pState, room, tree.top(), 0);
    }
  }

  /** Adds a group, or the placement if it has one only. */
  private void addGroup(int type, int pState, boolean room, int level, int group) {
    OfType ofType = index.types()[type];
    TailTree tree = ofType.tree(room);
    double bound = ofType.scoreAtLeast(number, tree, level, group, task, pState);
    double completion =
        soonerOfSureFirst && bound == PlacementOrder.SURE
            ? ofType.scoreAtLeast(TailNumber.EXPECTED_COMPLETION, tree, level, group, task, pState)
            : Bound.UNKNOWN;
    if (level > 0) {
      nodes.addGroup(type, pState, room, level, group, bound, completion);
      return;
    }
    MachineQueue queue = state.queue(ofType.machine(tree, group));
    if (queue.canRun(task.type())) {
      nodes.add(queue.firstPlacement() + pState, room, false, bound, completion);
    }
  }

  /** Adds the parts of a group. */
  void open(SearchNodes.Node node) {
    boolean room = node.hasRoom;
    int last = index.types()[node.type].tree(room).lastBelow(node.level, node.place);
    for (int below = TailTree.firstBelow(node.place); below <= last; below++) {
      addGroup(node.type, node.pState, room, node.level - 1, below);
    }
  }
}
