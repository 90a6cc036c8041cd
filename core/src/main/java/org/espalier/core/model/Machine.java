package org.espalier.core.model;

/**
 * A machine: executes one task at a time, first come first served from its queue.
 *
 * @param id dense index, 0 for the first machine of a system
 * @param name what users call it, unique in its system
 * @param type its machine type
 */
public record Machine(int id, String name, MachineType type) {
  public Machine {
    Arguments.id(id, "machine");
  }
}
