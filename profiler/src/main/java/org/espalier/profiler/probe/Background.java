package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Does something again and again, in a thread of its own, for as long as somebody needs it. When
 * nobody does any more the thread is interrupted.
 */
final class Background {
  /** What is done; the thread ends if it is interrupted. */
  interface Work {
    void run() throws InterruptedException;
  }

  private final String name;
  private final Duration period;
  private final Work work;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition time = lock.newCondition();
  private int users;
  private int generation;
  private Optional<Thread> thread = Optional.empty();

  /**
   * @param period from the begin of one time to the begin of the next; a time that takes longer is
   *     followed by the next at once
   */
  Background(String name, Duration period, Work work) {
    this.name = name;
    this.period = period;
    this.work = work;
  }

  /**
   * Needs it from now on. If nobody did before, it is done for the first time at once, in its
   * thread.
   */
  void begin() {
    lock.lock();
    try {
      users++;
      if (users == 1) {
        generation++;
        int mine = generation;
        thread = Optional.of(Thread.ofPlatform().daemon().name(name).start(() -> repeat(mine)));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Needs it no longer. */
  void end() {
    lock.lock();
    try {
      users--;
      if (users == 0) {
        thread.ifPresent(Thread::interrupt);
      }
    } finally {
      lock.unlock();
    }
  }

  private void repeat(int mine) {
    try {
      long next = System.nanoTime();
      do {
        work.run();
        next = Math.max(next + period.toNanos(), System.nanoTime());
      } while (isNeededAt(mine, next));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until then; returns false as soon as nobody needs it, or another thread does it. */
  private boolean isNeededAt(int mine, long then) throws InterruptedException {
    lock.lock();
    try {
      long left = then - System.nanoTime();
      while (users > 0 && generation == mine && left > 0) {
        left = time.awaitNanos(left);
      }
      return users > 0 && generation == mine;
    } finally {
      lock.unlock();
    }
  }
}
