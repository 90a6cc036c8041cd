package org.espalier.profiler.probe;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A cache that cachegrind can simulate: the number of its sets, and of the bytes of a line, is a
 * power of two.
 */
record CacheGeometry(long bytes, int ways, int lineBytes) {
  private static final int USUAL_WAYS = 16;
  private static final int LEAST_LINE_BYTES = 16;
  private static final int MOST_DOUBLINGS = 40;

  /** Returns the one that is nearest to a cache in size and, of those, in ways. */
  static CacheGeometry nearest(Topology.Cache cache) {
    int line = Math.max(LEAST_LINE_BYTES, Integer.highestOneBit(Math.max(1, cache.lineBytes())));
    int ways = cache.ways() > 0 ? cache.ways() : USUAL_WAYS;
    double lines = Math.max(2.0, cache.bytes() / (double) line);
    return IntStream.range(0, MOST_DOUBLINGS)
        .mapToObj(doublings -> withSets(lines, line, doublings))
        .min(
            Comparator.comparing((CacheGeometry it) -> it.waysAreFar(ways))
                .thenComparing(it -> Math.abs(it.bytes - cache.bytes()))
                .thenComparing(it -> it.waysFrom(ways)))
        .orElseThrow();
  }

  private static CacheGeometry withSets(double lines, int line, int doublings) {
    long sets = 1L << doublings;
    int ways = Math.clamp(Math.round(lines / sets), 1, Integer.MAX_VALUE);
    return new CacheGeometry(sets * ways * line, ways, line);
  }

  private boolean waysAreFar(int wanted) {
    return ways > 2 * wanted || 2 * ways < wanted;
  }

  private double waysFrom(int wanted) {
    return Math.abs(Math.log((double) ways / wanted));
  }

  /** Whether it is as the cache is; ways that are unknown do not matter. */
  boolean isExactly(Topology.Cache cache) {
    return bytes == cache.bytes()
        && lineBytes == cache.lineBytes()
        && (cache.ways() == 0 || ways == cache.ways());
  }

  /** Returns it as an option of cachegrind has it. */
  String option() {
    return "%s,%s,%s".formatted(bytes, ways, lineBytes);
  }
}
