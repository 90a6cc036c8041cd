package org.espalier.service.scheduling;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.espalier.core.model.HcSystem;
import org.espalier.service.live.Overview;

/**
 * The overview that all who watch share, and the board of machines. They are made by the
 * scheduler's thread, again and again for a while after someone has asked for them; less often
 * where there are many machines.
 */
final class SharedOverview {
  private static final long OLDEST_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final long OLDEST_OF_MANY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final TimeSource time;
  private final ServiceMeters meters;
  private final long oldestNanos;
  private final MachineBoard board;
  private volatile Overview latest;
  private volatile long asked;
  private volatile boolean outdated;
  private volatile long made;

  /** An overview that is made now. */
  SharedOverview(Operations operations, long now, TimeSource time, ServiceMeters meters) {
    this.time = time;
    this.meters = meters;
    HcSystem system = operations.manager().system();
    this.oldestNanos =
        system.machines().size() <= Overview.ALL_SHOWN ? OLDEST_NANOS : OLDEST_OF_MANY_NANOS;
    this.board = new MachineBoard(system);
    this.asked = time.nanos() - WATCHED_NANOS;
    this.latest = make(operations, now);
  }

  private Overview make(Operations operations, long now) {
    made = time.nanos();
    QueueViews views = views(operations);
    Ledger ledger = operations.ledger();
    return new Overview(
        now,
        ledger.sequence(),
        operations.decider().name(),
        views.machinesShown(now),
        operations.manager().unmapped(),
        views.batch(),
        ledger.totals().all(),
        ledger.totals().recent(),
        operations.takeOversubscription(),
        meters.eventTimes(),
        operations.energyJoules(),
        operations.energyBudget(now),
        operations.faults(),
        operations.notices(),
        ledger.totals().types(now),
        ledger.quotas().figures(now, ledger.tasks().waiting()),
        meters.worth());
  }

  /**
   * Looks at queues, with a board that is up to date; by the scheduler's thread. Other operations,
   * as there are after a failed step, take all machines for changed.
   */
  QueueViews views(Operations operations) {
    QueueViews views = QueueViews.of(operations, board);
    views.renewBoard();
    return views;
  }

  /** The machines as they were when it was made last, or changed since. */
  MachineBoard board() {
    return board;
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
  private boolean isWatched() {
    return time.nanos() - asked < WATCHED_NANOS;
  }

  /** How long it may still stand, if it is watched; by the scheduler's thread. */
  Optional<Long> nanosLeft() {
    return isWatched()
        ? Optional.of(Math.max(0, oldestNanos - (time.nanos() - made)))
        : Optional.empty();
  }

  /** Someone asks: the latest, if it is kept up to date already, and nothing holds that up. */
  Optional<Overview> ask() {
    boolean fresh = isWatched() && !outdated && time.nanos() - made < WATCHED_NANOS;
    asked = time.nanos();
    return fresh ? Optional.of(latest) : Optional.empty();
  }

  /** The one that was made last. */
  Overview latest() {
    return latest;
  }
}
