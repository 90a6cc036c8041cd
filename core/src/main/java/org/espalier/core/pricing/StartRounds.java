package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

/**
 * The matchings of one mapping event between waiting tasks and starts. One is enough unless many
 * machines may be given a task: each looks at some of these, of all kinds alike, and the last one
 * at the starts that come soonest, too.
 */
final class StartRounds {
  /** The most starts that a matching looks at. */
  private static final int MOST_STARTS = 64;

  private final MappingSession session;
  private final WaitingTasks waiting;
  private final StartWorth worth;
  private final LaterWorth later;
  private final BitSet left = new BitSet();

  /** What tasks are worth and gain, by kind of start of the present matching. */
  private final Map<Start.Kind, Row> rows = new HashMap<>();

  /**
   * The matchings of a mapping event.
   *
   * @param later what counts against a start
   */
  StartRounds(MappingSession session, WaitingTasks waiting, StartWorth worth, LaterWorth later) {
    this.session = session;
    this.waiting = waiting;
    this.worth = worth;
    this.later = later;
    left.set(0, waiting.size());
  }

  /** What tasks are worth at starts of a kind, and what they gain; 0 for those that are mapped. */
  private record Row(double[] worths, double[] gains) {
    void clear(int task) {
      worths[task] = 0;
      gains[task] = 0;
    }
  }

  /** Starts what falls on starts that are now. */
  void map(List<Start> starts) {
    List<Start> now = inTurns(starts.stream().filter(Start::isNow).toList());
    List<Start> notNow = soonest(starts.stream().filter(start -> !start.isNow()).toList());
    for (int from = 0; from < now.size() && !left.isEmpty(); from += MOST_STARTS) {
      int to = Math.min(from + MOST_STARTS, now.size());
      List<Start> some = new ArrayList<>(now.subList(from, to));
      if (to == now.size()) {
        int number = Math.max(some.size(), MOST_STARTS - some.size());
        some.addAll(notNow.subList(0, Math.min(number, notNow.size())));
      }
      match(some);
    }
  }

  /** The first in order of time; few of the others are sorted. */
  private static List<Start> soonest(List<Start> starts) {
    List<Start> some = starts;
    if (starts.size() > MOST_STARTS) {
      double[] times = starts.stream().mapToDouble(Start::time).sorted().toArray();
      some = starts.stream().filter(s -> s.time() <= times[MOST_STARTS - 1]).toList();
    }
    return some.stream().sorted(Comparator.comparingDouble(Start::time)).toList();
  }

  /**
   * The first of each kind, then the second of each, and so on; of each as many as there are tasks.
   */
  private List<Start> inTurns(List<Start> starts) {
    Map<Start.Kind, Integer> seen = new HashMap<>();
    record Placed(Start start, int turn) {}
    return starts.stream()
        .map(start -> new Placed(start, seen.merge(start.kind(), 1, Integer::sum)))
        .filter(placed -> placed.turn() <= waiting.size())
        .sorted(
            Comparator.comparingInt(Placed::turn)
                .thenComparingDouble(placed -> placed.start().time()))
        .map(Placed::start)
        .toList();
  }

  private void match(List<Start> starts) {
    double[][] weights = new double[starts.size()][];
    for (int s = 0; s < weights.length; s++) {
      weights[s] = admitted(starts.get(s), row(starts.get(s)).gains());
    }
    int[] chosen = Matching.of(weights, waiting.size());
    for (int s = 0; s < chosen.length; s++) {
      if (chosen[s] >= 0 && starts.get(s).isNow()) {
        assign(chosen[s], starts.get(s));
      }
    }
  }

  /** The gains of pairs that are mapped if they are chosen; a filter may not admit all. */
  private double[] admitted(Start start, double[] gains) {
    if (!start.isNow() || !session.hasFilters()) {
      return gains;
    }
    int placement = session.fastestPlacement(start.machine());
    double[] admitted = gains.clone();
    for (int c = 0; c < admitted.length; c++) {
      if (admitted[c] > 0
          && !session.admits(worth.best(start.machine(), start.kind(), c), placement)) {
        admitted[c] = 0;
      }
    }
    return admitted;
  }

  private Row row(Start start) {
    return rows.computeIfAbsent(
        start.kind(),
        kind -> {
          double[] worths = worth.at(start.machine(), kind);
          Row row = new Row(worths, later.takenFrom(worths));
          for (int c = left.nextClearBit(0); c < worths.length; c = left.nextClearBit(c + 1)) {
            row.clear(c);
          }
          return row;
        });
  }

  private void assign(int task, Start start) {
    int placement = session.fastestPlacement(start.machine());
    Basis basis = Basis.of("worth", row(start).worths()[task]);
    session.assign(worth.best(start.machine(), start.kind(), task), placement, basis);
    left.clear(task);
    rows.values().forEach(row -> row.clear(task));
  }
}
