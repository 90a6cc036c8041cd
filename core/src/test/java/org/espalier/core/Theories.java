package org.espalier.core;

import org.quicktheories.QuickTheory;
import org.quicktheories.core.RandomnessSource;
import org.quicktheories.impl.Constraint;

/** How the property tests of the core draw their examples. */
public final class Theories {
  private Theories() {}

  /**
   * Theories with the same examples at every run; {@code -Despalier.seed=N} tries others. A failing
   * example is shrunk before it is shown.
   */
  public static QuickTheory theory() {
    return QuickTheory.qt().withFixedSeed(Long.getLong("espalier.seed", 1));
  }

  /** A number in [from, to], which shrinks towards {@code from}. */
  public static long draw(RandomnessSource random, long from, long to) {
    return random.next(Constraint.between(from, to).withShrinkPoint(from));
  }

  /** A number in [from, to], which shrinks towards {@code from}. */
  public static int draw(RandomnessSource random, int from, int to) {
    return (int) draw(random, (long) from, (long) to);
  }

  /** One of some values, which shrinks towards the first. */
  @SafeVarargs
  public static <T> T pick(RandomnessSource random, T... values) {
    return values[draw(random, 0, values.length - 1)];
  }
}
