package org.espalier.service.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Those who follow events or output at present, who may be so many at a time, for so long each. */
final class Followers {
  private final int most;
  private final Duration longest;
  private final AtomicInteger present = new AtomicInteger();

  Followers(int most, Duration longest) {
    this.most = most;
    this.longest = longest;
  }

  /** How long an answer goes on; whoever reads asks again, and others have lost their place. */
  Duration longest() {
    return longest;
  }

  /** A place among those who follow. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /** One more, until the place is closed; refused if there are too many. */
  Place take() {
    if (present.incrementAndGet() > most) {
      present.decrementAndGet();
      throw new ProblemAnswer(
          503, "Too many followers", "%s follow already".formatted(most), 5, List.of());
    }
    return present::decrementAndGet;
  }
}
