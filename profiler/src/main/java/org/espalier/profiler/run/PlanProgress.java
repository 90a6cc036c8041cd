package org.espalier.profiler.run;

import java.time.Duration;
import java.util.Optional;
import org.espalier.profiler.sample.Cell;

/** Hears how far a plan is. */
public interface PlanProgress extends AutoCloseable {
  /** Hears nothing. */
  PlanProgress NONE = new PlanProgress() {};

  /**
   * A part begins: "warm-up", "cache simulation" or "measuring".
   *
   * @param amount of runs or cells it has
   */
  default void begins(String part, int amount) {}

  /** A run of the warm-up or of the cache simulation has ended. */
  default void ran(Cell cell) {}

  /**
   * A run that counts has ended.
   *
   * @param left about how long it still takes; empty while that is not known
   */
  default void measured(Cell cell, Standing standing, Optional<Duration> left) {}

  /** A part has ended. */
  default void ends() {}

  /** Shows nothing any more. */
  @Override
  default void close() {}

  /**
   * How far it is.
   *
   * @param runs that were measured, those before a resume included
   * @param expectedRuns how many it will have been
   */
  record Standing(int cells, int cellsDone, int runs, int expectedRuns) {}
}
