package org.espalier.simulator.replay;

import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Journal;

/** Makes the policies that a journal names. */
@FunctionalInterface
public interface RecordedPolicies {
  /**
   * A policy in its first state.
   *
   * @param began the start of the resource manager that it decides for
   * @param policy its name in the journal
   * @param settings its settings in the journal
   * @throws IllegalArgumentException if there is no such policy or it has no such settings
   */
  AllocationPolicy create(Journal.Began began, String policy, String settings);
}
