package org.espalier.service.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.espalier.service.backend.BackendTimer;
import org.espalier.service.backend.Containment;
import org.espalier.service.backend.KernelClock;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.backend.LimitedCommand;
import org.espalier.service.backend.LocalBackend;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machines of an agent under one connection: the local back end, what it tells the gate, and
 * the deadlines that it keeps by itself. It goes on while the connection is lost; the next
 * connection has another, which takes up what this one leaves. Safe for use by many threads.
 */
final class Crew implements LaunchListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Crew.class);
  private static final int OUTPUT_PART = 256 << 10;
  private static final long LONGEST_DAYS = 36_500;
  private static final Duration LEAST_LATENESS = Duration.ofMillis(5);

  /** Within this time an agent has heard that its job ends, if its tasks have. */
  private static final long DOUBT_SECONDS = 2;

  private final Link link;
  private final AgentFiles files;
  private final String store;
  private final boolean isInJob;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Set<LaunchId> givenUp;
  private final Map<LaunchId, Launch> active = new ConcurrentHashMap<>();
  private final Set<LaunchId> unwanted = ConcurrentHashMap.newKeySet();

  /** When what is being stopped was told to, by this computer's time since its boot. */
  private final Map<LaunchId, Long> stopped = new ConcurrentHashMap<>();

  private final Map<LaunchId, Future<?>> deadlines = new ConcurrentHashMap<>();

  /** Forgets at once what is cancelled: deadlines may be days away. */
  final ScheduledThreadPoolExecutor timer = BackendTimer.start("deadlines");

  private final LocalBackend backend;
  private final String said;
  private volatile boolean adopting;
  private boolean leaving;

  /**
   * Opens the machines of a store.
   *
   * @throws org.espalier.service.backend.BackendException if this computer lacks something
   */
  Crew(Link link, AgentFiles files, String store, Frame.Setup setup, Optional<String> job)
      throws IOException {
    this.isInJob = job.isPresent();
    this.link = link;
    this.files = files;
    this.store = store;
    this.givenUp = new HashSet<>(files.given(store));
    JobShares shares =
        isInJob
            ? JobShares.of(setup.machines(), System.getenv(), LimitedCommand.allowed())
            : new JobShares(setup.machines(), "");
    this.said = shares.said();
    this.backend = LocalBackend.open(settings(setup, shares, files.runs(store)), this);
  }

  /** What the file says of all nodes, on this one. */
  private static LocalSettings settings(Frame.Setup setup, JobShares shares, Path runs) {
    Map<String, String> environment = new TreeMap<>(LocalSettings.passedOn());
    environment.putAll(setup.environment());
    return new LocalSettings(
        runs,
        shares.machines(),
        setup.keptOutputBytes(),
        Path.of(setup.workingDirectory().orElse("")),
        environment,
        setup.taskLimits(),
        Containment.of(setup.containment()).orElseThrow(),
        CpufreqSettings.NONE);
  }

  /**
   * Takes up what there is of some launches, and stops what there is besides. Nothing is given up
   * before it is known what there is.
   */
  synchronized void adopt(List<Launch> launches) {
    adopting = true;
    launches.forEach(this::enter);
    backend.adopt(launches);
    adopting = false;
  }

  /** How tasks are held together, and what each machine has of its job. */
  String containment() {
    return backend.containment().orElse("") + (said.isEmpty() ? "" : "; " + said);
  }

  synchronized void launch(Launch launch) {
    if (leaving) {
      neverBegan(launch.id(), "its agent ended");
      return;
    }
    enter(launch);
    try {
      backend.launch(launch);
    } catch (RuntimeException e) {
      LOG.error("the launch {} failed", launch.id(), e);
      ended(
          new LaunchEnd(
              launch.id(), LaunchEnd.Kind.MACHINE_FAILED, -1, 0, String.valueOf(e.getMessage())));
    }
  }

  private void neverBegan(LaunchId id, String why) {
    ended(new LaunchEnd(id, LaunchEnd.Kind.NEVER_BEGAN, -1, 0, why));
  }

  /** Takes a launch back that waits behind another, and tells that; whether it did. */
  boolean takeBack(LaunchId id) {
    boolean taken = active.containsKey(id) && backend.takeBack(id);
    if (taken) {
      neverBegan(id, "taken back");
    }
    return taken;
  }

  /** It is stopped when its deadline comes; not before it is handed on. */
  private void enter(Launch launch) {
    LaunchId id = launch.id();
    active.put(id, launch);
    launch
        .execution()
        .left()
        .filter(left -> left.toDays() < LONGEST_DAYS)
        .ifPresent(left ->
            deadlines.put(
                id, timer.schedule(() -> expire(id), late(left).toNanos(), TimeUnit.NANOSECONDS)));
  }

  private synchronized void expire(LaunchId id) {
    if (!takeBack(id)) {
      stop(id);
    }
  }

  /** A moment later, since this computer's clock may be quicker, and a deadline is not early. */
  private static Duration late(Duration left) {
    Duration drift = Duration.ofNanos((long) (left.toNanos() * RemoteClock.DRIFT));
    return left.plus(drift.compareTo(LEAST_LATENESS) > 0 ? drift : LEAST_LATENESS);
  }

  void stop(LaunchId id) {
    if (active.containsKey(id)) {
      stopped.putIfAbsent(id, KernelClock.nanosSinceBoot());
      backend.stop(id);
    }
  }

  Optional<OutputPart> output(LaunchId id, OutputChannel channel, long from, int most) {
    return backend.output(id, channel, from, Math.min(most, OUTPUT_PART));
  }

  @Override
  public void beganAtOnce(LaunchId launch) {
    link.send(new Frame.Began(launch, adopting, KernelClock.nanosSinceBoot()));
  }

  @Override
  public void began(LaunchId launch, Duration ago) {
    link.send(new Frame.Began(launch, false, KernelClock.nanosSinceBoot() - ago.toNanos()));
  }

  @Override
  public void stopping(LaunchId launch, String machine) {
    unwanted.add(launch);
    link.send(new Frame.Stopping(launch, machine));
  }

  @Override
  public void gone(LaunchId launch) {
    link.send(new Frame.Gone(launch));
    unwanted.remove(launch);
  }

  @Override
  public void ended(LaunchEnd end) {
    long over = KernelClock.nanosSinceBoot() - end.ago().toNanos();
    if (mayBeByJob(end)) {
      awaitEnding();
    }
    Long told = stopped.remove(end.id());
    long time = end.kind() == LaunchEnd.Kind.STOPPED && told != null ? Math.min(told, over) : over;
    Launch launch = active.get(end.id());
    if (launch != null && launch.keepsOutput()) {
      sendOutput(end.id());
    }
    Future<?> deadline = deadlines.remove(end.id());
    if (deadline != null) {
      deadline.cancel(false);
    }
    link.send(new Frame.Ended(meant(end), time));
    active.remove(end.id(), launch); // another may have its number by now
  }

  /** Slurm tells all that runs in a job to end, tasks as well as the agent, in any order. */
  private boolean mayBeByJob(LaunchEnd end) {
    boolean isFailure = end.kind() == LaunchEnd.Kind.EXITED && end.exitCode() != 0;
    return isInJob && (isFailure || end.kind() == LaunchEnd.Kind.LOST);
  }

  private void awaitEnding() {
    try {
      boolean unused = ending.await(DOUBT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was stopped since the agent was to end is lost, and may run again elsewhere. */
  private LaunchEnd meant(LaunchEnd end) {
    boolean isStopped = end.kind() == LaunchEnd.Kind.STOPPED || mayBeByJob(end);
    return isStopped && givenUp.contains(end.id())
        ? new LaunchEnd(
            end.id(),
            LaunchEnd.Kind.LOST,
            -1,
            end.milliseconds(),
            "its agent was told to end, as at the end of an allocation")
        : end;
  }

  /** What cannot be read is not sent; how its launch ended is told all the same. */
  private void sendOutput(LaunchId id) {
    try {
      for (OutputChannel channel : OutputChannel.values()) {
        send(id, channel);
      }
    } catch (UncheckedIOException e) {
      LOG.warn("what launch {} has written cannot be read", id, e);
    }
  }

  private void send(LaunchId id, OutputChannel channel) {
    long from = 0;
    Optional<OutputPart> part;
    do {
      part = backend.output(id, channel, from, OUTPUT_PART);
      if (part.isPresent()) {
        byte[] bytes = part.get().bytes();
        link.sendWhenTaken(new Frame.Output(id, channel, from, bytes, part.get().notKept()));
        from += bytes.length;
      }
    } while (part.isPresent() && part.get().bytes().length > 0 && from < part.get().size());
  }

  /** Stops all that runs, as lost, and waits until it is gone, at most for a time. */
  void giveUp(Duration patience) throws IOException, InterruptedException {
    Set<LaunchId> running;
    synchronized (this) {
      leaving = true;
      running = new HashSet<>(active.keySet());
    }
    running.removeAll(stopped.keySet());
    running.removeIf(this::takeBack);
    givenUp.addAll(running);
    files.giveUp(store, givenUp);
    ending.countDown();
    running.forEach(backend::stop);
    awaitEmpty(patience);
  }

  /** Waits until nothing runs, at most for a time; whether nothing does. */
  boolean awaitEmpty(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!(active.isEmpty() && unwanted.isEmpty()) && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    return active.isEmpty() && unwanted.isEmpty();
  }

  /** The longest grace of its machines. */
  static Duration grace(Frame.Setup setup) {
    return setup.machines().values().stream()
        .map(limits -> limits.grace())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    backend.close();
  }
}
