package org.espalier.profiler.run;

import java.util.List;
import java.util.OptionalInt;

/**
 * What is measured again and again until it is known well enough: an application on a machine in a
 * P-state beside others, or a whole co-location set to completion.
 *
 * @param pState index of the P-state; empty where the machine is left as it is
 * @param taskType what is measured; the first member of a set
 * @param corunners what runs beside it, in order of their names; the other members of a set
 * @param isSet whether each member runs once, to the end of the last
 */
public record Cell(
    String machineType,
    OptionalInt pState,
    String taskType,
    List<String> corunners,
    boolean isSet) {
  /** Puts co-runners in order. */
  public Cell {
    corunners = corunners.stream().sorted().toList();
  }

  /** It in words, for people. */
  public String describe() {
    String what = isSet ? "the set " + taskType + " + " : taskType + " beside ";
    String others = corunners.isEmpty() ? taskType : what + String.join(" + ", corunners);
    String where = " on " + machineType;
    return others + where + (pState.isPresent() ? " in P-state " + pState.getAsInt() : "");
  }
}
