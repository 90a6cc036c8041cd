package org.espalier.analysis.front;

/**
 * A point of two objectives that are both to be small: one to be large is negated.
 *
 * @param first of the first objective
 * @param second of the second objective
 */
public record Losses(double first, double second) {
  public Losses {
    if (Double.isNaN(first) || Double.isNaN(second)) {
      throw new IllegalArgumentException(
          "the point (%s, %s) has a coordinate that is no number".formatted(first, second));
    }
  }
}
