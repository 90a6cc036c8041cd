package org.espalier.service.learning;

/**
 * Weights of the points of a lattice, as they are kept.
 *
 * @param first the first point, counted in steps from 0
 * @param weights of it and those after it
 */
record Weights(long first, double... weights) {
  Weights {
    boolean sound = first >= 0 && weights.length > 0;
    double sum = 0;
    for (double weight : weights) {
      sound &= weight >= 0;
      sum += weight;
    }
    if (!sound || !Double.isFinite(sum)) {
      throw new IllegalArgumentException(
          "weights from point %s on are no histogram; expected finite ones that are not negative"
              .formatted(first));
    }
  }
}
