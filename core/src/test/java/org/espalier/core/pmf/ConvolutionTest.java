package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.pmf.PmfAssert.assertPmf;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The faster convolutions against the plain double loop, on sizes that are awkward for them. */
class ConvolutionTest {
  private static final double TOLERANCE = 1e-15;

  /** Lengths around whole blocks of rows and around powers of two, and both sides very unlike. */
  static Stream<int[]> sizes() {
    IntStream lengths = IntStream.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33, 100, 129);
    Stream<int[]> all = lengths.boxed().flatMap(ConvolutionTest::withAnyOther);
    return Stream.concat(all, Stream.of(new int[] {100, 600}, new int[] {1, 2000}));
  }

  private static Stream<int[]> withAnyOther(int left) {
    return IntStream.of(1, 2, 3, 4, 5, 7, 8, 13, 31, 32, 64, 127)
        .mapToObj(right -> new int[] {left, right});
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void everyWayGivesThePlainSums(int[] size) {
    for (int seed = 0; seed < 4; seed++) {
      double[] left = masses(size[0], seed);
      double[] right = masses(size[1], seed + 10);
      int whole = left.length + right.length - 1;
      for (int length : new int[] {1, 2, 3, 4, 5, (whole + 1) / 2, whole - 3, whole - 1, whole}) {
        if (length >= 1 && length <= whole) {
          compare(left, right, length);
        }
      }
    }
  }

  private static void compare(double[] left, double[] right, int length) {
    double[] expected = plain(left, right, length);
    int l = Math.min(left.length, length);
    int r = Math.min(right.length, length);
    assertClose(Convolution.of(left, left.length, pmf(right), length), expected);
    assertClose(by(Convolution::plainly, left, l, right, r, length), expected);
    assertClose(by(staggered(Convolution::movingSums), left, l, right, r, length), expected);
    assertClose(by(staggered(Convolution::movingWindow), left, l, right, r, length), expected);
  }

  @Test
  void onlyTheFirstMassesCount() {
    double[] left = masses(50, 1);
    double[] right = masses(70, 2);
    double[] ofLeft = Arrays.copyOf(left, 13);
    double[] cut = plain(ofLeft, Arrays.copyOf(right, 9), 21);

    assertClose(Convolution.of(left, 13, pmf(right), Integer.MAX_VALUE), plain(ofLeft, right, 82));
    assertClose(by(staggered(Convolution::movingSums), left, 13, right, 9, 21), cut);
    assertClose(by(staggered(Convolution::movingWindow), left, 13, right, 9, 21), cut);
  }

  /** Keeps an array that may end with zeros and is no distribution. */
  private static Pmf pmf(double[] masses) {
    return new Pmf(0, 1, masses);
  }

  /** What a PMF keeps for the next convolution is not changed by one. */
  @Test
  void anotherConvolutionWithTheSamePmfIsTheSame() {
    double[] left = masses(37, 3);
    Pmf right = pmf(masses(29, 4));
    double[] first = Convolution.of(left, 37, right, 40);
    Convolution.of(masses(11, 5), 11, right, 12);

    assertThat(Convolution.of(left, 37, right, 40)).containsExactly(first);
  }

  /** One way to convolve. */
  private interface Way {
    void put(
        double[] left, int leftCount, double[] right, int rightCount, double[] out, int length);
  }

  /** One way to add staggered copies. */
  private interface StaggeredWay {
    void put(double[] left, int leftCount, Staggered right, double[] out, int length);
  }

  private static Way staggered(StaggeredWay way) {
    return (left, leftCount, right, rightCount, out, length) ->
        way.put(left, leftCount, new Staggered(Arrays.copyOf(right, rightCount)), out, length);
  }

  /** Into an array with room to spare, of which nothing but the sums is touched. */
  private static double[] by(
      Way way, double[] left, int leftCount, double[] right, int rightCount, int length) {
    double[] out = new double[length + 5];
    way.put(left, leftCount, right, rightCount, out, length);
    assertThat(Arrays.equals(Arrays.copyOfRange(out, length, out.length), new double[5])).isTrue();
    return Arrays.copyOf(out, length);
  }

  @Test
  void longOnesStayDistributions() {
    Pmf left = Pmf.normalised(0, 5, masses(2200, 3));
    Pmf right = Pmf.normalised(10, 5, masses(1800, 4));

    Pmf sum = left.plus(right);

    assertPmf(sum).isSound();
    double[] plain = plain(left.masses(), right.masses(), left.size() + right.size() - 1);
    assertPmf(sum).isCloseTo(Pmf.normalised(left.origin() + right.origin(), 5, plain), 1e-9);
  }

  private static void assertClose(double[] actual, double[] expected) {
    if (!isClose(actual, expected)) { // millions of numbers are compared without boxing them
      assertThat(actual).containsExactly(expected, within(TOLERANCE));
    }
  }

  private static boolean isClose(double[] actual, double[] expected) {
    return actual.length == expected.length
        && IntStream.range(0, actual.length)
            .allMatch(i -> Math.abs(actual[i] - expected[i]) <= TOLERANCE);
  }

  /** Some of them without mass, and whole runs of them. */
  private static double[] masses(int count, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] masses = new double[count];
    for (int i = 0; i < count; i++) {
      boolean empty = (seed % 2 == 1 && random.nextInt(3) == 0) || i % 16 > 10 + seed;
      masses[i] = empty ? 0 : random.nextDouble() / count;
    }
    masses[0] = 0.5 / count;
    return masses;
  }

  private static double[] plain(double[] left, double[] right, int length) {
    double[] out = new double[length];
    for (int i = 0; i < left.length; i++) {
      for (int k = 0; k < right.length; k++) {
        if (i + k < length) {
          out[i + k] += left[i] * right[k];
        }
      }
    }
    return out;
  }
}
