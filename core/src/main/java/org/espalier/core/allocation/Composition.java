package org.espalier.core.allocation;

import java.util.Arrays;

/**
 * One composition of a machine queue: which tasks it holds, in which order. All states of the queue
 * share it while that stays so.
 *
 * <p>Time passes and renews the tail of the queue, which so has one version after the other. A
 * version is the number of the composition, then in 32 bits that of the renewal.
 *
 * <p>The times of the versions with a running task are kept. There are at most as many as its
 * execution time has impulses; those of an idle machine, which would grow without end, are not
 * kept.
 */
final class Composition {
  private static final int RENEWAL_BITS = 32;

  /** Stands for no composition where one is asked for. */
  static final long NONE = 0;

  private static final int FEW = 4;

  private final long number;
  private final long grownFrom;
  private final int firstBusy;
  private long[] times = new long[FEW];

  private Composition(long number, long grownFrom, int firstBusy) {
    this.number = number;
    this.grownFrom = grownFrom;
    this.firstBusy = firstBusy;
  }

  /**
   * A new one.
   *
   * @param number that no other composition of the machine's queue has had, never 0
   * @param grownFrom number of the composition to which it adds a task; {@link #NONE} if it was
   *     made otherwise
   */
  static Composition of(long number, long grownFrom) {
    return new Composition(number, grownFrom, 0);
  }

  /** The same tasks, of which the first begins to run with a version; those before were idle. */
  Composition startedAt(long version) {
    return new Composition(number, grownFrom, (int) version);
  }

  /** Number of the composition that a version belongs to. */
  static long numberOf(long version) {
    return version >>> RENEWAL_BITS;
  }

  /** Number of the composition to which this one adds a task, or {@link #NONE}. */
  long grownFrom() {
    return grownFrom;
  }

  /** The version before any renewal. */
  long firstVersion() {
    return number << RENEWAL_BITS;
  }

  /** A version stands for the queue from a time on. */
  void renewed(long version, long time) {
    int renewal = (int) version;
    if (renewal >= times.length) {
      times = Arrays.copyOf(times, 2 * renewal);
    }
    times[renewal] = time;
  }

  /** Whether nothing ran at the time of a version. */
  boolean wasIdle(long version) {
    return (int) version < firstBusy;
  }

  /** The time of a version with a running task, in ticks. */
  long time(long version) {
    return times[(int) version];
  }
}
