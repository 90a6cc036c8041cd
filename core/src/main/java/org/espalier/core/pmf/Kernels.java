package org.espalier.core.pmf;

/** The inner loops on mass arrays; they trust their arguments. */
final class Kernels {
  private Kernels() {}

  /**
   * Running sums of the first {@code count} masses, four at a time, so that three of four additions
   * need not wait for the one before.
   */
  static double[] runningSums(double[] masses, int count) {
    double[] sums = new double[count];
    double sum = 0;
    int i = 0;
    for (; i + 3 < count; i += 4) {
      double two = masses[i] + masses[i + 1];
      double three = two + masses[i + 2];
      double four = two + (masses[i + 2] + masses[i + 3]);
      sums[i] = sum + masses[i];
      sums[i + 1] = sum + two;
      sums[i + 2] = sum + three;
      sum += four;
      sums[i + 3] = sum;
    }
    for (; i < count; i++) {
      sum += masses[i];
      sums[i] = sum;
    }
    return sums;
  }

  /**
   * Running sums in an array one longer than its argument: result[j] is the sum of the first j
   * values.
   */
  static double[] shiftedRunningSums(double[] values) {
    double[] sums = new double[values.length + 1];
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i];
      sums[i + 1] = sum;
    }
    return sums;
  }

  /** The sum of {@code i * masses[i]}, in four partial sums. */
  static double meanIndex(double[] masses) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < masses.length; i += 4) {
      a += i * masses[i];
      b += (i + 1) * masses[i + 1];
      c += (i + 2) * masses[i + 2];
      d += (i + 3) * masses[i + 3];
    }
    for (; i < masses.length; i++) {
      a += i * masses[i];
    }
    return (a + b) + (c + d);
  }

  /**
   * The sum over k in [from, to) of {@code forward[k] * backward[last - k]}, with four partial sums
   * so that additions need not wait for one another.
   */
  static double reversedDot(double[] forward, int from, int to, double[] backward, int last) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int k = from;
    for (; k + 3 < to; k += 4) {
      a += forward[k] * backward[last - k];
      b += forward[k + 1] * backward[last - k - 1];
      c += forward[k + 2] * backward[last - k - 2];
      d += forward[k + 3] * backward[last - k - 3];
    }
    for (; k < to; k++) {
      a += forward[k] * backward[last - k];
    }
    return (a + b) + (c + d);
  }

  /**
   * The sum over k in [from, to) of {@code forward[k]} times {@code backward} at {@code last - k -
   * part}, taken linearly between its points; {@code last - to >= 0}.
   */
  static double reversedDotBetween(
      double[] forward, int from, int to, double[] backward, int last, double part) {
    if (part == 0) {
      return reversedDot(forward, from, to, backward, last);
    }
    double a = 0;
    double b = 0;
    double before = from < to ? backward[last - from] : 0;
    int k = from;
    for (; k + 1 < to; k += 2) {
      double middle = backward[last - k - 1];
      double after = backward[last - k - 2];
      a += forward[k] * (before + part * (middle - before));
      b += forward[k + 1] * (middle + part * (after - middle));
      before = after;
    }
    if (k < to) {
      a += forward[k] * (before + part * (backward[last - k - 1] - before));
    }
    return a + b;
  }
}
