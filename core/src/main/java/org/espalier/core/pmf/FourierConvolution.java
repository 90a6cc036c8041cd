package org.espalier.core.pmf;

import org.jspecify.annotations.Nullable;

/**
 * The convolution of long arrays of masses by the fast Fourier transform: in n log n steps instead
 * of a product of lengths.
 *
 * <p>One array is put into the real and the other into the imaginary part of a single sequence z
 * with transform Z. Since both are real, the transform of their convolution at k is {@code (Z[k]^2
 * - conj(Z[-k])^2) / 4i}, and one more transform gives it back. What is left of rounding, some
 * 1e-17, is cut off, so that no mass is negative and ranges do not grow.
 */
final class FourierConvolution {
  /** Sums below this are no more than rounding: arrays of masses sum to 1 at most. */
  private static final double NOISE = 1e-16;

  /** Circles by the logarithm of their size, made on first use; a race makes equal ones. */
  private static final @Nullable Circle[] CIRCLES = new Circle[Integer.SIZE];

  /** exp(-2 pi i k / n) for k in the first half of [0, n). */
  private record Circle(double[] cosines, double[] sines) {
    static Circle of(int log) {
      Circle known = CIRCLES[log];
      if (known == null) {
        known = new Circle(new double[1 << (log - 1)], new double[1 << (log - 1)]);
        for (int k = 0; k < known.cosines.length; k++) {
          double angle = -2 * Math.PI * k / (1 << log);
          known.cosines[k] = Math.cos(angle);
          known.sines[k] = Math.sin(angle);
        }
        CIRCLES[log] = known;
      }
      return known;
    }
  }

  private FourierConvolution() {}

  /** The logarithm of the size of the transform that holds so many sums. */
  static int logSize(int sums) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(sums - 1);
  }

  /** See {@link Convolution#into}. */
  static void into(
      double[] left, int leftCount, double[] right, int rightCount, double[] out, int length) {
    int log = logSize(leftCount + rightCount - 1);
    double[] re = padded(left, leftCount, 1 << log);
    double[] im = padded(right, rightCount, 1 << log);
    transform(re, im, log);
    multiply(re, im);
    transform(im, re, log); // parts exchanged: the inverse, but for the factor
    scale(re, 1.0 / (1 << log), out, length);
  }

  private static double[] padded(double[] masses, int count, int size) {
    double[] padded = new double[size];
    System.arraycopy(masses, 0, padded, 0, count);
    return padded;
  }

  private static void scale(double[] sums, double factor, double[] out, int length) {
    for (int i = 0; i < length; i++) {
      double sum = sums[i] * factor;
      out[i] = sum < NOISE ? 0 : sum;
    }
  }

  /** Replaces Z by the transform of the convolution. */
  private static void multiply(double[] re, double[] im) {
    int n = re.length;
    for (int k = 0; k <= n / 2; k++) {
      int m = (n - k) & (n - 1);
      double squares = re[k] * re[k] - im[k] * im[k] - (re[m] * re[m] - im[m] * im[m]);
      double products = 2 * (re[k] * im[k] + re[m] * im[m]);
      re[k] = products / 4;
      im[k] = -squares / 4;
      re[m] = re[k];
      im[m] = -im[k];
    }
  }

  /** The transform in place, with factors exp(-2 pi i / n). */
  private static void transform(double[] re, double[] im, int log) {
    reverseBits(re, im, log);
    for (int stage = 1; stage <= log; stage++) {
      Circle circle = Circle.of(stage);
      for (int begin = 0; begin < re.length; begin += 1 << stage) {
        combine(re, im, begin, circle.cosines, circle.sines);
      }
    }
  }

  /** Combines the transforms of two neighbouring parts into that of both. */
  private static void combine(
      double[] re, double[] im, int begin, double[] cosines, double[] sines) {
    int half = cosines.length;
    for (int k = 0; k < half; k++) {
      int low = begin + k;
      int high = low + half;
      double x = re[high] * cosines[k] - im[high] * sines[k];
      double y = re[high] * sines[k] + im[high] * cosines[k];
      re[high] = re[low] - x;
      im[high] = im[low] - y;
      re[low] += x;
      im[low] += y;
    }
  }

  private static void reverseBits(double[] re, double[] im, int log) {
    for (int i = 1; i < re.length; i++) {
      int j = Integer.reverse(i) >>> (Integer.SIZE - log);
      if (i < j) {
        exchange(re, i, j);
        exchange(im, i, j);
      }
    }
  }

  private static void exchange(double[] values, int i, int j) {
    double value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}
