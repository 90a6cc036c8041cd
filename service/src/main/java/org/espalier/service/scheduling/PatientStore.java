package org.espalier.service.scheduling;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store that may be out of reach for a while. Safe for use by many threads. */
final class PatientStore {
  private static final Logger LOG = LoggerFactory.getLogger(PatientStore.class);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 2000;

  private static final long CHECKED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Another service that shares the store may decide when this has been silent for 15 s. */
  private static final long SURE_NANOS = TimeUnit.SECONDS.toNanos(8);

  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Store store;
  private final TimeSource time;
  private volatile boolean ready = true;
  private volatile boolean closing;
  private volatile boolean asking;
  private volatile long asked;

  /** When a question began whose answer showed that changes can be made. */
  private volatile long sure;

  PatientStore(Store store, TimeSource time) {
    this.store = store;
    this.time = time;
    this.asked = time.nanos();
    this.sure = asked;
  }

  /**
   * Asks the store until it answers; by one thread.
   *
   * @throws StoppedException if the service is stopped meanwhile
   */
  <T> T insist(Function<Store, T> question) {
    asked = time.nanos();
    asking = true;
    try {
      return answer(question);
    } finally {
      asking = false;
    }
  }

  private <T> T answer(Function<Store, T> question) {
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        T answer = question.apply(store);
        ready = true;
        return answer;
      } catch (StoreUnavailableException e) {
        if (ready) {
          LOG.warn("the store does not answer; trying again: {}", e.getMessage());
        }
        ready = false;
        pause(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  private void pause(long millis) {
    if (closing) {
      throw new StoppedException();
    }
    try {
      time.sleep(TimeUnit.MILLISECONDS.toNanos(millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }

  /** The service was stopped while the store did not answer. */
  static final class StoppedException extends RuntimeException {}

  /** Asks the store once; refused if it does not answer. */
  <T> T ask(Function<Store, T> question) {
    try {
      return question.apply(store);
    } catch (StoreUnavailableException e) {
      LOG.debug("a question to the store failed", e);
      throw new Refusal(Reason.UNAVAILABLE, "the store does not answer; try again later");
    }
  }

  /** Makes a change durable, however long that takes. */
  void commit(Store.Change change) {
    change(s -> s.commit(change));
  }

  private void change(Consumer<Store> deed) {
    long begin = time.nanos();
    insist(s -> {
      deed.accept(s);
      return s;
    });
    sure = begin;
  }

  /** Insists on an answer if no change was made for a while, so that the store stays this one's. */
  void check() {
    if (time.nanos() - sure >= CHECKED_NANOS) {
      change(Store::check);
    }
  }

  /** Whether no other service can decide yet. */
  boolean isSure() {
    return time.nanos() - sure < SURE_NANOS;
  }

  /** Whether whoever insisted last got an answer, or has not waited for it long. */
  boolean isReady() {
    return ready && !(asking && time.nanos() - asked >= SLOW_NANOS);
  }

  /** Nobody insists any longer. */
  void giveUp() {
    closing = true;
  }
}
