package org.espalier.service.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Those who follow events or output at present, who may be so many at a time. */
final class Followers {
  private final int most;
  private final AtomicInteger present = new AtomicInteger();

  Followers(int most) {
    this.most = most;
  }

  /** One more, until {@link #end}; refused if there are too many. */
  void begin() {
    if (present.incrementAndGet() > most) {
      present.decrementAndGet();
      throw new ProblemAnswer(
          503, "Too many followers", "%d follow already".formatted(most), 5, List.of());
    }
  }

  /** One less. */
  void end() {
    present.decrementAndGet();
  }
}
