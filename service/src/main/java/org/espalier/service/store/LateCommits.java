package org.espalier.service.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.jspecify.annotations.Nullable;

/**
 * Changes whose effects do not wait until they are durable. They are committed in order, one
 * transaction at a time; what comes meanwhile goes into the next. So a kill loses the last of them,
 * never one in the middle. Used by one thread.
 */
public final class LateCommits implements AutoCloseable {
  private static final int MOST_WAITING = 1000;

  private final Consumer<Store.Change> commit;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("late-commits").factory());
  private final BlockingQueue<Late> waiting = new LinkedBlockingQueue<>();
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private volatile @Nullable RuntimeException failure;

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
  public void add(Store.Change change, LongConsumer done) {
    if (waiting.size() >= MOST_WAITING) {
      drain();
    }
    check();
    waiting.add(new Late(change, done));
    last = CompletableFuture.runAsync(this::work, thread);
  }

  private void work() {
    List<Late> all = new ArrayList<>();
    waiting.drainTo(all);
    if (all.isEmpty() || failure != null) {
      return;
    }
    try {
      long begin = System.nanoTime();
      commit.accept(together(all));
      long nanos = System.nanoTime() - begin;
      all.forEach(each -> each.done().accept(nanos));
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException("a change could not be made durable", e);
    }
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

  /** Waits until all is durable; throws what it could not be for. */
  public void drain() {
    last.join(); // whether interrupted or not: it is being committed all the same
    check();
  }

  /** Throws what a change could not be made durable for: its effects are out. */
  public void check() {
    RuntimeException why = failure;
    if (why != null) {
      throw why;
    }
  }

  /** Whether all is durable. */
  public boolean isIdle() {
    return last.isDone();
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
