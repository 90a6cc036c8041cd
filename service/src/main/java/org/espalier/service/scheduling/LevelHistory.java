package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.espalier.core.allocation.Oversubscription;
import org.espalier.service.live.LevelPoint;
import org.espalier.service.live.Timeline;

/**
 * The oversubscription level of the last minutes. Dropping is told to the tick: a point begins
 * wherever it is engaged or ends. Between these, mapping events that follow soon on a point are
 * told by it, with the highest of their levels. Safe to ask from other threads.
 */
final class LevelHistory {
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final Duration SOON = Duration.ofMillis(250);
  private static final int MOST = 10_000;

  private final long kept;
  private final long soon;
  private final Deque<LevelPoint> points = new ArrayDeque<>();

  LevelHistory(Timeline timeline) {
    this.kept = timeline.ticks(KEPT);
    this.soon = timeline.ticks(SOON);
  }

  /** A mapping event left this behind. */
  synchronized void add(long now, Oversubscription view) {
    add(new LevelPoint(now, view.level(), view.droppingEngaged()));
  }

  /** Nothing is measured from now on, as by another policy. */
  synchronized void end(long now) {
    if (!points.isEmpty()) {
      add(new LevelPoint(now, 0, false));
    }
  }

  private void add(LevelPoint point) {
    LevelPoint last = points.peekLast();
    boolean joins =
        last != null
            && last.droppingEngaged() == point.droppingEngaged()
            && point.time() - last.time() < soon;
    if (joins) {
      points.removeLast();
      double level = Math.max(last.level(), point.level());
      points.add(new LevelPoint(last.time(), level, last.droppingEngaged()));
    } else {
      points.add(point);
    }
    while (points.size() > MOST || points.getFirst().time() < point.time() - kept) {
      points.removeFirst();
    }
  }

  /** The points from a time on, with the one before it, in their order. */
  synchronized List<LevelPoint> since(long time) {
    List<LevelPoint> all = List.copyOf(points);
    int from = all.size();
    while (from > 0 && all.get(from - 1).time() >= time) {
      from--;
    }
    return all.subList(Math.max(0, from - 1), all.size());
  }
}
