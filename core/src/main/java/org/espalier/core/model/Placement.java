package org.espalier.core.model;

/**
 * What a task is mapped to: a machine in one of its P-states.
 *
 * <p>The placements of a system are numbered machine by machine and P-state by P-state, so where
 * every machine type has one P-state the id of a placement is that of its machine.
 *
 * @param id dense index, 0 for the first machine in P-state 0
 * @param machine index of the {@link Machine}
 * @param pState index of the {@link PState} in the machine's type
 * @see HcSystem#placements()
 */
public record Placement(int id, int machine, int pState) {
  /** The placement of a task that was never mapped; its machine is -1. */
  public static final Placement NOWHERE = new Placement(-1, -1, 0);

  public Placement {
    if (pState < 0 || (machine < 0 ? id != -1 || machine != -1 : id < machine + pState)) {
      throw new IllegalArgumentException(
          "placement %s is said to be machine %s in P-state %s; expected id >= machine + P-state"
              .formatted(id, machine, pState));
    }
  }
}
