package org.espalier.core.pricing;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.pricing.StartWorth.Offer;

/** The matchings of one mapping event between waiting tasks and starts. */
final class StartRounds {
  /** The most starts that a matching looks at. */
  private static final int MOST = 64;

  private final MappingSession session;
  private final List<Candidate> waiting;
  private final StartWorth worth;
  private final BitSet given = new BitSet();

  /** What tasks are worth, by kind of start; 0 for those that are mapped. */
  private final Map<Start.Kind, double[]> rows = new HashMap<>();

  /** Tasks that filters do not admit, by machine, until it is given another one. */
  private final Map<Integer, BitSet> refused = new HashMap<>();

  /** The matchings of a mapping event. */
  StartRounds(MappingSession session, StartWorth worth) {
    this.session = session;
    this.waiting = worth.waiting();
    this.worth = worth;
  }

  /**
   * Gives each machine one task at most. One matching is enough unless many machines may be given a
   * task: each looks at some of these, of all kinds alike, and the last one at the starts that come
   * soonest, too.
   *
   * @param starts the next one of each machine
   */
  void map(List<Start> starts) {
    List<Start> now = inTurns(starts.stream().filter(Start::isNow).toList());
    List<Start> others =
        starts.stream()
            .filter(start -> !start.isNow())
            .sorted(Comparator.comparingDouble(Start::time))
            .toList();
    if (session.hasFilters()) {
      now.forEach(this::refuse);
    }
    for (int from = 0; from < now.size() && given.cardinality() < waiting.size(); from += MOST) {
      List<Start> some = now.subList(from, Math.min(from + MOST, now.size()));
      int more = from + MOST < now.size() ? 0 : Math.max(some.size(), MOST - some.size());
      match(Stream.concat(some.stream(), others.stream().limit(more)).toList());
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

  /**
   * Makes one matching, and starts what falls on starts that are now.
   *
   * @return whether anything fell on these
   */
  boolean match(List<Start> starts) {
    double[][] weights =
        starts.stream()
            .map(start -> without(refused(start.machine()), worths(start)))
            .toArray(double[][]::new);
    int[] chosen = Matching.of(weights, waiting.size());
    boolean changed = false;
    for (int s = 0; s < chosen.length; s++) {
      if (chosen[s] >= 0 && starts.get(s).isNow()) {
        changed = true;
        assign(chosen[s], starts.get(s), starts);
      }
    }
    return changed;
  }

  private double[] worths(Start start) {
    return rows.computeIfAbsent(start.kind(), _ -> without(given, worth.at(start)));
  }

  private static double[] without(BitSet some, double[] worths) {
    if (some.isEmpty()) {
      return worths;
    }
    double[] others = worths.clone();
    some.stream().forEach(task -> others[task] = 0);
    return others;
  }

  /** Assigns a task as the best version and in the best P-state that are admitted. */
  private void assign(int task, Start start, List<Start> starts) {
    if (!refused(start.machine()).get(task)) {
      best(task, start)
          .ifPresentOrElse(
              offer -> assign(task, start, offer), () -> leaveOut(task, start, starts));
    }
  }

  private void assign(int task, Start start, Offer offer) {
    session.assign(offer.candidate(), placement(start, offer), Basis.of("worth", offer.worth()));
    given.set(task);
    rows.values().forEach(worths -> worths[task] = 0);
    refused.remove(start.machine());
  }

  private Optional<Offer> best(int task, Start start) {
    return worth.offers(start, waiting.get(task)).stream()
        .filter(offer -> offer.worth() > 0)
        .sorted(Comparator.comparingDouble(Offer::worth).reversed())
        .filter(offer -> isAdmitted(start, offer))
        .findFirst();
  }

  private boolean isAdmitted(Start start, Offer offer) {
    return session.admits(offer.candidate(), placement(start, offer));
  }

  private int placement(Start start, Offer offer) {
    return session.fastestPlacement(start.machine()) + offer.pState();
  }

  private BitSet refused(int machine) {
    return refused.computeIfAbsent(machine, _ -> new BitSet());
  }

  /** Leaves out what a filter does not admit. */
  private void refuse(Start start) {
    double[] worths = worths(start);
    IntStream.range(0, worths.length)
        .filter(task -> worths[task] > 0 && best(task, start).isEmpty())
        .forEach(refused(start.machine())::set);
  }

  /**
   * Takes a refused task out of the matchings with a machine. Where nothing else of a task matters
   * than its type, all of that type go, on all machines that refuse it: with a budget that is used
   * up it would be refused pair by pair.
   */
  private void leaveOut(int task, Start start, List<Start> starts) {
    boolean isAll = session.filtersMindTypeOnly();
    Candidate candidate = waiting.get(task);
    refused(start.machine()).set(task);
    for (Start other : isAll ? starts : List.<Start>of()) {
      if (other.equals(start)
          || worth.offers(other, candidate).stream().noneMatch(o -> isAdmitted(other, o))) {
        IntStream.range(0, waiting.size())
            .filter(c -> waiting.get(c).task().type() == candidate.task().type())
            .forEach(refused(other.machine())::set);
      }
    }
  }
}
