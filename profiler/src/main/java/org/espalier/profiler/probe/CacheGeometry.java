package org.espalier.profiler.probe;

/**
 * A cache that cachegrind can simulate: the number of its sets, and of the bytes of a line, is a
 * power of two.
 */
record CacheGeometry(long bytes, int ways, int lineBytes) {
  private static final int USUAL_WAYS = 16;
  private static final int LEAST_LINE_BYTES = 16;

  /** Returns one like a cache: as many sets as go with its ways, and ways for its size. */
  static CacheGeometry nearest(Topology.Cache cache) {
    int line = Math.max(LEAST_LINE_BYTES, Integer.highestOneBit(Math.max(1, cache.lineBytes())));
    int wanted = cache.ways() > 0 ? cache.ways() : USUAL_WAYS;
    double lines = Math.max(2.0, cache.bytes() / (double) line);
    long sets = 1L << Math.max(0, Math.round(Math.log(lines / wanted) / Math.log(2)));
    int ways = Math.clamp(Math.round(lines / sets), 1, Integer.MAX_VALUE);
    return new CacheGeometry(sets * ways * line, ways, line);
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
