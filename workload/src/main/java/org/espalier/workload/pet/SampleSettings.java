package org.espalier.workload.pet;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.espalier.core.model.Arguments;

/**
 * How execution-time samples become a PET.
 *
 * @param tick what one tick is
 * @param step the lattice step in ticks, common to all cells; found from the samples if empty
 * @param missing what it means that a cell has no samples
 * @param countsFailed whether samples of commands that failed count; else they are left out
 * @param sizes by task type, the classes of sizes that become rows of their own
 */
public record SampleSettings(
    Duration tick,
    OptionalLong step,
    MissingCells missing,
    boolean countsFailed,
    Map<String, SizeClasses> sizes) {
  /** Samples of commands that failed are left out. */
  public SampleSettings(Duration tick, OptionalLong step, MissingCells missing) {
    this(tick, step, missing, false, Map.of());
  }

  public SampleSettings {
    sizes = Map.copyOf(sizes);
    Arguments.refuse(!tick.isPositive(), "tick is %s; expected more than 0", tick);
    Arguments.refuse(step.orElse(1) < 1, "step is %s ticks; expected at least 1", step.orElse(1));
  }
}
