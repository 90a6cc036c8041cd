package org.espalier.service.scheduling;

import java.util.BitSet;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;

/**
 * How many machines of each type take tasks and have room, kept up to date at a cost that grows
 * with the machines that have changed only. Used by one thread.
 */
final class RoomByType {
  private final HcSystem system;
  private final ChangedMachines changed;
  private final BitSet takesTasks = new BitSet();
  private final BitSet hasRoom = new BitSet();
  private final int[] takeTasks;
  private final int[] withRoom;
  private boolean isOther;

  /**
   * Counts that begin with nothing.
   *
   * @param changed the machines that have changed since it was last {@link #renew renewed}
   */
  RoomByType(HcSystem system, ChangedMachines changed) {
    this.system = system;
    this.changed = changed;
    this.takeTasks = new int[system.machineTypes().size()];
    this.withRoom = new int[system.machineTypes().size()];
  }

  /**
   * Looks at the machines that have changed.
   *
   * @return whether another type takes tasks or has room now, or one does no more
   */
  boolean renew(ResourceManager manager) {
    isOther = false;
    changed.take(machine -> {
      MachineQueue queue = manager.queue(machine);
      put(machine, queue.isAvailable(), queue.hasRoom());
    });
    return isOther;
  }

  /** A machine as it is now. */
  void put(int machine, boolean available, boolean room) {
    int type = system.machines().get(machine).type().id();
    add(set(takesTasks, machine, available), type, takeTasks);
    add(set(hasRoom, machine, available && room), type, withRoom);
  }

  private void add(int change, int type, int[] counts) {
    boolean before = counts[type] > 0;
    counts[type] += change;
    isOther |= before != counts[type] > 0;
  }

  /** Sets a bit, and tells by how much that changes how many are set. */
  private static int set(BitSet bits, int index, boolean value) {
    int before = bits.get(index) ? 1 : 0;
    bits.set(index, value);
    return (value ? 1 : 0) - before;
  }

  /** Whether machines of a type take tasks. */
  boolean takesTasks(MachineType type) {
    return takeTasks[type.id()] > 0;
  }

  /** Whether a queue of a machine of a type has room. */
  boolean hasRoom(MachineType type) {
    return withRoom[type.id()] > 0;
  }
}
