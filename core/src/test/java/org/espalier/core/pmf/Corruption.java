package org.espalier.core.pmf;

/** Breaks what nobody may break, to see that it is noticed. */
public final class Corruption {
  private Corruption() {}

  /** Turns the masses of a PMF around, in place. */
  public static void reverse(Pmf pmf) {
    double[] masses = pmf.array();
    for (int i = 0, j = masses.length - 1; i < j; i++, j--) {
      double mass = masses[i];
      masses[i] = masses[j];
      masses[j] = mass;
    }
  }
}
