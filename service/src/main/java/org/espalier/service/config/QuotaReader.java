package org.espalier.service.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Quota.MachineTime;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Quantities;

/**
 * Reads what users may have.
 *
 * <pre>{@code
 * users:
 *   default: {waiting: 1000}
 *   alice: {waiting: 100, rate: 10/s, machine_time: 2 h/d, weight: 2}
 * }</pre>
 */
final class QuotaReader {
  /** The quota of those that have none of their own. */
  static final String OTHERS = "default";

  private static final double MOST_WEIGHT = 1000;
  private static final double MOST_RATE = 1e6;

  private QuotaReader() {}

  /** The quotas by user; those with problems are reported and left out. */
  static Map<String, Quota> read(DocumentNode root) {
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
        node.value("rate", "tasks in a time, as 10/s or 90/min", QuotaReader::perSecond)
            .orElse(Quota.NONE.perSecond());
    Optional<MachineTime> time =
        node.value(
                "machine_time", "a time in another, as 2 h/d or 30 min/h", QuotaReader::machineTime)
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
