package org.espalier.service.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** How many invocations may wait at a time, and how many bytes may be held for them. */
final class Room {
  private final Supplier<HttpSettings.Limits> limits;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong held = new AtomicLong();

  Room(Supplier<HttpSettings.Limits> limits) {
    this.limits = limits;
  }

  /** One more, until it is closed; refused if there are too many. */
  Place enter(long bytes) {
    Place place = new Place();
    if (waiting.incrementAndGet() > limits.get().invocations() || !place.take(bytes)) {
      place.close();
      throw new ProblemAnswer(
          503,
          "Too many invocations",
          "%s invocations wait, for which %s bytes are held; try again later"
              .formatted(waiting.get(), held.get()),
          1,
          List.of());
    }
    return place;
  }

  /** The place of one invocation. */
  final class Place implements AutoCloseable {
    private final AtomicLong own = new AtomicLong();

    /** Whether so many bytes more can be held. */
    boolean take(long bytes) {
      if (held.addAndGet(bytes) > limits.get().heldBytes()) {
        held.addAndGet(-bytes);
        return false;
      }
      own.addAndGet(bytes);
      return true;
    }

    /** So many bytes are no longer held. */
    void release(long bytes) {
      own.addAndGet(-bytes);
      held.addAndGet(-bytes);
    }

    @Override
    public void close() {
      release(own.get());
      waiting.decrementAndGet();
    }
  }
}
