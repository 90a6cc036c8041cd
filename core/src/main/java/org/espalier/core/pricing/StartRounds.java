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
  private final MappingSession session;
  private final WaitingTasks waiting;
  private final StartWorth worth;
  private final BitSet left = new BitSet();

  /** What tasks are worth, by kind of start; 0 for those that are mapped. */
  private final Map<Start.Kind, double[]> rows = new HashMap<>();

  /** The matchings of a mapping event. */
  StartRounds(MappingSession session, WaitingTasks waiting, StartWorth worth) {
    this.session = session;
    this.waiting = waiting;
    this.worth = worth;
    left.set(0, waiting.size());
  }

  /** Starts what falls on starts that are now. */
  void map(NextStarts starts) {
    List<Start> now = inTurns(starts.now());
    LaterWorth later = LaterWorth.at(starts.later(), worth);
    for (int from = 0; from < now.size() && !left.isEmpty(); from += NextStarts.MOST) {
      int to = Math.min(from + NextStarts.MOST, now.size());
      List<Start> some = new ArrayList<>(now.subList(from, to));
      if (to == now.size()) {
        int number = Math.max(some.size(), NextStarts.MOST - some.size());
        some.addAll(starts.soonest().subList(0, Math.min(number, starts.soonest().size())));
      }
      match(some, later);
    }
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

  private void match(List<Start> starts, LaterWorth later) {
    Map<Start.Kind, double[]> gains = new HashMap<>();
    double[][] weights = new double[starts.size()][];
    for (int s = 0; s < weights.length; s++) {
      Start start = starts.get(s);
      double[] ofKind = gains.computeIfAbsent(start.kind(), _ -> later.takenFrom(worths(start)));
      weights[s] = admitted(start, ofKind);
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

  private double[] worths(Start start) {
    return rows.computeIfAbsent(
        start.kind(),
        kind -> {
          double[] worths = worth.at(start.machine(), kind);
          for (int c = left.nextClearBit(0); c < worths.length; c = left.nextClearBit(c + 1)) {
            worths[c] = 0;
          }
          return worths;
        });
  }

  private void assign(int task, Start start) {
    int placement = session.fastestPlacement(start.machine());
    Basis basis = Basis.of("worth", worths(start)[task]);
    session.assign(worth.best(start.machine(), start.kind(), task), placement, basis);
    left.clear(task);
    rows.values().forEach(worths -> worths[task] = 0);
  }
}
