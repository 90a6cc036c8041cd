package org.espalier.core.pmf;

/**
 * Several copies of an array of masses, each a place further on than the one before, with zeros in
 * the other places. {@link Convolution} adds them by rows.
 */
final class Staggered {
  /** How many copies there are. */
  static final int COPIES = 8;

  private final double[][] copies = new double[COPIES][];

  Staggered(double[] masses) {
    for (int by = 0; by < COPIES; by++) {
      copies[by] = new double[masses.length + COPIES - 1];
      System.arraycopy(masses, 0, copies[by], by, masses.length);
    }
  }

  /** The copy that is so many places further on; not to be written. */
  double[] copy(int by) {
    return copies[by];
  }

  /** The length of each copy. */
  int width() {
    return copies[0].length;
  }
}
