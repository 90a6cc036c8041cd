package org.espalier.service.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.espalier.service.cpufreq.PStates;
import org.espalier.workload.process.ProcessStat;
import org.espalier.workload.process.Signals;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A machine: one thread, one launcher, one run at a time.
 *
 * <p>The files of a run are removed when a launch comes after its end was told, but for the run
 * that ended last, behind which that launch may have been handed over. They must not go before: as
 * long as nothing new is launched on the machine, the end may be known in memory only, and a
 * service that dies then asks for it again.
 */
final class LocalMachine {
  private static final Logger LOG = LoggerFactory.getLogger(LocalMachine.class);
  private static final int MOST_LAUNCHERS = 3;
  private static final long SOON_MILLIS = 2;
  private static final long KILL_AGAIN_MILLIS = 200;
  private static final long OUTPUT_PATIENCE_MILLIS = 1000;
  private static final long KEEPER_PATIENCE_NANOS = 250_000_000;
  private static final long KEEPER_PAUSE_NANOS = 500_000;
  private static final long STACK_BYTES = 256 << 10;

  /**
   * A launch that waits, and what its arrival makes needless.
   *
   * @param isBehind whether it is told when it begins, as another ran when it came
   */
  private record Waiting(LocalRun run, List<RunDirectory> needless, boolean isBehind) {}

  private final String name;
  private final MachineLimits limits;
  private final Path directory;
  private final Workshop workshop;
  private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final Queue<RunDirectory> told = new ConcurrentLinkedQueue<>();

  /** What nobody asks for any more. */
  private final Queue<RunDirectory> forgotten = new ConcurrentLinkedQueue<>();

  private final List<LocalRun> adopted = new ArrayList<>();
  private final List<Thread> earlier = new ArrayList<>();
  private final Thread thread;

  /** How many runs are not over. */
  private final AtomicInteger open = new AtomicInteger();

  private volatile @Nullable Launcher launcher;
  private volatile boolean closed;

  /**
   * What all machines share.
   *
   * @param script the launchers' program
   * @param timers for what is done later
   * @param begun hears of the beginning of each run that waited for another
   * @param told hears the end of each run; says whether somebody may ask for it again
   * @param over hears after that that its number is free; says whether it was not given again
   */
  record Workshop(
      LocalSettings settings,
      Path script,
      ProgramCheck programs,
      OutputStore outputs,
      Cgroups cgroups,
      PStates pStates,
      ScheduledExecutorService timers,
      Consumer<LocalRun> begun,
      BiPredicate<LocalRun, LaunchEnd> told,
      Predicate<LocalRun> over) {}

  LocalMachine(String name, MachineLimits limits, Path directory, Workshop workshop) {
    this.name = name;
    this.limits = limits;
    this.directory = directory;
    this.workshop = workshop;
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("machine-" + name)
            .stackSize(STACK_BYTES)
            .unstarted(this::work);
  }

  /** Starts its launcher without waiting for it. */
  void open() {
    try {
      launcher = startLauncher();
    } catch (IOException e) {
      throw new BackendException(
          "machine %s: its launcher cannot be started: %s".formatted(name, e.getMessage()), e);
    }
  }

  /** Why its launcher could not be started. */
  Optional<String> fault() {
    Launcher started = launcher;
    if (started == null || started.answer().filter("ready"::equals).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "machine %s: its launcher cannot be started: %s; correct its cpus (%s)"
            .formatted(name, started.complaint(), limits.cpus()));
  }

  /** How a run ended, if that is written down. */
  Optional<LaunchEnd> ended(LocalRun run) {
    return run.claim()
        .filter(claim -> !claim.isRunning())
        .flatMap(claim -> run.directory().exit())
        .map(run::exited);
  }

  /** How a run ended, if its command is over; its keeper writes that down in a moment. */
  Optional<LaunchEnd> endedByNow(LocalRun run) {
    return run.claim()
        .filter(claim -> !claim.isRunning())
        .flatMap(claim -> awaitExit(run, claim))
        .map(run::exited);
  }

  /** A keeper that does not come to write holds nobody up a second time. */
  private static Optional<ExitRecord> awaitExit(LocalRun run, Claim claim) {
    Optional<ExitRecord> exit = run.directory().exit();
    if (exit.isEmpty() && run.takePatience()) {
      long end = System.nanoTime() + KEEPER_PATIENCE_NANOS;
      while (exit.isEmpty() && claim.isKept() && System.nanoTime() < end) {
        LockSupport.parkNanos(KEEPER_PAUSE_NANOS);
        exit = run.directory().exit();
      }
    }
    return exit.isPresent() ? exit : run.directory().exit();
  }

  /** A run with its directory. */
  LocalRun run(Launch launch) {
    return new LocalRun(launch, new RunDirectory(directory.resolve(launch.id().toString())));
  }

  /**
   * Takes over a run of an earlier process. Called before {@link #begin}.
   *
   * @param word what its claim says if there is none
   */
  void adopt(LocalRun run, String word) {
    open.incrementAndGet();
    run.directory().ensure();
    run.contain(run.directory().cgroup());
    run.directory().revoke(word);
    run.left().ifPresent(run.directory()::noteDeadline);
    run.release();
    run.directory().stop().ifPresent(why -> goOnStopping(run, why));
    if (run.launch().keepsOutput()) {
      workshop.outputs().hold(run.launch().id());
    }
    adopted.add(run);
  }

  /** An earlier process has told the command of a run to end, or was about to. */
  private void goOnStopping(LocalRun run, String why) {
    run.stop(why);
    run.signalled();
    run.claim().ifPresent(claim -> terminate(run, claim));
  }

  /** Runs what is launched, after what was adopted is over. */
  void begin() {
    adopted.forEach(run -> earlier.add(Thread.ofVirtual().start(() -> follow(run))));
    thread.start();
  }

  /** Whether all its runs are over. */
  boolean isFree() {
    return open.get() == 0;
  }

  /**
   * Runs a launch when what came before it is over.
   *
   * @param isBehind whether its beginning is to be told
   */
  void launch(LocalRun run, boolean isBehind) {
    List<RunDirectory> needless = new ArrayList<>();
    if (told.remove(run.directory())) { // of one that never began, and had the same number
      needless.add(run.directory());
    }
    while (told.size() > 1) {
      needless.add(told.remove());
    }
    while (!forgotten.isEmpty()) {
      needless.add(forgotten.remove());
    }
    open.incrementAndGet();
    queue.add(new Waiting(run, needless, isBehind));
  }

  /** Takes a run back that waits behind another; whether it did. */
  boolean takeBack(LocalRun run) {
    boolean taken = unqueue(run);
    if (taken) {
      open.decrementAndGet();
    }
    return taken;
  }

  private boolean unqueue(LocalRun run) {
    Optional<Waiting> waiting = queue.stream().filter(each -> each.run() == run).findFirst();
    boolean taken = waiting.filter(queue::remove).isPresent();
    if (taken) {
      forgotten.addAll(waiting.get().needless());
    }
    return taken;
  }

  /**
   * Ends a run; what waits behind another ends at once. When this returns, a command that runs has
   * been told to end, so that it does not end by itself any more.
   *
   * @param why for users
   */
  void stop(LocalRun run, String why) {
    boolean mayHaveBegun = run.stop(why);
    if (unqueue(run)) {
      later(0, () -> conclude(run, run.neverBegan(LaunchEnd.Kind.NEVER_BEGAN, "")));
    } else if (mayHaveBegun) {
      halt(run);
    }
  }

  void close() {
    closed = true;
    thread.interrupt();
    earlier.forEach(Thread::interrupt);
    Launcher present = launcher;
    if (present != null) {
      present.close();
    }
  }

  private void work() {
    try {
      for (Thread watch : earlier) {
        watch.join();
      }
      if (!closed && workshop.pStates().isNoted(directory)) {
        adopted.forEach(run -> run.claim().ifPresent(Claim::endLauncher));
        workshop.pStates().restoreNoted(directory);
      }
      while (!closed) {
        Waiting next = queue.poll();
        if (next == null) {
          workshop.pStates().restore(directory);
          next = queue.take();
        }
        execute(next);
      }
    } catch (InterruptedException end) {
      return;
    }
  }

  private void execute(Waiting waiting) throws InterruptedException {
    LocalRun run = waiting.run();
    Optional<LaunchEnd> end = prepare(waiting);
    if (waiting.isBehind()) {
      workshop.begun().accept(run);
    }
    if (end.isEmpty()) {
      Optional<ScheduledFuture<?>> limit = limitTime(run);
      end = runOrFollow(run);
      limit.ifPresent(timer -> timer.cancel(false));
    }
    end.ifPresent(e -> conclude(run, e));
  }

  /** Stops a run that takes longer than it may, since it began. */
  private Optional<ScheduledFuture<?>> limitTime(LocalRun run) {
    return run.launch()
        .limits()
        .time()
        .map(most -> {
          Duration age =
              run.claim().filter(Claim::isOfThisBoot).map(Claim::age).orElse(Duration.ZERO);
          return later(most.minus(age).toMillis(), () -> stop(run, LaunchLimits.exceeded(most)));
        });
  }

  /** Whatever goes wrong here, the end of a run is told. */
  private Optional<LaunchEnd> runOrFollow(LocalRun run) throws InterruptedException {
    try {
      return runCommand(run);
    } catch (RuntimeException e) {
      LOG.error("the run {} is followed by its files from now on", run.launch().id(), e);
      discardLauncher();
      return new Watch(run, () -> closed).await();
    }
  }

  /** Makes a run ready; its end if that is not possible, or not wanted any more. */
  private Optional<LaunchEnd> prepare(Waiting waiting) {
    LocalRun run = waiting.run();
    int pState = run.launch().execution().pState();
    Optional<String> ofMachine =
        makeDirectories(waiting).or(() -> workshop.pStates().set(name, directory, pState));
    if (ofMachine.isPresent()) {
      return Optional.of(run.neverBegan(LaunchEnd.Kind.MACHINE_FAILED, ofMachine.get()));
    }
    Optional<String> ofCommand = workshop.programs().fault(run.launch().command());
    if (ofCommand.isPresent()) {
      return Optional.of(run.neverBegan(LaunchEnd.Kind.UNRUNNABLE, ofCommand.get()));
    }
    return run.release()
        ? Optional.empty()
        : Optional.of(run.neverBegan(LaunchEnd.Kind.NEVER_BEGAN, ""));
  }

  private Optional<String> makeDirectories(Waiting waiting) {
    LocalRun run = waiting.run();
    try {
      waiting.needless().forEach(RunDirectory::remove);
      run.directory().create(run.launch().keepsOutput());
      contain(run);
      if (run.launch().keepsOutput()) {
        workshop.outputs().create(run.launch().id());
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "no cgroup can be made for the run (%s); correct containment, or start the service again"
              .formatted(e.getMessage()));
    } catch (UncheckedIOException e) {
      return Optional.of(
          "the files of the run cannot be written (%s); make room or correct the rights"
              .formatted(e.getMessage()));
    }
  }

  private void contain(LocalRun run) throws IOException {
    run.contain(workshop.cgroups().make(run.launch(), limits));
    run.cgroup().ifPresent(run.directory()::noteCgroup);
  }

  private Optional<LaunchEnd> runCommand(LocalRun run) throws InterruptedException {
    String complaint = "";
    for (int i = 0; i < MOST_LAUNCHERS; i++) {
      Optional<LaunchEnd> end = askLauncher(run);
      if (end.isPresent() || closed) {
        return end;
      }
      complaint = discardLauncher();
      if (!isTakenBack(run)) {
        return new Watch(run, () -> closed).await();
      }
    }
    return Optional.of(
        run.neverBegan(
            LaunchEnd.Kind.MACHINE_FAILED, "its launcher ended without running it: " + complaint));
  }

  /** Whether a run had not begun when its launcher died; it is as if nobody had been asked. */
  private static boolean isTakenBack(LocalRun run) {
    try {
      boolean takenBack = run.directory().revoke(Claim.REVOKED);
      if (takenBack) {
        run.directory().create(run.launch().keepsOutput());
        run.cgroup().ifPresent(run.directory()::noteCgroup);
      }
      return takenBack;
    } catch (UncheckedIOException e) {
      LOG.error("the run {} cannot be asked for again", run.launch().id(), e);
      return false;
    }
  }

  /** The end of a run, or empty if the launcher died. */
  private Optional<LaunchEnd> askLauncher(LocalRun run) throws InterruptedException {
    Launch launch = run.launch();
    Optional<Path> output =
        launch.keepsOutput() ? workshop.outputs().of(launch.id()) : Optional.empty();
    try {
      Launcher present = launcher();
      List<String> arguments = new LimitedCommand(launch, limits).arguments();
      present.request(run, limits.grace(), output, arguments);
      Optional<String> answer = present.answer();
      return answer.isPresent() ? ended(run, present, answer.get().split(" ")) : Optional.empty();
    } catch (IOException dead) {
      return Optional.empty();
    }
  }

  private Optional<LaunchEnd> ended(LocalRun run, Launcher present, String[] words)
      throws InterruptedException {
    if (words[0].equals("nowhere")) {
      return Optional.of(
          run.neverBegan(
              LaunchEnd.Kind.MACHINE_FAILED,
              "the working directory %s cannot be entered; make it or correct its rights"
                  .formatted(workshop.settings().workingDirectory())));
    }
    if (!words[0].equals("ended")) {
      return new Watch(run, () -> closed).await().map(end -> unclaimed(run, end));
    }
    Optional<Claim> claim = words[4].equals("1") ? run.claim() : Optional.empty();
    while (!(claim.map(Claim::clear).orElse(true) && run.clear()) && !closed) {
      Thread.sleep(SOON_MILLIS); // what the command left, and the launcher has killed
    }
    if (run.launch().keepsOutput()) {
      awaitOutput(present, Integer.parseInt(words[5]), Integer.parseInt(words[6]));
    }
    return Optional.of(run.exited(ExitRecord.of(words[1], words[2], words[3])));
  }

  /** A claim that its own launcher has not written in full was the end of what wrote it. */
  private static LaunchEnd unclaimed(LocalRun run, LaunchEnd end) {
    boolean half = run.claim().isEmpty() && !run.directory().claim().equals(Claim.UNKNOWN);
    return half && end.kind() == LaunchEnd.Kind.LOST
        ? run.neverBegan(
            LaunchEnd.Kind.MACHINE_FAILED, "the files of the run cannot be written; make room")
        : end;
  }

  /** A process that left the group may hold the output open; that is not waited for. */
  private void awaitOutput(Launcher present, int out, int err) {
    ScheduledFuture<?> impatience =
        later(
            OUTPUT_PATIENCE_MILLIS,
            () -> List.of(out, err).forEach(pump -> endPump(present, pump)));
    present.answer();
    impatience.cancel(false);
  }

  private static void endPump(Launcher present, int pump) {
    if (ProcessStat.of(pump).filter(p -> p.parent() == present.pid()).isPresent()) {
      Signals.toProcess(pump, Signals.TERM);
    }
  }

  private void follow(LocalRun run) {
    Optional<ScheduledFuture<?>> limit = limitTime(run);
    try {
      new Watch(run, () -> closed).await().ifPresent(end -> conclude(run, end));
    } catch (InterruptedException end) {
      return;
    } finally {
      limit.ifPresent(timer -> timer.cancel(false));
    }
  }

  private void conclude(LocalRun run, LaunchEnd end) {
    if (closed) {
      return;
    }
    run.finish();
    run.cgroup().ifPresent(this::remove);
    if (run.launch().keepsOutput()) {
      workshop.outputs().keep(run.launch().id());
    }
    (workshop.told().test(run, end) ? told : forgotten).add(run.directory());
    if (!workshop.over().test(run)) {
      told.remove(run.directory()); // its number was given again, and its place with it
    }
    open.decrementAndGet();
  }

  /** Until it is gone: what is killed may take a moment, though nothing is expected to be left. */
  private void remove(Cgroup cgroup) {
    if (cgroup.clear()) {
      workshop.cgroups().left(cgroup);
    } else if (!closed) {
      later(KILL_AGAIN_MILLIS, () -> remove(cgroup));
    }
  }

  /** Ends a run that may have begun: takes it back, or TERM and later KILL for its whole group. */
  private void halt(LocalRun run) {
    if (run.isOver() || closed || isRevoked(run)) {
      return;
    }
    Optional<Claim> claim = run.claim();
    if (claim.isEmpty()) { // it is just being written
      later(SOON_MILLIS, () -> halt(run));
      return;
    }
    if (claim.get().isRunning()) { // else it has ended by itself, and its keeper says how
      noteStop(run);
      run.signalled();
      terminate(run, claim.get());
    }
  }

  private static void noteStop(LocalRun run) {
    try {
      run.directory().noteStop(run.stopped().orElse(""));
    } catch (UncheckedIOException e) {
      LOG.debug("it is not noted that {} is told to end", run.launch().id(), e);
    }
  }

  private void terminate(LocalRun run, Claim claim) {
    claim.signal(Signals.TERM);
    run.cgroup().ifPresent(cgroup -> cgroup.terminateBesides(claim.leader().pid()));
    later(limits.grace().toMillis(), () -> kill(run, claim));
  }

  private static boolean isRevoked(LocalRun run) {
    try {
      return run.directory().revoke(Claim.REVOKED);
    } catch (UncheckedIOException e) {
      LOG.debug("the run {} cannot be taken back; it is tried again", run.launch().id(), e);
      return false;
    }
  }

  private void kill(LocalRun run, Claim claim) {
    if (!run.isOver() && !closed) {
      claim.signal(Signals.KILL);
      run.cgroup().ifPresent(Cgroup::kill);
      later(KILL_AGAIN_MILLIS, () -> kill(run, claim));
    }
  }

  private Launcher launcher() throws IOException {
    Launcher present = launcher;
    if (present != null) {
      return present;
    }
    Launcher started = startLauncher();
    launcher = started;
    if (closed) {
      started.close();
    }
    started.answer();
    return started;
  }

  private Launcher startLauncher() throws IOException {
    Path note = workshop.pStates().note(directory);
    Path errors = directory.resolve("launcher.err");
    return Launcher.start(workshop.settings(), limits, workshop.script(), note, errors);
  }

  private String discardLauncher() {
    Launcher dead = launcher;
    launcher = null;
    if (dead == null) {
      return "it could not be started";
    }
    dead.close();
    LOG.warn("the launcher of machine {} ended: {}", name, dead.complaint());
    return dead.complaint();
  }

  private ScheduledFuture<?> later(long milliseconds, Runnable action) {
    return workshop.timers().schedule(action, milliseconds, TimeUnit.MILLISECONDS);
  }
}
