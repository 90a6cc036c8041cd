package org.espalier.service.backend;

import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A launch on a simulated machine. Safe for use by many threads. */
final class SimulatedRun {
  private final Launch launch;
  private final Duration length;
  private final LaunchEnd end;
  private volatile long startNanos;
  private volatile @Nullable Future<?> alarm;

  /**
   * A run that has yet to begin.
   *
   * @param length how long it takes from its start
   * @param end how it ends if it is left alone
   */
  SimulatedRun(Launch launch, Duration length, LaunchEnd end) {
    this.launch = launch;
    this.length = length;
    this.end = end;
  }

  Launch launch() {
    return launch;
  }

  Duration length() {
    return length;
  }

  LaunchId id() {
    return launch.id();
  }

  /** Whether it is executing, and does not wait for another. */
  boolean hasBegun() {
    return alarm != null;
  }

  String machine() {
    return launch.machine();
  }

  LaunchEnd end() {
    return end;
  }

  /** How it ended if it was left alone, told at a time after it was over. */
  LaunchEnd end(long nanos) {
    return end.since(Duration.ofNanos(Math.max(0, nanos - startNanos - length.toNanos())));
  }

  /** Whether its time is over. */
  boolean isOver(long nanos) {
    return alarm != null && nanos - startNanos >= length.toNanos();
  }

  /** How long it still runs when it begins; negative if it would have ended before. */
  long nanosLeft() {
    return length.minus(launch.execution().ago()).toNanos();
  }

  /**
   * It has begun.
   *
   * @param wake ends it in time
   */
  void began(long nanos, Future<?> wake) {
    startNanos = nanos - launch.execution().ago().toNanos();
    alarm = wake;
  }

  /** It is stopped now; its end by itself will not come any more. */
  LaunchEnd stopped(long nanos) {
    return over(nanos, LaunchEnd.Kind.STOPPED, "stopped");
  }

  /** Its machine has gone now, and it with it, begun or not. */
  LaunchEnd lost(long nanos, String why) {
    return over(
        nanos,
        hasBegun() ? LaunchEnd.Kind.LOST : LaunchEnd.Kind.NEVER_BEGAN,
        "machine %s: %s".formatted(machine(), why));
  }

  private LaunchEnd over(long nanos, LaunchEnd.Kind kind, String detail) {
    Future<?> set = alarm;
    long ran = 0;
    if (set != null) {
      set.cancel(false);
      ran = Duration.ofNanos(nanos - startNanos).toMillis();
    }
    return new LaunchEnd(id(), kind, -1, ran, detail);
  }
}
