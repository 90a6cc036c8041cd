package org.espalier.service.config;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.espalier.service.live.Retry;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads whether tasks of a type may start again.
 *
 * <pre>{@code
 * retry: {count: 3, delay: 10 s, on: [lost, failed]}   # no delay and [lost] if left out
 * retry: true                                          # as often as it is lost, without delay
 * }</pre>
 */
final class RetryReader {
  private static final int MOST = 1000;

  private RetryReader() {}

  /** What a task type says; what is wrong with it is reported. */
  static Retry read(DocumentNode type) {
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
    int count = node.integer("count", 1, MOST).required(1);
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
}
