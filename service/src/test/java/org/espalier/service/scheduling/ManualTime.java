package org.espalier.service.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.espalier.service.backend.Timers;
import org.espalier.testkit.ManualClock;

/**
 * Time that stands still until a test turns it, and turns the scheduler that goes by it: whatever
 * falls due happens in its order, on the test's own thread. Who waits for an answer turns it too,
 * as far as is needed, and so does who sleeps. What the scheduler may not do fails the test at the
 * next step, also where the scheduler swallows it. For use by one thread.
 */
public final class ManualTime implements TimeSource, Timers {
  private static final Duration SINCE_EPOCH = Duration.ofDays(20_000);
  private static final Duration LONGEST_NAP = Duration.ofDays(1);
  private static final long NEVER = Long.MAX_VALUE / 2;

  private final ManualClock clock = ManualClock.atEpoch();
  private final PriorityQueue<Deed> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Deed::due).thenComparingLong(Deed::number));
  private Duration wallClock = SINCE_EPOCH;
  private Duration rest = Operations.LONGEST_REST;
  private Runnable turn = () -> {};
  private DueTime due = () -> NEVER;
  private Optional<AssertionError> fault = Optional.empty();
  private String boot = "boot";
  private boolean turning;
  private long deeds;
  private long napped;

  private record Deed(long due, long number, Runnable deed) {}

  /** How many nanoseconds there may be nothing to do. */
  private interface DueTime {
    long nanos();
  }

  /** This scheduler goes by it from now on, and begins. */
  LiveScheduler drive(LiveScheduler scheduler) {
    turn = scheduler::turn;
    due = () -> scheduler.isAlive() ? untilDue(scheduler) : NEVER;
    scheduler.open();
    return scheduler;
  }

  private long untilDue(LiveScheduler scheduler) {
    long nanos = scheduler.nanosUntilDue();
    return nanos == Operations.LONGEST_REST.toNanos() ? rest.toNanos() : nanos;
  }

  /**
   * A scheduler that has nothing to do for a second looks again after so long, as on a computer
   * that stands still: what falls due within it comes late. So a year goes by in seconds.
   */
  void restFor(Duration longer) {
    rest = longer;
  }

  /** No scheduler goes by it, as while the service is down. */
  void driveNothing() {
    turn = () -> {};
    due = () -> NEVER;
  }

  @Override
  public long nanos() {
    return Duration.between(Instant.EPOCH, clock.instant()).toNanos();
  }

  @Override
  public Instant instant() {
    return clock.instant().plus(wallClock);
  }

  @Override
  public long suspendedNanos() {
    return 0;
  }

  @Override
  public String boot() {
    return boot;
  }

  /** The computer is started anew, which takes no time. */
  void reboot() {
    boot = "boot-" + deeds++;
  }

  /** The wall clock is set; what is measured in nanoseconds does not change. */
  void setWallClock(Duration by) {
    wallClock = wallClock.plus(by);
  }

  @Override
  public void after(Duration delay, Runnable deed) {
    agenda.add(new Deed(nanos() + delay.toNanos(), deeds++, deed));
  }

  /** Lets so much time pass. */
  public void turn(Duration by) {
    turnUntil(by, () -> false);
  }

  /** Lets time pass until something is so, at most so much; whether it is so. */
  public boolean turnUntil(Duration most, BooleanSupplier condition) {
    long end = nanos() + most.toNanos();
    step();
    while (!condition.getAsBoolean() && nanos() < end) {
      moveTo(Math.min(end, nextMoment()));
      step();
    }
    return condition.getAsBoolean();
  }

  /** Does what is due at this moment. */
  public void step() {
    if (turning) {
      throw fault("what the scheduler causes must not wait for the scheduler");
    }
    turning = true;
    napped = 0;
    try {
      turn.run();
    } finally {
      turning = false;
    }
    fault.ifPresent(found -> {
      throw found;
    });
  }

  private AssertionError fault(String what) {
    AssertionError found = new AssertionError(what);
    fault = Optional.of(found);
    return found;
  }

  private long nextMoment() {
    long next = nanos() + Math.max(1, due.nanos());
    return agenda.isEmpty() ? next : Math.min(next, Math.max(nanos(), agenda.peek().due()));
  }

  private void moveTo(long moment) {
    while (!agenda.isEmpty() && agenda.peek().due() <= moment) {
      Deed deed = agenda.remove();
      set(deed.due());
      deed.deed().run();
    }
    set(moment);
  }

  private void set(long moment) {
    clock.advance(Duration.ofNanos(Math.max(0, moment - nanos())));
  }

  @Override
  public void sleep(long nanos) {
    napped += nanos;
    if (napped > LONGEST_NAP.toNanos()) {
      throw fault("it sleeps for ever; put on the agenda what ends that");
    }
    moveTo(nanos() + nanos);
  }

  @Override
  public <T> T await(Future<T> answer, long nanos) throws ExecutionException, TimeoutException {
    Deed impatience = new Deed(nanos() + nanos, deeds++, () -> answer.cancel(false));
    agenda.add(impatience);
    step();
    while (!answer.isDone()) {
      moveTo(nextMoment());
      step();
    }
    agenda.remove(impatience);
    if (answer.isCancelled()) {
      throw new TimeoutException("after " + Duration.ofNanos(nanos));
    }
    return resultOf(answer);
  }

  private static <T> T resultOf(Future<T> answer) throws ExecutionException {
    if (answer.state() == Future.State.FAILED) {
      throw new ExecutionException(answer.exceptionNow());
    }
    return answer.resultNow();
  }
}
