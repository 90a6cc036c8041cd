package org.espalier.profiler.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;

/**
 * Commands that run beside a measured one: each is started again when it ends, until they are
 * closed, which kills them. One thread waits for each.
 */
final class Corunners implements AutoCloseable {
  private final Host host;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("corunner-", 1).factory());
  private final AtomicReference<Optional<Exception>> failure =
      new AtomicReference<>(Optional.empty());

  private Corunners(Host host) {
    this.host = host;
  }

  /**
   * A command that runs beside.
   *
   * @param name of its task type
   * @param beforeEach what goes before each of its runs
   */
  record Corunner(String name, RunRequest request, Optional<RunRequest> beforeEach) {}

  static Corunners start(Host host, List<Corunner> corunners) {
    Corunners started = new Corunners(host);
    for (Corunner corunner : corunners) {
      started.threads.execute(() -> started.runUntilInterrupted(corunner));
    }
    return started;
  }

  private void runUntilInterrupted(Corunner corunner) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        runOnce(corunner);
      }
    } catch (MeasuringFailedException e) {
      failure.compareAndSet(Optional.empty(), Optional.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void runOnce(Corunner corunner) throws MeasuringFailedException, InterruptedException {
    try (Before before = new Before(host)) {
      before.run(corunner.beforeEach(), "the command before the co-runner " + corunner.name());
      check("the co-runner " + corunner.name(), host.run(corunner.request()));
    }
  }

  /** Ended by the machine's closing is no failure of its own. */
  private static void check(String which, RunOutcome outcome) throws MeasuringFailedException {
    if (!outcome.succeeded() && outcome.end() != RunOutcome.End.CLOSED) {
      throw new MeasuringFailedException(which, outcome);
    }
  }

  /** Why one of them could not go on. */
  Optional<Exception> failure() {
    return failure.get();
  }

  /** Kills them, and waits until none is left, even if interrupted meanwhile. */
  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
  }
}
