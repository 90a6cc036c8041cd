package org.espalier.service.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.jspecify.annotations.Nullable;

/**
 * Changes whose effects do not wait until they are durable. They are committed in order, one
 * transaction at a time; what comes meanwhile goes into the next. So a kill loses the last of them,
 * never one in the middle.
 */
public final class LateCommits implements AutoCloseable {
  private static final int MOST_WAITING = 1000;

  private final Consumer<Store.Change> commit;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("late-commits").factory());
  private List<Late> waiting = new ArrayList<>();
  private boolean busy;
  private @Nullable RuntimeException failure;

  /** One of them, and who is told how many nanoseconds it took. */
  private record Late(Store.Change change, LongConsumer done) {}

  /**
   * None so far.
   *
   * @param commit makes a change durable; by a thread of this
   */
  public LateCommits(Consumer<Store.Change> commit) {
    this.commit = commit;
  }

  /**
   * Makes a change durable after those before it; waits only if very many are not.
   *
   * @param done hears when it is, by another thread
   */
  public synchronized void add(Store.Change change, LongConsumer done) {
    if (waiting.size() >= MOST_WAITING) {
      drain();
    }
    check();
    waiting.add(new Late(change, done));
    if (!busy) {
      busy = true;
      thread.execute(this::work);
    }
  }

  private void work() {
    try {
      for (List<Late> all = take(); !all.isEmpty(); all = take()) {
        long begin = System.nanoTime();
        commit.accept(together(all));
        long nanos = System.nanoTime() - begin;
        all.forEach(each -> each.done().accept(nanos));
      }
    } catch (RuntimeException e) {
      fail(e);
    } catch (Error e) {
      fail(new IllegalStateException("a change could not be made durable", e));
    }
  }

  private synchronized List<Late> take() {
    List<Late> taken = waiting;
    waiting = new ArrayList<>();
    if (taken.isEmpty()) {
      busy = false;
      notifyAll();
    }
    return taken;
  }

  private static Store.Change together(List<Late> all) {
    List<LiveTask> tasks = new ArrayList<>();
    List<JournalLine> journal = new ArrayList<>();
    Map<String, String> facts = new HashMap<>();
    for (Late each : all) {
      tasks.addAll(each.change().tasks());
      journal.addAll(each.change().journal());
      facts.putAll(each.change().facts());
    }
    return new Store.Change(tasks, journal, facts);
  }

  private synchronized void fail(RuntimeException why) {
    failure = why;
    busy = false;
    notifyAll();
  }

  /** Waits until all is durable; throws what it could not be for. */
  public synchronized void drain() {
    boolean interrupted = false;
    while (busy) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true; // it is being committed all the same
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    check();
  }

  /** Throws what a change could not be made durable for: its effects are out. */
  public synchronized void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Whether all is durable. */
  public synchronized boolean isIdle() {
    return !busy;
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
