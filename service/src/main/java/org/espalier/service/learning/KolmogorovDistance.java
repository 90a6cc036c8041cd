package org.espalier.service.learning;

import org.espalier.core.pmf.Pmf;

/** The greatest difference of the cumulative distributions of two PMFs on one lattice. */
final class KolmogorovDistance {
  private KolmogorovDistance() {}

  static double of(Pmf a, Pmf b) {
    return Math.max(atPointsOf(a, b), atPointsOf(b, a));
  }

  private static double atPointsOf(Pmf a, Pmf b) {
    double greatest = 0;
    for (int i = 0; i < a.size(); i++) {
      long time = a.time(i);
      greatest = Math.max(greatest, Math.abs(a.cumulative(time) - b.cumulative(time)));
    }
    return greatest;
  }
}
