package org.espalier.core.allocation;

import org.jspecify.annotations.Nullable;

/**
 * Which machine queues have to be looked at again: those that have changed since they were looked
 * at, and those whose time has come. For a part of a policy that looks at each queue and mostly
 * finds that there is nothing to do for some time; so an event costs no look at all of them.
 *
 * <p>One watches the queues of one resource manager; where it is asked about others, it looks at
 * all. Not safe for use by several threads.
 */
public final class QueueWatch {
  private static final long NOW = Long.MIN_VALUE;

  private @Nullable MachineQueues watched;
  private MachineTimes due = new MachineTimes(0);
  private long changes;

  /** One that has looked at nothing. */
  public QueueWatch() {}

  /**
   * The first machine from an index on whose queue has to be looked at in a session; -1 if there is
   * none. To be asked from index 0 on in each mapping event.
   */
  public int next(MappingSession session, int from) {
    if (from == 0) {
      begin(session);
    }
    return due.next(from, session.now());
  }

  private void begin(MappingSession session) {
    MachineQueues queues = session.event().manager();
    if (watched != queues) {
      watched = queues;
      due = new MachineTimes(session.machines());
      changes = MachineQueues.UNSEEN;
    }
    if (queues.remembersChanges(changes)) {
      while (changes < queues.changes()) {
        due.set(queues.changed(++changes), NOW);
      }
    } else {
      for (int m = 0; m < session.machines(); m++) {
        due.set(m, NOW);
      }
      changes = queues.changes();
    }
  }

  /**
   * There is nothing to do for a queue that was looked at in a session until a time in ticks,
   * unless it changes. Has no effect if the session has changed it, since that may come to nothing.
   */
  public void calmUntil(MappingSession session, int machine, long time) {
    if (!session.changedMachines().get(machine)) {
      due.set(machine, time);
    }
  }
}
