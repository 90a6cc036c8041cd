package org.espalier.workload.generator;

import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;

/** What generated workloads are like, and so how to generate one. */
public sealed interface WorkloadModel permits WorkloadSpec, DaySpec {
  /** Tasks in a trial: exactly so many where {@link #isExact}, or about as many. */
  int expectedTasks();

  /** Whether all trials have the same number of tasks. */
  boolean isExact();

  /** Whether its tasks have utility functions, and not just deadlines. */
  boolean hasUtilities();

  /** Why it does not go with a system; empty if it does. */
  Optional<String> problem(HcSystem system);

  /** What mends a {@link #problem}. */
  String remedy();

  /** Keys of the options that mend a {@link #problem}. */
  List<String> remedyKeys();

  /**
   * The workload of a trial: a function of its arguments alone.
   *
   * @param trial number of the trial; trials of one seed are independent
   * @throws IllegalArgumentException if there is a {@link #problem}
   */
  Workload generate(HcSystem system, long seed, int trial);
}
