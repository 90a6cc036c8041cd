package org.espalier.analysis.bound;

import java.util.List;
import org.espalier.analysis.front.Indicators;
import org.espalier.analysis.front.Losses;

/** A curve of two objectives that no allocation is better than. */
public sealed interface BoundCurve permits MakespanEnergyBound, UtilityEnergyBound {
  /** A point worse than what is of interest, by which hypervolumes are compared. */
  Losses reference();

  /** The area between the curve and a reference point, which no front's hypervolume exceeds. */
  double hypervolume(Losses reference);

  /**
   * The hypervolume of some points over that of the curve, 0 to 1; 1 if the curve itself is not
   * better than the reference point.
   */
  default double share(List<Losses> points, Losses reference) {
    double whole = hypervolume(reference);
    return whole > 0 ? Indicators.hypervolume(points, reference) / whole : 1;
  }

  /** The same up to the curve's own reference point. */
  default double share(List<Losses> points) {
    return share(points, reference());
  }
}
