package org.espalier.analysis.problem;

import java.time.Duration;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/** Utility functions of tasks that arrive at 0, in ticks of a microsecond. */
final class PiecesOf {
  static final Duration TICK = Duration.ofNanos(1000);

  private PiecesOf() {}

  static UtilityPieces function(UtilityFunction function) {
    return UtilityPieces.of(new Task(0, 0, 0, Task.NO_DEADLINE, function), TICK);
  }
}
