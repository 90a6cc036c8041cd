package org.espalier.profiler.probe;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Caches and sizes in words. */
final class CacheText {
  private CacheText() {}

  /** Returns the levels with their sizes, as "L1 48 KiB, L2 2 MiB, L3 32 MiB". */
  static String of(List<Topology.Cache> caches) {
    return caches.stream()
        .map(cache -> "L%s %s".formatted(cache.level(), bytes(cache.bytes())))
        .collect(Collectors.joining(", "));
  }

  /** Returns a size in the greatest unit in which it is at least one. */
  static String bytes(long bytes) {
    if (bytes >= 1L << 30) {
      return rounded(bytes / (double) (1L << 30)) + " GiB";
    }
    if (bytes >= 1L << 20) {
      return rounded(bytes / (double) (1L << 20)) + " MiB";
    }
    return rounded(bytes / (double) (1L << 10)) + " KiB";
  }

  private static String rounded(double number) {
    return number == Math.rint(number)
        ? String.valueOf((long) number)
        : String.format(Locale.ROOT, "%.1f", number);
  }
}
