package org.espalier.profiler.measure;

/**
 * What is measured of a run besides its time.
 *
 * @param counters instructions and misses by hardware counters
 * @param energy energy
 */
public record Wanted(boolean counters, boolean energy) {
  /** Only time. */
  public static final Wanted TIME = new Wanted(false, false);
}
