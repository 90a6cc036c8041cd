package org.espalier.profiler.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.espalier.workload.process.Signals;

/** A command that runs on this machine. A thread of its own waits for it. */
final class LocalProcess implements Running {
  private static final long GROUP_END_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final Duration CLOSE_TIME = Duration.ofSeconds(5);

  /** Two steps of the clock by which the kernel parts times. */
  private static final double UNCOUNTED = 0.02;

  private static final long GROUP_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final WaitingShell shell;
  private final Optional<OutputTail> output;
  private final RunRequest request;
  private final CompletableFuture<RunOutcome> outcome = new CompletableFuture<>();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  private final Optional<RunCgroup> cgroup;
  private final ScheduledExecutorService clock;
  private final Consumer<LocalProcess> after;

  /** Follows it until no process of its group is left. */
  private final Thread follower;

  private boolean ended;
  private Optional<RunOutcome.End> killedFor = Optional.empty();

  /**
   * A command that has not begun.
   *
   * @param cgroup where its processes are
   * @param clock ends it at its limit
   * @param after is told of it when no process of its group is left
   */
  LocalProcess(
      WaitingShell shell,
      Optional<OutputTail> output,
      RunRequest request,
      Optional<RunCgroup> cgroup,
      ScheduledExecutorService clock,
      Consumer<LocalProcess> after) {
    this.shell = shell;
    this.output = output;
    this.request = request;
    this.cgroup = cgroup;
    this.clock = clock;
    this.after = after;
    this.follower =
        Thread.ofPlatform().daemon().name("run " + shell.process()).unstarted(this::follow);
  }

  /** Number of its process group. */
  int group() {
    return shell.group();
  }

  /** Lets it begin, and returns when it did. */
  void begin() {
    output.ifPresent(OutputTail::begin);
    follower.start();
    begun.join();
  }

  private void follow() {
    try {
      Optional<ScheduledFuture<?>> limit = request.limit().map(most -> watch(most.toNanos()));
      WaitingShell.Used before = shell.used();
      long start = shell.go();
      begun.complete(null);
      int status = Posix.awaitEnd(shell.process());
      double seconds = (System.nanoTime() - start) * 1e-9;
      limit.ifPresent(watch -> watch.cancel(false));
      shell.forget();
      if (request.isLeaving()) {
        complete(Posix.Usage.unknown(status), Resources.UNKNOWN, seconds);
        closing.await();
      }
      Posix.Usage usage = endGroup(before);
      after.accept(this);
      complete(usage, resources(usage), seconds);
      cgroup.ifPresent(RunCgroup::remove);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    } catch (RuntimeException | Error failure) {
      outcome.completeExceptionally(failure);
    } finally {
      begun.complete(null);
    }
  }

  private ScheduledFuture<?> watch(long nanos) {
    return clock.schedule(() -> kill(RunOutcome.End.TIMED_OUT), nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Kills what the command left in its group. Its own number is still taken meanwhile, and so is
   * that of the group.
   *
   * @return what all of the group have used since then
   */
  private Posix.Usage endGroup(WaitingShell.Used before) {
    Posix.Usage usage;
    synchronized (this) {
      ended = true;
      Signals.toGroup(shell.group(), Signals.KILL);
      usage = Posix.reap(shell.process()).orElseThrow().since(before);
    }
    List<Posix.Usage> others = new ArrayList<>();
    long until = System.nanoTime() + GROUP_END_NANOS;
    for (int reaped = 1; reaped >= 0 && System.nanoTime() < until; ) {
      reaped = Posix.reapAny(shell.group(), others::add);
      if (reaped == 0) {
        LockSupport.parkNanos(GROUP_POLL_NANOS);
      }
    }
    return others.stream().reduce(usage, Posix.Usage::with);
  }

  /**
   * The cgroup counts what left the group, too. Where that is much, of its memory is known only
   * what the cgroup tells.
   */
  private Resources resources(Posix.Usage usage) {
    Optional<RunCgroup.Times> all = cgroup.flatMap(RunCgroup::times);
    double counted = usage.userSeconds() + usage.systemSeconds();
    boolean isAll =
        all.filter(times -> times.user() + times.system() > 1.1 * counted + UNCOUNTED).isEmpty();
    return new Resources(
        OptionalDouble.of(all.map(RunCgroup.Times::user).orElse(usage.userSeconds())),
        OptionalDouble.of(all.map(RunCgroup.Times::system).orElse(usage.systemSeconds())),
        isAll
            ? OptionalLong.of(usage.peakMemoryBytes())
            : cgroup.orElseThrow().peakMemoryBytes(usage.peakMemoryBytes()),
        OptionalLong.of(usage.voluntarySwitches()),
        OptionalLong.of(usage.involuntarySwitches()));
  }

  /** Tells the outcome, unless it was told before. */
  private void complete(Posix.Usage usage, Resources resources, double seconds) {
    if (!outcome.isDone()) {
      String text = output.map(OutputTail::finish).orElse("");
      outcome.complete(new RunOutcome(end(usage), usage.code(), seconds, resources, text));
    }
  }

  private synchronized RunOutcome.End end(Posix.Usage usage) {
    if (!usage.signalled()) {
      return RunOutcome.End.EXITED;
    }
    return killedFor
        .filter(reason -> usage.code() == Signals.KILL)
        .orElse(RunOutcome.End.SIGNALLED);
  }

  private synchronized void kill(RunOutcome.End reason) {
    if (!ended) {
      killedFor = Optional.of(killedFor.orElse(reason));
      Signals.toGroup(shell.group(), Signals.KILL);
    }
  }

  @Override
  public RunOutcome await() throws InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    kill(RunOutcome.End.CLOSED);
    closing.countDown();
    try {
      follower.join(CLOSE_TIME);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
