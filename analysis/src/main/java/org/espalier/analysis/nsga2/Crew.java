package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The calling thread and some helpers that together do many short pieces of work, again and again.
 * A helper without work looks for it a short while and then parks; the caller does not wait for
 * helpers that have taken no piece.
 */
final class Crew implements AutoCloseable {
  private static final int LOOKS = 1000;
  private static final int NAP_NANOS = 20_000;

  /** A piece of work, done by one of the threads. */
  interface Work {
    /**
     * Does it.
     *
     * @param worker the number of the thread, from 0
     * @param piece the number of the piece, from 0
     */
    void run(int worker, int piece);
  }

  private final List<Thread> helpers = new ArrayList<>();
  private final AtomicInteger toTake = new AtomicInteger();
  private final AtomicInteger toFinish = new AtomicInteger();
  private final AtomicInteger parked = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean isClosed;
  private Work work = (worker, piece) -> {};

  /** A crew of so many threads, the caller among them. */
  Crew(int threads) {
    for (int worker = 1; worker < threads; worker++) {
      int number = worker;
      helpers.add(
          Thread.ofPlatform().daemon().name("espalier-search-" + number).start(() -> help(number)));
    }
  }

  /** Does all pieces, in any order; what a piece throws is thrown when all have ended. */
  void run(int pieces, Work wanted) {
    work = wanted;
    toFinish.set(pieces);
    toTake.set(pieces);
    if (parked.get() > 0) {
      helpers.forEach(LockSupport::unpark);
    }
    takePieces(0);
    for (int looks = 0; toFinish.get() > 0; looks++) {
      relax(looks);
    }
    Throwable thrown = failure.getAndSet(null);
    if (thrown != null) {
      throw new IllegalStateException("a search thread failed", thrown);
    }
  }

  private static void relax(int looks) {
    if (looks < LOOKS) {
      Thread.onSpinWait();
    } else {
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  /** A piece can be taken only while the caller waits for it, so {@link #work} is its work. */
  private void takePieces(int worker) {
    int left;
    while ((left = toTake.getAndDecrement()) > 0) {
      try {
        work.run(worker, left - 1);
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      } finally {
        toFinish.getAndDecrement();
      }
    }
  }

  private void help(int worker) {
    int looks = 0;
    while (!isClosed) {
      if (toTake.get() > 0) {
        takePieces(worker);
        looks = 0;
      } else if (looks++ < LOOKS) {
        Thread.onSpinWait();
      } else {
        park();
      }
    }
  }

  private void park() {
    parked.incrementAndGet();
    if (toTake.get() <= 0 && !isClosed) {
      LockSupport.park(this);
    }
    parked.decrementAndGet();
  }

  @Override
  public void close() {
    isClosed = true;
    helpers.forEach(LockSupport::unpark);
  }
}
