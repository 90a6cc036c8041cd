package org.espalier.profiler.plan;

import java.util.List;

/**
 * What is measured to predict co-location: each application beside each pressure, and the reference
 * beside each application.
 *
 * @param pressures from the smallest to the greatest
 * @param reference task type of the reference
 */
public record PredictionPlan(List<Pressure> pressures, String reference) {
  /** Copies the list. */
}
