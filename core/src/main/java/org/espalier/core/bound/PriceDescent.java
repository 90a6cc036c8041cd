package org.espalier.core.bound;

/**
 * Steps by which prices go down to where a bound is least. Such a bound is convex in the prices,
 * and the share of what is priced that nobody takes is its slope.
 *
 * <p>Each price follows its own average of recent slopes over the root of the average of their
 * squares (Kingma and Ba, "Adam", 2015), and does not fall below 0. Not safe for use by several
 * threads.
 */
public final class PriceDescent {
  private static final double MEAN_KEPT = 0.8;
  private static final double SQUARE_KEPT = 0.9;
  private static final double LEAST_ROOT = 1e-3;

  private final double[][] mean;
  private final double[][] square;
  private double meanShare;
  private double squareShare;

  /** Before the first step. */
  public PriceDescent(int rows, int columns) {
    mean = new double[rows][columns];
    square = new double[rows][columns];
  }

  /** Begins a step, in which each price may be moved once. */
  public void begin(int step) {
    if (step < 1) {
      throw new IllegalArgumentException("step is %s; expected 1 or more".formatted(step));
    }
    meanShare = 1 - Math.pow(MEAN_KEPT, step);
    squareShare = 1 - Math.pow(SQUARE_KEPT, step);
  }

  /**
   * A price after the step.
   *
   * @param idle the share that nobody takes; negative if too much is taken
   * @param length how far prices move at most, about
   */
  public double moved(int row, int column, double price, double idle, double length) {
    double slope = price == 0 && idle > 0 ? 0 : idle;
    mean[row][column] = MEAN_KEPT * mean[row][column] + (1 - MEAN_KEPT) * slope;
    square[row][column] = SQUARE_KEPT * square[row][column] + (1 - SQUARE_KEPT) * slope * slope;
    double root = Math.sqrt(square[row][column] / squareShare) + LEAST_ROOT;
    return Math.max(0, price - length * (mean[row][column] / meanShare) / root);
  }
}
