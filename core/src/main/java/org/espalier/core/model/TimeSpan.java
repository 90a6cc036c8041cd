package org.espalier.core.model;

/**
 * A span of time, such as the part of a trial that is measured.
 *
 * @param start its first tick; may be before time 0
 * @param end the first tick behind it
 */
public record TimeSpan(long start, long end) {
  /** All time. */
  public static final TimeSpan ALWAYS = new TimeSpan(0, Long.MAX_VALUE);

  /** A time that never comes, in ticks. */
  public static final long NEVER = Long.MAX_VALUE;

  public TimeSpan {
    if (end <= start) {
      throw new IllegalArgumentException(
          "a span of time goes from tick %s to %s; expected one that ends after it begins"
              .formatted(start, end));
    }
  }

  /** Whether an instant lies in it. */
  public boolean contains(long time) {
    return start <= time && time < end;
  }

  /** Whether what began and ended at these times ended in it: its last tick lies in it. */
  public boolean containsEndOf(long from, long to) {
    return contains(Math.max(from, to - 1));
  }

  /** The ticks from one time to another that lie in it. */
  public long ticksOf(long from, long to) {
    return Math.max(0, Math.min(to, end) - Math.max(from, start));
  }

  /** The part of a time that lies in it: of the whole, all of it if the time is empty. */
  public double share(long from, long to) {
    if (to == from) {
      return contains(from) ? 1 : 0;
    }
    return ticksOf(from, to) / (double) (to - from);
  }
}
