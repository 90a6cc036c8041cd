package org.espalier.service.scheduling;

import java.time.Duration;
import org.espalier.service.live.Refusal;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets tasks some time after they have left. So that their part of the journal can go too, the
 * journal begins anew now and then.
 */
public final class Janitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);
  private static final Duration SHORTEST_ROUND = Duration.ofMillis(100);
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);

  /** What is forgotten is forgotten by so many parts of the time for which it is kept. */
  private static final int CHAPTERS = 10;

  /** For so long at least a task with a key is remembered, so that no repetition runs again. */
  static final Duration KEYS = Duration.ofDays(1);

  private final Store store;
  private final LiveScheduler scheduler;
  private final Duration age;
  private final Duration keyAge;
  private final Duration chapter;
  private final Duration round;
  private final TimeSource time;
  private final Thread thread;
  private long begun;

  Janitor(Store store, LiveScheduler scheduler, Duration age, TimeSource time) {
    this.store = store;
    this.scheduler = scheduler;
    this.age = age;
    this.chapter = age.dividedBy(CHAPTERS);
    this.round = clamped(chapter);
    this.keyAge = KEYS.compareTo(age) > 0 ? KEYS : age;
    this.time = time;
    this.begun = time.nanos();
    this.thread = Thread.ofVirtual().name("janitor").unstarted(this::work);
  }

  /**
   * Starts one.
   *
   * @param age how long after they have left tasks are forgotten
   */
  public static Janitor start(Store store, LiveScheduler scheduler, Duration age) {
    Janitor janitor = new Janitor(store, scheduler, age, TimeSource.SYSTEM);
    janitor.thread.start();
    return janitor;
  }

  private static Duration clamped(Duration round) {
    Duration most = round.compareTo(LONGEST_ROUND) < 0 ? round : LONGEST_ROUND;
    return most.compareTo(SHORTEST_ROUND) > 0 ? most : SHORTEST_ROUND;
  }

  private void work() {
    try {
      while (true) {
        time.sleep(round.toNanos());
        turn();
      }
    } catch (InterruptedException e) {
      LOG.debug("forgetting ends");
    }
  }

  /** One round. */
  void turn() {
    if (time.nanos() - begun >= chapter.toNanos()) {
      begun = time.nanos();
      attempt(scheduler::beginJournalAnew);
    }
    attempt(this::forget);
  }

  private void forget() {
    long now = scheduler.now();
    int tasks = store.forget(now - ticks(age), now - ticks(keyAge));
    LOG.debug("forgot {} tasks", tasks);
  }

  private long ticks(Duration ago) {
    return scheduler.timeline().ticks(ago);
  }

  private static void attempt(Runnable deed) {
    try {
      deed.run();
    } catch (StoreUnavailableException | Refusal e) {
      LOG.debug("nothing was forgotten", e);
    } catch (RuntimeException e) {
      LOG.error("what is old could not be forgotten; it is tried again", e);
    }
  }

  /** Forgets no more. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
