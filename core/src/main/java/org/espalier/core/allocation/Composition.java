package org.espalier.core.allocation;

/**
 * Numbers of compositions of a machine queue: which tasks it holds, in which order. All states of
 * the queue have one while that stays so.
 *
 * <p>Time passes and renews the tail of the queue, which so has one version after the other. A
 * version is the number of the composition, then in 32 bits that of the renewal.
 */
final class Composition {
  private static final int RENEWAL_BITS = 32;

  /** Stands for no composition where one is asked for. */
  static final long NONE = 0;

  private long last;

  /** Number of the composition that a version belongs to. */
  static long numberOf(long version) {
    return version >>> RENEWAL_BITS;
  }

  /** The version, before any renewal, of a composition that is none of those before. */
  long next() {
    return ++last << RENEWAL_BITS;
  }
}
