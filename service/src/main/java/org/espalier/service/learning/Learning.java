package org.espalier.service.learning;

import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.live.LearningView;

/** Learns execution times in P-state 0 from tasks that ran in it. Used by one thread. */
public interface Learning {
  /** Learns nothing. */
  Learning NONE = new NoLearning();

  /** A task ran to its successful end. */
  void completed(int taskType, int machineType, long ticks);

  /** A task was stopped after it had run so long, and would have taken longer. */
  void stopped(int taskType, int machineType, long ticks);

  /**
   * What became of a task that was mapped.
   *
   * @param predicted its chance of success when it was mapped
   */
  void judged(double predicted, boolean onTime);

  /** Distributions that have changed enough since they were last asked for to be believed now. */
  List<Update> updates(long now);

  /** What was learned, for people. */
  LearningView view();

  /** Whether anything was learned since {@link #state} was last asked for. */
  boolean hasNews();

  /** All that was learned, to begin with after a restart. */
  String state();

  /** A distribution to believe from now on, on the lattice of the others. */
  record Update(int taskType, int machineType, Pmf executionTime) {}
}
