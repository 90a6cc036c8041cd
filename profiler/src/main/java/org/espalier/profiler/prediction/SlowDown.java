package org.espalier.profiler.prediction;

import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.profiler.sample.Cell;

/**
 * How many times as long an application takes beside others as alone: a row of {@code
 * slow-downs.csv}. At least one of both numbers is there.
 *
 * @param isSource whether the prediction was made from it, so that it says nothing of its worth
 */
public record SlowDown(
    Cell cell,
    Optional<MeasuredMeans.Ratio> measured,
    Optional<Prediction.Predicted> predicted,
    boolean isSource) {

  /** What was measured; NaN if nothing was. */
  public double measuredTimes() {
    return measured.map(MeasuredMeans.Ratio::value).orElse(Double.NaN);
  }

  /** What is predicted; NaN if nothing is. */
  public double predictedTimes() {
    return predicted.map(Prediction.Predicted::slowDown).orElse(Double.NaN);
  }

  /**
   * By how much of the measured one the prediction is off, negative below; empty without both, and
   * where the prediction was made from it.
   */
  public OptionalDouble error() {
    return !isSource && measured.isPresent() && predicted.isPresent()
        ? OptionalDouble.of(predictedTimes() / measuredTimes() - 1)
        : OptionalDouble.empty();
  }
}
