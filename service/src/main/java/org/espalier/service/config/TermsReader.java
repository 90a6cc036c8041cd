package org.espalier.service.config;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.live.Breaker;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Quota.MachineTime;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Urgency;
import org.espalier.service.scheduling.Commands;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;

/**
 * Reads what holds for tasks besides what they run: of a type, of a user, by priority and urgency.
 *
 * <pre>{@code
 * task_types:
 *   resize:
 *     limits: {time: 10 s, memory: 1 GiB, cpus: 2, processes: 50}
 *     retry: {count: 3, delay: 10 s, on: [lost, failed]}   # no delay and [lost] if left out
 *     breaker: {failures: 5, pause: 30 s}
 *   copy:
 *     retry: true                            # as often as it is lost, without delay
 * priorities: {high: 8, low: 1}
 * urgencies:
 *   high: {30 s: 1, 2 min: 0.5, 5 min: 0}
 * users:
 *   default: {waiting: 1000}
 *   alice: {waiting: 100, rate: 10/s, machine_time: 2 h/d, weight: 2}
 * }</pre>
 */
final class TermsReader {
  /** The quota of those that have none of their own. */
  static final String OTHERS = "default";

  private static final double MOST_WEIGHT = 1000;
  private static final double MOST_RATE = 1e6;
  private static final int MOST_REPETITIONS = 1000;
  private static final int MOST_CPUS = 100_000;
  private static final int MOST_PROCESSES = 4_194_304;

  private TermsReader() {}

  /** What each run of a task may use. */
  static LaunchLimits limits(DocumentNode node) {
    Optional<Duration> time = node.duration("time").find();
    Optional<Long> memory = node.bytes("memory").find();
    Optional<Integer> cpus = node.integer("cpus", 1, MOST_CPUS).find();
    Optional<Integer> processes = node.integer("processes", 1, MOST_PROCESSES).find();
    node.rejectUnknownKeys();
    if (memory.filter(bytes -> bytes < MachineLimits.LEAST_MEMORY).isPresent()) {
      node.report(
          "memory",
          "memory limit is %s bytes; expected at least %s"
              .formatted(memory.get(), MachineLimits.LEAST_MEMORY),
          "change it, or leave it out");
    }
    return new LaunchLimits(time, memory, cpus, processes);
  }

  /** When tasks of a type are refused. */
  static Breaker breaker(DocumentNode node) {
    int failures = node.integer("failures", 1, 1000).orElse(5);
    Duration pause = node.duration("pause").orElse(Duration.ofSeconds(30));
    node.rejectUnknownKeys();
    return new Breaker(failures, pause);
  }

  /** What a task type says; what is wrong with it is reported. */
  static Retry retry(DocumentNode type) {
    return type.node("retry")
        .find()
        .map(value -> value.isMapping() ? details(value) : word(value))
        .orElse(Retry.NEVER);
  }

  private static Retry word(DocumentNode node) {
    String word = node.isScalar() ? node.asString().orElse("") : "";
    if (!word.equals("true") && !word.equals("false")) {
      node.report("does not fit", "write true, false, or as in {count: 3, delay: 10 s}");
    }
    return word.equals("true") ? Retry.WHENEVER_LOST : Retry.NEVER;
  }

  private static Retry details(DocumentNode node) {
    int count = node.integer("count", 1, MOST_REPETITIONS).required(1);
    Duration delay = node.duration("delay").orElse(Duration.ZERO);
    Set<Retry.Cause> on = causes(node);
    node.rejectUnknownKeys();
    return new Retry(count, delay, on);
  }

  private static Set<Retry.Cause> causes(DocumentNode node) {
    if (!node.has("on")) {
      return Set.of(Retry.Cause.LOST);
    }
    List<DocumentNode> items = node.oneOrMore("on").orElse(List.of());
    Set<Retry.Cause> causes = EnumSet.noneOf(Retry.Cause.class);
    items.forEach(item -> item.asChoice(Retry.Cause.class).find().ifPresent(causes::add));
    if (items.isEmpty()) {
      node.report("on", "names nothing", "write [lost], [failed] or both, or leave it out");
    }
    return causes;
  }

  /** What tasks of each priority are worth; those with problems are left out. */
  static Map<String, Double> priorities(DocumentNode root) {
    Map<String, Double> priorities = new LinkedHashMap<>();
    root.mapping("priorities")
        .find()
        .ifPresent(block ->
            block
                .keys()
                .forEach(name -> {
                  if (Numbers.real(name).isPresent()) {
                    block.report(name, "is a number, not a name", "write a name, as in high: 8");
                  }
                  worth(block, name).ifPresent(number -> priorities.put(name, number));
                }));
    return priorities;
  }

  /** What a task is worth, at a key. */
  static Optional<Double> worth(DocumentNode node, String key) {
    return node.number(key, Commands.LEAST_WORTH, Commands.MOST_WORTH).find();
  }

  /** How what tasks are worth may change with time, by name; problems are reported. */
  static Map<String, Urgency> urgencies(DocumentNode root) {
    return root.block("urgencies").each((_, block) -> urgency(block));
  }

  private static Optional<Urgency> urgency(DocumentNode block) {
    NavigableMap<Duration, Double> shares = new TreeMap<>();
    if (block.keys().isEmpty()) {
      block.report("says no time", "write shares by time, as {30 s: 1, 2 min: 0.5}");
    }
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

  /** The quotas by user; those with problems are reported and left out. */
  static Map<String, Quota> quotas(DocumentNode root) {
    Optional<DocumentNode> users = root.mapping("users").find();
    if (users.isPresent() && !root.block("http").has("tokens")) {
      users
          .get()
          .report("users are not told apart", "give them tokens, as http: {tokens: tokens.yaml}");
    }
    return users.map(block -> block.each((_, node) -> Optional.of(quota(node)))).orElse(Map.of());
  }

  private static Quota quota(DocumentNode node) {
    int waiting = node.integer("waiting", 0, Integer.MAX_VALUE).orElse(Quota.NONE.waiting());
    double rate =
        node.value("rate", "tasks in a time, as 10/s or 90/min", TermsReader::perSecond)
            .orElse(Quota.NONE.perSecond());
    Optional<MachineTime> time =
        node.value(
                "machine_time", "a time in another, as 2 h/d or 30 min/h", TermsReader::machineTime)
            .find();
    double weight = node.number("weight", 1 / MOST_WEIGHT, MOST_WEIGHT).orElse(1.0);
    node.rejectUnknownKeys();
    return new Quota(waiting, rate, time, weight);
  }

  private static Optional<Double> perSecond(String text) {
    return per(text)
        .flatMap(Quantities.Per::perSecond)
        .filter(rate -> rate > 0 && rate <= MOST_RATE);
  }

  private static Optional<MachineTime> machineTime(String text) {
    return per(text)
        .flatMap(per ->
            Quantities.duration(per.amount())
                .filter(Duration::isPositive)
                .map(time -> new MachineTime(time, per.time())));
  }

  /** Times count in milliseconds. */
  private static Optional<Quantities.Per> per(String text) {
    return Quantities.per(text).filter(per -> per.time().toMillis() > 0);
  }
}
