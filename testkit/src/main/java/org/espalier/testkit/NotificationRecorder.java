package org.espalier.testkit;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;

/**
 * A journal that keeps everything, and tells from it what the driver told the resource manager.
 *
 * <p>Arrivals and completions are entries of their own. That an instant was settled shows by what
 * followed from it: an eviction, an expiry, a mapping event or a start. A settling without any
 * consequence leaves no trace, and leaving it out changes nothing.
 */
public final class NotificationRecorder implements Journal {
  private final boolean deferrals;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Notification> notifications = new ArrayList<>();

  /**
   * A recorder.
   *
   * @param deferrals whether decisions to defer are wanted too
   */
  public NotificationRecorder(boolean deferrals) {
    this.deferrals = deferrals;
  }

  /** A recorder that does not ask for deferrals. */
  public NotificationRecorder() {
    this(false);
  }

  @Override
  public boolean wantsDeferrals() {
    return deferrals;
  }

  @Override
  public void record(Entry entry) {
    entries.add(entry);
    switch (entry) {
      case Left left when left.departure().fate().isTold() -> {}
      case LeftUnmanaged _, Released _, Returned _ -> {}
      case Left _, Started _, EventHeld _, Charged _, EventEnded _, Decided _, Stopping _ ->
          settled(entry.time());
      case Arrived _, Finished _, Began _, HandedOver _, Executing _, Failed _, Lost _ ->
          told(entry);
      case Cancelled _, MachineChanged _, Refused _, TakenBack _, StopTimed _ -> told(entry);
      case Clearing _, Cleared _, Stopped _, Learned _, PolicyChanged _ -> told(entry);
    }
  }

  private void told(Entry entry) {
    if (!notifications.isEmpty() && notifications.getLast().time() != entry.time()) {
      settled(notifications.getLast().time());
    }
    notifications.add(Notification.of(entry));
  }

  private void settled(long time) {
    Notification settled = Notification.settled(time);
    if (notifications.isEmpty() || !notifications.getLast().equals(settled)) {
      notifications.add(settled);
    }
  }

  /** What the driver told, in order. */
  public List<Notification> notifications() {
    return List.copyOf(notifications);
  }

  /** All entries, in order. */
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** The decisions, in order. */
  public List<Decided> decisions() {
    return only(Decided.class);
  }

  /** The mapping events, in order. */
  public List<EventHeld> events() {
    return only(EventHeld.class);
  }

  /** What became of the tasks that left, in order. */
  public List<Departure> departures() {
    return only(Left.class).stream().map(Left::departure).toList();
  }

  private <T extends Entry> List<T> only(Class<T> kind) {
    return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
