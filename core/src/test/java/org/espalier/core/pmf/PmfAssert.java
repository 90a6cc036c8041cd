package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;
import org.assertj.core.api.AbstractAssert;

/** Compares PMFs mass by mass, and knows what every PMF must keep to. */
public final class PmfAssert extends AbstractAssert<PmfAssert, Pmf> {
  private PmfAssert(Pmf actual) {
    super(actual, PmfAssert.class);
  }

  /** About a PMF. */
  public static PmfAssert assertPmf(Pmf actual) {
    return new PmfAssert(actual);
  }

  /** Its masses are those of another at the same times, wherever the lattices lie. */
  public PmfAssert isCloseTo(Pmf expected, double tolerance) {
    Map<Long, Double> difference = new TreeMap<>(byTime(actual));
    byTime(expected).forEach((time, mass) -> difference.merge(time, -mass, Double::sum));
    difference.forEach((time, gap) -> {
      if (!(Math.abs(gap) <= tolerance)) {
        failWithMessage(
            "mass at %s differs by %s%n  actual %s%n  expected %s",
            time, gap, byTime(actual), byTime(expected));
      }
    });
    return this;
  }

  /**
   * Its probability of being strictly before a time is as another computes it, up to a horizon: on
   * the lattice, a tick to either side of it, and beyond both ends.
   */
  public PmfAssert isDistributedAs(LongToDoubleFunction before, long horizon) {
    for (int i = -2; i < actual.size() + 2; i++) {
      long last = Math.min(actual.time(i) + 1, horizon);
      for (long time = actual.time(i) - 1; time <= last; time++) {
        assertThat(before.applyAsDouble(time))
            .as("before %d", time)
            .isCloseTo(actual.cumulative(time - 1), within(1e-12));
      }
    }
    return this;
  }

  /** Masses not negative, summing to 1 within 1e-9, the first and last positive. */
  public PmfAssert isSound() {
    double sum = 0;
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.mass(i)).isGreaterThanOrEqualTo(0);
      sum += actual.mass(i);
    }
    assertThat(Math.abs(sum - 1)).as("sum - 1").isLessThanOrEqualTo(Pmf.SUM_TOLERANCE);
    assertThat(actual.mass(0)).isPositive();
    assertThat(actual.mass(actual.size() - 1)).isPositive();
    return this;
  }

  /** Its positive masses by time. */
  static Map<Long, Double> byTime(Pmf pmf) {
    Map<Long, Double> masses = new TreeMap<>();
    for (int i = 0; i < pmf.size(); i++) {
      if (pmf.mass(i) > 0) {
        masses.put(pmf.time(i), pmf.mass(i));
      }
    }
    return masses;
  }
}
