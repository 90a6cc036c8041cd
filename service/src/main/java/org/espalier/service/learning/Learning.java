package org.espalier.service.learning;

import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.live.LearningView;

/**
 * Learns execution times in P-state 0 from tasks that ran in it. One that overrides nothing learns
 * nothing. Used by one thread.
 */
public interface Learning {
  /** Learns nothing. */
  Learning NONE = new Learning() {};

  /** A task ran to its successful end. */
  default void completed(int taskType, int machineType, long ticks) {}

  /** A task was stopped after it had run so long, and would have taken longer. */
  default void stopped(int taskType, int machineType, long ticks) {}

  /**
   * What became of a task that was mapped.
   *
   * @param predicted its chance of success when it was mapped
   */
  default void judged(double predicted, boolean onTime) {}

  /** Distributions that have changed enough since they were last asked for to be believed now. */
  default List<Update> updates(long now) {
    return List.of();
  }

  /** What was learned, for people. */
  default LearningView view() {
    return new LearningView(List.of(), List.of());
  }

  /** Whether anything was learned since {@link #state} was last asked for. */
  default boolean hasNews() {
    return false;
  }

  /** All that was learned, to begin with after a restart. */
  default String state() {
    return "";
  }

  /** A distribution to believe from now on, on the lattice of the others. */
  record Update(int taskType, int machineType, Pmf executionTime) {}
}
