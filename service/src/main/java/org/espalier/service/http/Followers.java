package org.espalier.service.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Those who follow events or output at present.
 *
 * @param most so many at a time
 * @param longest how long an answer goes on; whoever reads asks again, and others have lost their
 *     place
 * @param free places
 */
record Followers(int most, Duration longest, Semaphore free) {
  Followers(int most, Duration longest) {
    this(most, longest, new Semaphore(most));
  }

  /** A place among those who follow. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /** One more, until the place is closed; refused if there are too many. */
  Place take() {
    if (!free.tryAcquire()) {
      throw new ProblemAnswer(
          503, "Too many followers", "%s follow already".formatted(most), 5, List.of());
    }
    return free::release;
  }
}
