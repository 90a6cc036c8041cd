package org.espalier.service.config;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.service.live.Urgency;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Quantities;

/**
 * Reads how what tasks are worth may change with time:
 *
 * <pre>{@code
 * urgencies:
 *   high: {30 s: 1, 2 min: 0.5, 5 min: 0}
 * }</pre>
 */
final class UrgencyReader {
  private UrgencyReader() {}

  static Map<String, Urgency> read(DocumentNode root) {
    return root.block("urgencies").each((_, block) -> urgency(block));
  }

  private static Optional<Urgency> urgency(DocumentNode block) {
    NavigableMap<Duration, Double> shares = new TreeMap<>();
    for (String key : block.keys()) {
      Optional<Duration> time = Quantities.duration(key);
      if (time.isEmpty()) {
        block.report(key, "is no time", "write " + Quantities.DURATION_HINT);
      }
      Optional<Double> share = block.number(key, 0, 1).find();
      if (time.isPresent() && share.isPresent() && shares.put(time.get(), share.get()) != null) {
        block.report(key, "is a time that stands twice", "leave one out");
      }
    }
    if (shares.isEmpty() || shares.size() < block.keys().size()) {
      block.rejectUnknownKeys();
      return Optional.empty();
    }
    return Optional.of(new Urgency(shares));
  }
}
