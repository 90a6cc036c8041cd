package org.espalier.service.scheduling;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.espalier.service.live.Overview;

/**
 * The overview that all who watch share. It is made by the scheduler's thread, again and again for
 * a while after someone has asked for it.
 */
final class SharedOverview {
  private static final long OLDEST_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final TimeSource time;
  private volatile Overview latest;
  private volatile long asked;
  private volatile boolean outdated;
  private long made;

  /** One that is made now. */
  SharedOverview(Operations operations, long now, TimeSource time) {
    this.time = time;
    this.asked = time.nanos() - WATCHED_NANOS;
    this.latest = make(operations, now);
  }

  private Overview make(Operations operations, long now) {
    made = time.nanos();
    QueueViews views = new QueueViews(operations.manager());
    Ledger ledger = operations.ledger();
    return new Overview(
        now,
        ledger.sequence(),
        operations.policy(),
        views.machines(operations),
        operations.manager().unmapped(),
        views.batch(),
        ledger.totals().all(),
        ledger.totals().recent(),
        operations.takeOversubscription(),
        operations.energyJoules());
  }

  /** Makes it anew; by the scheduler's thread. */
  Overview renew(Operations operations, long now) {
    outdated = false;
    latest = make(operations, now);
    return latest;
  }

  /** Something was changed that whoever asked for it wants to see at once. */
  void outdate() {
    outdated = true;
  }

  /** Whether someone has asked of late. */
  boolean isWatched() {
    return time.nanos() - asked < WATCHED_NANOS;
  }

  /** How long it may still stand, if it is watched; by the scheduler's thread. */
  Optional<Long> nanosLeft() {
    return isWatched()
        ? Optional.of(Math.max(0, OLDEST_NANOS - (time.nanos() - made)))
        : Optional.empty();
  }

  /** Someone asks: the latest, if it is kept up to date already. */
  Optional<Overview> ask() {
    boolean fresh = isWatched() && !outdated;
    asked = time.nanos();
    return fresh ? Optional.of(latest) : Optional.empty();
  }

  /** The one that was made last. */
  Overview latest() {
    return latest;
  }
}
