package org.espalier.analysis.run;

import java.util.List;
import java.util.OptionalDouble;
import org.espalier.analysis.front.Losses;

/**
 * What no allocation gets beyond.
 *
 * @param curve points on it, by ascending first loss
 * @param hypervolume of what lies behind it, up to the reference point
 * @param isRough whether the search for it was cut short: it holds, but lies farther out than need
 *     be, so that shares of it are too small
 */
public record FoundBound(List<Losses> curve, double hypervolume, boolean isRough) {
  /** Whether nothing lies behind it up to the reference point. */
  boolean isEmpty() {
    return hypervolume == 0;
  }

  /** The share of its hypervolume that another one has; empty if it has none itself. */
  OptionalDouble share(double other) {
    return hypervolume > 0 ? OptionalDouble.of(other / hypervolume) : OptionalDouble.empty();
  }
}
