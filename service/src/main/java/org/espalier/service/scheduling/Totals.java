package org.espalier.service.scheduling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Overview;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * How many tasks left by which fate: since the very first start, and of late. How many of a type
 * have failed in a row, since the process started.
 */
final class Totals {
  /** The totals of the very first start. */
  static final String NONE = "{}";

  private static final TypeReference<Map<Fate, Long>> COUNTS = new TypeReference<>() {};
  private final Map<Fate, Long> all = new EnumMap<>(Fate.class);

  /** Failures in a row that an operator is told of. */
  private static final int MANY_FAILURES = 20;

  private final Deque<Fate> recent = new ArrayDeque<>();
  private final Map<String, Integer> failedInARow = new TreeMap<>();

  /** Totals of an earlier process. */
  static Totals of(String state) {
    Totals totals = new Totals();
    totals.all.putAll(JsonMapper.shared().readValue(state, COUNTS));
    return totals;
  }

  /** Takes over from totals of the same tasks how they left of late. */
  void recall(Totals earlier) {
    recent.addAll(earlier.recent);
    failedInARow.putAll(earlier.failedInARow);
  }

  void add(String type, Fate fate) {
    if (fate == Fate.FAILED) {
      failedInARow.merge(type, 1, Integer::sum);
    } else if (fate == Fate.ON_TIME || fate == Fate.LATE) {
      failedInARow.remove(type);
    }
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

  /** Task types of which many failed in a row: chances of success are of time alone. */
  Stream<String> notices() {
    return failedInARow.entrySet().stream()
        .filter(type -> type.getValue() >= MANY_FAILURES)
        .map(type ->
            ("the last %s tasks of type %s that were executed failed; their chance of success does"
                    + " not count that")
                .formatted(type.getValue(), type.getKey()));
  }

  /** To be read by {@link #of}. */
  String state() {
    return JsonMapper.shared().writeValueAsString(all);
  }
}
