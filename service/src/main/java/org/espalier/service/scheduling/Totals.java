package org.espalier.service.scheduling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Overview;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** How many tasks left by which fate: since the very first start, and of late. */
final class Totals {
  /** The totals of the very first start. */
  static final String NONE = "{}";

  private static final TypeReference<Map<Fate, Long>> COUNTS = new TypeReference<>() {};
  private final Map<Fate, Long> all = new EnumMap<>(Fate.class);
  private final Deque<Fate> recent = new ArrayDeque<>();

  /** Totals of an earlier process. */
  static Totals of(String state) {
    Totals totals = new Totals();
    totals.all.putAll(JsonMapper.shared().readValue(state, COUNTS));
    return totals;
  }

  /** Takes over from totals of the same tasks how they left of late. */
  void recall(Totals earlier) {
    recent.addAll(earlier.recent);
  }

  void add(Fate fate) {
    all.merge(fate, 1L, Long::sum);
    recent.addLast(fate);
    if (recent.size() > Overview.RECENT) {
      recent.removeFirst();
    }
  }

  Map<Fate, Long> all() {
    return Map.copyOf(all);
  }

  Map<Fate, Long> recent() {
    Map<Fate, Long> counts = new EnumMap<>(Fate.class);
    recent.forEach(fate -> counts.merge(fate, 1L, Long::sum));
    return counts;
  }

  /** To be read by {@link #of}. */
  String state() {
    return JsonMapper.shared().writeValueAsString(all);
  }
}
