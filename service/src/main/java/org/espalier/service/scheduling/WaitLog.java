package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.WaitReason;
import org.espalier.service.live.Waited;

/**
 * Notes for which reasons tasks wait, and how long. Used by one thread.
 *
 * <p>In the batch queue, tasks of one type wait for the same reason. So it is enough to keep for
 * each type how long there was each reason; a task that comes notes how long that was by then, and
 * one that goes waited for the difference. The cost does not grow with the tasks that wait.
 */
final class WaitLog {
  private static final int REASONS = WaitReason.values().length;

  private final long[][] ticks;
  private final WaitReason[] present;
  private final Map<Integer, Entry> entries = new HashMap<>();
  private long last;

  /**
   * A task that waits.
   *
   * @param type its type, or {@link #IN_QUEUE}, or {@link #HELD}
   * @param then for how long there had been each reason when it came, or when it came itself
   */
  private record Entry(int type, long... then) {
    static final int IN_QUEUE = -1;
    static final int HELD = -2;

    /** For which one reason it waits, if that does not hang on its type. */
    WaitReason only() {
      return type == HELD ? WaitReason.BEFORE_RETRY : WaitReason.IN_QUEUE;
    }
  }

  /** One that begins at a time. */
  WaitLog(int taskTypes, long now) {
    this.ticks = new long[taskTypes][REASONS];
    this.present = new WaitReason[taskTypes];
    Arrays.fill(present, WaitReason.PUT_OFF);
    this.last = now;
  }

  /** From now on there are these reasons, by task type. */
  void renew(long now, IntFunction<WaitReason> reasons) {
    pass(now);
    for (int type = 0; type < present.length; type++) {
      present[type] = reasons.apply(type);
    }
  }

  private void pass(long now) {
    for (int type = 0; type < present.length && now > last; type++) {
      ticks[type][present[type].ordinal()] += now - last;
    }
    last = Math.max(last, now);
  }

  /** A task comes to the batch queue. */
  void waits(long now, int task, int type) {
    pass(now);
    entries.put(task, new Entry(type, ticks[type].clone()));
  }

  /** A task comes to a machine queue. */
  void queues(long now, int task) {
    entries.put(task, new Entry(Entry.IN_QUEUE, now));
  }

  /** A task is held back. */
  void held(long now, int task) {
    entries.put(task, new Entry(Entry.HELD, now));
  }

  /** A task waits no more where it waited, for all the reasons for which it has waited by now. */
  LiveTask goesOn(long now, LiveTask task) {
    Entry entry = entries.remove(task.id());
    if (entry == null) {
      return task;
    }
    pass(now);
    long[] sums = new long[REASONS];
    if (entry.type() < 0) {
      sums[entry.only().ordinal()] = now - entry.then()[0];
    } else {
      Arrays.setAll(sums, r -> ticks[entry.type()][r] - entry.then()[r]);
    }
    return with(sums, task);
  }

  /** A task of an earlier process waits again; what it waited for then is not known. */
  void takeOver(long now, LiveTask task, int type) {
    pass(now);
    long[] then = ticks[type].clone();
    if (task.attempts() == 0) {
      long known = task.waited().stream().mapToLong(Waited::ticks).sum();
      then[WaitReason.BEFORE_START.ordinal()] -= Math.max(0, now - task.arrival() - known);
    }
    entries.put(task.id(), new Entry(type, then));
  }

  /** Adds to what a task has waited for each reason. */
  private static LiveTask with(long[] sums, LiveTask task) {
    List<Waited> all = new ArrayList<>();
    for (Waited before : task.waited()) {
      int reason = before.reason().ordinal();
      all.add(new Waited(before.reason(), before.ticks() + sums[reason]));
      sums[reason] = 0;
    }
    for (WaitReason reason : WaitReason.values()) {
      if (sums[reason.ordinal()] > 0) {
        all.add(new Waited(reason, sums[reason.ordinal()]));
      }
    }
    return task.waited(all);
  }
}
