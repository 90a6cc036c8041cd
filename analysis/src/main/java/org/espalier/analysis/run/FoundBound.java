package org.espalier.analysis.run;

import java.util.List;
import org.espalier.analysis.front.Losses;

/**
 * What no allocation gets beyond.
 *
 * @param curve points on it, by ascending first loss
 * @param hypervolume of what lies behind it, up to the reference point
 */
public record FoundBound(List<Losses> curve, double hypervolume) {
  public FoundBound {
    curve = List.copyOf(curve);
  }
}
