package org.espalier.service.scheduling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.learning.Verdicts;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Run;
import org.espalier.service.live.TypeFigures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** How many tasks left by which fate: since the very first start, and of late. */
final class Totals {
  private static final Logger LOG = LoggerFactory.getLogger(Totals.class);

  /** The totals of the very first start. */
  static final String NONE = "{}";

  private static final TypeReference<Map<Fate, Long>> COUNTS = new TypeReference<>() {};
  private final Map<Fate, Long> all = new EnumMap<>(Fate.class);

  private final Deque<Fate> recent = new ArrayDeque<>();
  private final Map<String, Deque<Gone>> lastOfType = new TreeMap<>();
  private Verdicts verdicts = new Verdicts();

  private record Gone(
      Fate fate,
      long time,
      long response,
      double worth,
      double earned,
      String why,
      boolean poorer) {}

  /** Totals of an earlier process. */
  static Totals of(String state) {
    Totals totals = new Totals();
    totals.all.putAll(JsonMapper.shared().readValue(state, COUNTS));
    return totals;
  }

  /** Takes over from totals of the same tasks how they left of late. */
  void recall(Totals earlier) {
    recent.addAll(earlier.recent);
    lastOfType.putAll(earlier.lastOfType);
    verdicts = earlier.verdicts;
  }

  /** A task has left, by which so much was earned. */
  void add(LiveTask task, Ending ending, double earned) {
    String type = task.submission().type();
    Fate fate = ending.fate();
    all.merge(fate, 1L, Long::sum);
    recent.addLast(fate);
    if (recent.size() > Overview.RECENT) {
      recent.removeFirst();
    }
    Deque<Gone> last = lastOfType.computeIfAbsent(type, _ -> new ArrayDeque<>());
    String status =
        ending.exitCode().isPresent() ? "exit status " + ending.exitCode().getAsInt() : "";
    String why = ending.detail().isEmpty() ? status : ending.detail();
    long response = ending.time() - task.arrival();
    boolean poorer = fate == Fate.ON_TIME && task.run().flatMap(Run::served).isPresent();
    last.addLast(new Gone(fate, ending.time(), response, task.worth(), earned, why, poorer));
    if (last.size() > TypeFigures.MOST) {
      last.removeFirst();
    }
    task.run()
        .filter(run -> run.isJudgedBy(fate))
        .filter(run -> verdicts.judged(type, run.chance(), fate == Fate.ON_TIME))
        .flatMap(_ -> verdicts.doubt(type))
        .ifPresent(doubt -> LOG.warn("predictions of type {} are wrong: {}", type, doubt));
  }

  /** How tasks of each type left of late. */
  List<TypeFigures> types(long now) {
    return lastOfType.entrySet().stream()
        .map(type -> figures(type.getKey(), type.getValue(), now))
        .toList();
  }

  private TypeFigures figures(String type, Deque<Gone> last, long now) {
    long[] responses =
        last.stream()
            .filter(gone -> gone.fate() == Fate.ON_TIME || gone.fate() == Fate.LATE)
            .mapToLong(Gone::response)
            .sorted()
            .toArray();
    Map<String, Long> reasons =
        last.stream()
            .filter(gone -> gone.fate() == Fate.FAILED)
            .collect(Collectors.groupingBy(Gone::why, TreeMap::new, Collectors.counting()));
    return new TypeFigures(
        type,
        last.size(),
        now - last.getFirst().time(),
        (int) last.stream().filter(gone -> gone.fate() == Fate.ON_TIME).count(),
        (int) last.stream().filter(Gone::poorer).count(),
        worthOnTime(last),
        reasons.values().stream().mapToInt(Long::intValue).sum(),
        responses.length == 0 ? Double.NaN : responses[responses.length / 2],
        reasons.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(""),
        verdicts.doubt(type).orElse(""));
  }

  private static double worthOnTime(Deque<Gone> last) {
    double any = last.getFirst().worth();
    boolean alike =
        last.stream()
            .allMatch(gone -> gone.worth() == any && (gone.earned() == any || gone.earned() == 0));
    return alike
        ? Double.NaN
        : last.stream().mapToDouble(Gone::earned).sum()
            / last.stream().mapToDouble(Gone::worth).sum();
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
