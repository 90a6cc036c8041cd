package org.espalier.cli.files;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.core.model.PetMatrix;
import org.espalier.workload.document.Quantities;

/** The step that users ask for, and the cells of a PET, for people. */
public final class PetLattice {
  private PetLattice() {}

  /**
   * Ticks of the option {@code --step}, if it is given.
   *
   * @param remedy what to do if it is not a whole number of them
   */
  public static OptionalLong ticks(Optional<Duration> step, Duration tick, String remedy) {
    if (step.isEmpty()) {
      return OptionalLong.empty();
    }
    long ticks = step.get().dividedBy(tick);
    if (ticks < 1 || !tick.multipliedBy(ticks).equals(step.get())) {
      throw new CommandFailure(
          "--step %s is not a whole number of ticks of %s; %s"
              .formatted(Quantities.text(step.get()), Quantities.text(tick), remedy));
    }
    return OptionalLong.of(ticks);
  }

  /** How many cells of a matrix have no PMF. */
  public static long cellsThatCannotRun(PetMatrix matrix) {
    return IntStream.range(0, matrix.taskTypes() * matrix.machineTypes())
        .filter(cell -> !matrix.canRun(cell / matrix.machineTypes(), cell % matrix.machineTypes()))
        .count();
  }
}
