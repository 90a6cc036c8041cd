package org.espalier.testsupport;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How much of a long test runs: all of it in {@code ./verify --full}, which sets {@code
 * -Despalier.full=true}, else a sample. The date is the seed of the sample; {@code
 * -Despalier.sample=2026-11-28} takes that of another day.
 */
public final class TestSample {
  private static final boolean FULL = Boolean.getBoolean("espalier.full");
  private static final LocalDate DAY =
      LocalDate.parse(
          System.getProperty("espalier.sample", LocalDate.now(ZoneOffset.UTC).toString()));

  private TestSample() {}

  /** Whether all of each test runs. */
  public static boolean isFull() {
    return FULL;
  }

  /** The date of the sample, as {@code -Despalier.sample} takes it. */
  public static String day() {
    return DAY.toString();
  }

  /** A seed for what a test draws. It is the same all day. */
  public static long seed() {
    return DAY.toEpochDay();
  }

  /** Different numbers from 0 to {@code all} - 1: in a full run all of them, else a few. */
  public static IntStream of(int few, int all) {
    return FULL ? IntStream.range(0, all) : new Random(seed()).ints(0, all).distinct().limit(few);
  }
}
