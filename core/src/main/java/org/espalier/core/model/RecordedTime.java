package org.espalier.core.model;

/**
 * What a task took when it was recorded, in a log for example.
 *
 * @param ticks how long it executed, at least 0
 * @param machineType name of the type of the machine it ran on; empty where that is not known
 * @param pState the P-state it ran in
 */
public record RecordedTime(long ticks, String machineType, int pState) {
  public RecordedTime {
    Arguments.notNegative(ticks, "recorded execution time");
    Arguments.id(pState, "P-state");
  }

  /** Whether a PET has a time above 0 for a task type on a machine type in this P-state. */
  public boolean isScalable(PetMatrix pet, int taskType, int type) {
    return pState < pet.pStates(type)
        && pet.find(taskType, type, pState).filter(pmf -> pmf.mean() > 0).isPresent();
  }
}
