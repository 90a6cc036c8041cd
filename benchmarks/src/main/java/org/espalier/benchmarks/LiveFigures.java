package org.espalier.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What {@code /metrics} says, by the name of the sample with its labels. */
record LiveFigures(Map<String, Double> values) {
  static LiveFigures parse(String text) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
      int blank = line.lastIndexOf(' ');
      values.put(line.substring(0, blank), Double.parseDouble(line.substring(blank + 1)));
    }
    return new LiveFigures(values);
  }

  double get(String name) {
    return values.getOrDefault(name, 0.0);
  }

  /** Sum of all samples of a name, whatever their labels. */
  double sum(String name) {
    return values.entrySet().stream()
        .filter(e -> e.getKey().equals(name) || e.getKey().startsWith(name + "{"))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** Durations since earlier figures: how many were at most so long, and a bound on the p99. */
  String durations(String name, LiveFigures before) {
    double count = get(name + "_count") - before.get(name + "_count");
    TreeMap<Double, Double> upTo = new TreeMap<>();
    String bucket = name + "_bucket{le=\"";
    for (String key : values.keySet()) {
      if (key.startsWith(bucket)) {
        String bound = key.substring(bucket.length(), key.length() - 2).replace("+Inf", "Infinity");
        upTo.put(Double.parseDouble(bound), get(key) - before.get(key));
      }
    }
    double sum = get(name + "_sum") - before.get(name + "_sum");
    return String.format(
        Locale.ROOT,
        "%,.0f, mean %.2f ms, %s, %s, at most 20 ms: %.2f %%, longest at most %.0f ms",
        count,
        1000 * sum / count,
        quantile(0.5, count, upTo),
        quantile(0.99, count, upTo),
        100 * upTo.getOrDefault(0.02, Double.NaN) / count,
        1000 * bound(1, count, upTo));
  }

  private static String quantile(double share, double count, TreeMap<Double, Double> upTo) {
    return String.format(
        Locale.ROOT, "p%.0f at most %.1f ms", 100 * share, 1000 * bound(share, count, upTo));
  }

  /** Seconds that so large a share took at most. */
  private static double bound(double share, double count, TreeMap<Double, Double> upTo) {
    return upTo.entrySet().stream()
        .filter(e -> e.getValue() >= share * count)
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(Double.NaN);
  }
}
