package org.espalier.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long mapping events of a live service took since it was started.
 *
 * @param count how many there were
 * @param mean in milliseconds; NaN if there were none
 * @param most time in milliseconds that 99 of 100 took at most
 */
record EventTimes(long count, double mean, double most) {
  private static final String NAME = "espalier_mapping_event_seconds";
  private static final String BUCKET = NAME + "_bucket{le=\"";
  private static final double MILLIS = 1000;
  private static final double SHARE = 0.99;

  /** Asks a service. */
  static EventTimes read(ServiceClient client) {
    try (var lines = client.lines("/metrics")) {
      return of(lines.filter(line -> line.startsWith(NAME)).toList());
    }
  }

  /** Of the lines of the histogram in the Prometheus text format. */
  static EventTimes of(List<String> lines) {
    Map<Double, Long> buckets = new LinkedHashMap<>();
    double sum = 0;
    long count = 0;
    for (String line : lines) {
      double value = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      if (line.startsWith(BUCKET)) {
        String bound = line.substring(BUCKET.length(), line.indexOf('"', BUCKET.length()));
        buckets.put(bound(bound), (long) value);
      } else if (line.startsWith(NAME + "_sum")) {
        sum = value;
      } else if (line.startsWith(NAME + "_count")) {
        count = (long) value;
      }
    }
    return new EventTimes(count, MILLIS * sum / count, MILLIS * quantile(buckets, count));
  }

  private static double bound(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  private static double quantile(Map<Double, Long> buckets, long count) {
    return buckets.entrySet().stream()
        .filter(bucket -> bucket.getValue() >= SHARE * count)
        .mapToDouble(Map.Entry::getKey)
        .min()
        .orElse(Double.NaN);
  }

  @Override
  public String toString() {
    return count == 0
        ? "mapping events: none yet"
        : String.format(
            Locale.ROOT,
            "mapping events: %d, mean %.2f ms, 99 %% within %.1f ms",
            count,
            mean,
            most);
  }
}
