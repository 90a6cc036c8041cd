package org.espalier.service.backend;

import java.time.Duration;
import java.util.Optional;

/** A launch from its beginning to its end. Safe for use by many threads. */
final class LocalRun {
  private static final Duration FAR = Duration.ofDays(10_000);
  private static final int SIGNALLED = 128;
  private static final int LAST_SIGNAL = 64;

  private final Launch launch;
  private final RunDirectory directory;
  private final long since = System.nanoTime();
  private boolean released;
  private Optional<String> stopped = Optional.empty();
  private volatile Optional<Cgroup> cgroup = Optional.empty();
  private volatile Optional<Claim> claim = Optional.empty();
  private volatile boolean over;
  private volatile boolean signalled;
  private volatile boolean patient = true;

  LocalRun(Launch launch, RunDirectory directory) {
    this.launch = launch;
    this.directory = directory;
  }

  Launch launch() {
    return launch;
  }

  RunDirectory directory() {
    return directory;
  }

  /** How long it may run on until its deadline; empty if its keeper does not keep that. */
  Optional<Duration> left() {
    return launch
        .execution()
        .left()
        .filter(left -> left.compareTo(FAR) < 0)
        .map(left -> left.minusNanos(System.nanoTime() - since));
  }

  /** The cgroup that contains it, if there is one. */
  Optional<Cgroup> cgroup() {
    return cgroup;
  }

  /** It is contained in a cgroup from now on. */
  void contain(Optional<Cgroup> container) {
    cgroup = container;
  }

  /** Kills what is left in its cgroup; whether that is gone, or there is none. */
  boolean clear() {
    return cgroup.map(Cgroup::clear).orElse(true);
  }

  /** Who got it; a complete claim does not change. */
  Optional<Claim> claim() {
    if (claim.isEmpty()) {
      claim = Claim.parse(directory.claim());
    }
    return claim;
  }

  /** Lets it begin from now on, unless it was stopped; false if it was. */
  synchronized boolean release() {
    released = stopped.isEmpty();
    return released;
  }

  /**
   * It is to end.
   *
   * @param why for users
   * @return whether it may have begun, so that something must be done about it
   */
  synchronized boolean stop(String why) {
    if (stopped.isPresent()) {
      return false;
    }
    stopped = Optional.of(why);
    return released;
  }

  boolean isOver() {
    return over;
  }

  /** Nothing more happens to it. */
  void finish() {
    over = true;
  }

  /** Its command, which runs, is told to end now, or was by an earlier process. */
  void signalled() {
    signalled = true;
  }

  /** Whether its keeper may be waited for, which is so once. */
  boolean takePatience() {
    boolean taken = patient;
    patient = false;
    return taken;
  }

  /** Its command is over: what had ended when it was to be told to end was not stopped. */
  LaunchEnd exited(ExitRecord exit) {
    long milliseconds = directory.milliseconds(exit);
    boolean ofThisBoot = claim().map(Claim::isOfThisBoot).orElse(true);
    LaunchEnd end =
        toldToEnd()
            .map(reason -> end(LaunchEnd.Kind.STOPPED, -1, milliseconds, reason))
            .orElseGet(() ->
                end(LaunchEnd.Kind.EXITED, exit.status(), milliseconds, meaning(exit.status())));
    return end.since(directory.sinceEnd(exit, ofThisBoot));
  }

  /** Why its command was told to end while it ran, by this process, another or its keeper. */
  private Optional<String> toldToEnd() {
    boolean kept = launch.execution().left().isPresent();
    return signalled ? stopped() : kept ? directory.stop() : Optional.empty();
  }

  /** The end of a run that never began. */
  LaunchEnd neverBegan(LaunchEnd.Kind kind, String why) {
    return stopped()
        .map(reason -> end(LaunchEnd.Kind.STOPPED, -1, 0, reason + " before it began"))
        .orElseGet(() -> end(kind, -1, 0, why));
  }

  /** The end of a run of which nobody knows how it ended. */
  LaunchEnd lost(String why) {
    return toldToEnd()
        .map(reason -> end(LaunchEnd.Kind.STOPPED, -1, 0, reason + "; " + why))
        .orElseGet(() -> end(LaunchEnd.Kind.LOST, -1, 0, why));
  }

  /** Why it is to end, if it is. */
  synchronized Optional<String> stopped() {
    return stopped;
  }

  private LaunchEnd end(LaunchEnd.Kind kind, int exitCode, long milliseconds, String detail) {
    return new LaunchEnd(launch.id(), kind, exitCode, milliseconds, detail);
  }

  private static String meaning(int status) {
    if (status == 126 || status == 127) {
      return "exit status %s: probably the program could not be started".formatted(status);
    }
    return status > SIGNALLED && status <= SIGNALLED + LAST_SIGNAL
        ? "exit status %s: probably ended by signal %s".formatted(status, status - SIGNALLED)
        : "";
  }
}
