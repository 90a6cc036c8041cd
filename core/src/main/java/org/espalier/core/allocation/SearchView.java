package org.espalier.core.allocation;

import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * What a search sees of a mapping session.
 *
 * @param state the state with the decisions taken so far
 * @param queues the queue of each machine
 * @param changed machines whose queues are not those of the event; it changes with the session
 */
record SearchView(MappingState state, IntFunction<MachineQueue> queues, BitSet changed) {
  /** The queue of a machine. */
  MachineQueue queue(int machine) {
    return queues.apply(machine);
  }
}
