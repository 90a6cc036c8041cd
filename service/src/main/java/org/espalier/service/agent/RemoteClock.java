package org.espalier.service.agent;

import java.time.Duration;
import org.espalier.service.backend.KernelClock;

/**
 * What the time since the boot of another computer is here. Each answer to a ping tells it within
 * half the time that the answer took. The best one stands until another is as good, as clocks drift
 * apart by up to {@link #DRIFT}, or shows that one has jumped, as where a virtual machine stood
 * still. Safe for use by many threads.
 */
final class RemoteClock {
  /** How far two clocks drift apart in a unit of time at most. */
  static final double DRIFT = 1e-4;

  /** Within this it is as right as what is told of a launch. */
  private static final double RIGHT_NANOS = 2e6;

  private long number;
  private long sent;
  private long offset;
  private long taken;
  private double doubt = Double.POSITIVE_INFINITY;

  /** A ping is sent now. */
  synchronized Frame.Ping ping() {
    sent = KernelClock.nanosSinceBoot();
    return new Frame.Ping(++number);
  }

  /** It is answered; one that was overtaken by another ping tells nothing. */
  synchronized void heard(Frame.Pong pong) {
    if (pong.number() == number) {
      heard(sent, pong.time(), KernelClock.nanosSinceBoot());
    }
  }

  /** A time there lies between two here. */
  synchronized void heard(long before, long there, long after) {
    double half = (after - before) / 2.0;
    double old = doubt + DRIFT * (after - taken);
    boolean hasJumped = Math.abs(there - before - half - offset) > half + old;
    if (half <= old || hasJumped) {
      offset = there - (before + (after - before) / 2);
      doubt = half;
      taken = after;
    }
  }

  /** Whether it tells within two milliseconds what time it is there. */
  synchronized boolean isRight() {
    return doubt <= RIGHT_NANOS;
  }

  /** How long ago a time there was; nothing lies in the future. */
  synchronized Duration ago(long there) {
    return ago(there, KernelClock.nanosSinceBoot());
  }

  synchronized Duration ago(long there, long now) {
    return Duration.ofNanos(Math.max(0, now - (there - offset)));
  }
}
