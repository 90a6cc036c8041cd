package org.espalier.core.pricing;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.pricing.TypeChoices.Choice;

/**
 * The matchings of one mapping event. Candidates are matched with all machines at the times at
 * which these are free, again and again. Of each matching, what would start before the next event
 * is mapped.
 */
final class PriceRounds {
  /**
   * The factor on the worth of a start after the next event. It is so little below 1 that it only
   * decides where a task is worth the same before and after that event: it starts before it then.
   */
  private static final double OF_LATER_STARTS = 1 - 1e-6;

  private final MappingSession session;
  private final PairWorth worth;
  private final List<Candidate> candidates;
  private final BitSet left = new BitSet();

  /** Machines that take tasks. */
  private final int[] machines;

  /** By place among the machines. */
  private final double[] ready;

  /** By place among the machines, then candidate: what each candidate is worth. */
  private final double[][] worths;

  private final Map<Alike, double[]> known = new HashMap<>();

  /** Pairs start before this time, in ticks. */
  private final long nextEvent;

  /**
   * The matchings of a mapping event.
   *
   * @param lead how long before it is free a machine takes a task in any case, ticks
   */
  PriceRounds(MappingSession session, PairWorth worth, List<Candidate> candidates, double lead) {
    this.session = session;
    this.worth = worth;
    this.candidates = candidates;
    this.machines =
        IntStream.range(0, session.machines())
            .filter(m -> session.queue(m).isAvailable())
            .toArray();
    this.ready = new double[machines.length];
    this.worths = new double[machines.length][];
    this.nextEvent =
        session.now() + Math.max(Math.max(1, session.rules().trigger().period()), (long) lead);
    left.set(0, candidates.size());
    IntStream.range(0, machines.length).forEach(this::look);
  }

  /** Machines of a type that are free at one time. */
  private record Alike(int type, double ready) {}

  /** Looks when a machine is free, and what the candidates are worth there. */
  private void look(int place) {
    ready[place] = session.expectedReadyTime(first(place));
    worths[place] =
        known.computeIfAbsent(new Alike(type(place), ready[place]), this::measured).clone();
  }

  private double[] measured(Alike alike) {
    double[] measured = new double[candidates.size()];
    for (int c = left.nextSetBit(0); c >= 0; c = left.nextSetBit(c + 1)) {
      measured[c] = worth.on(alike.type(), candidates.get(c).task(), alike.ready());
    }
    return measured;
  }

  private int type(int place) {
    return session.system().machines().get(machines[place]).type().id();
  }

  private int first(int place) {
    return session.fastestPlacement(machines[place]);
  }

  /** Maps, until nothing more would start before the next event. */
  void map() {
    while (IntStream.range(0, machines.length).anyMatch(this::startsBeforeNext) && mapOnce()) {
      continue;
    }
  }

  private boolean startsBeforeNext(int place) {
    return ready[place] < nextEvent && session.queue(machines[place]).hasRoom();
  }

  /** Makes one matching; whether anything came of it. */
  private boolean mapOnce() {
    int[] columns = left.stream().toArray();
    double[][] weights = new double[machines.length][columns.length];
    for (int m = 0; m < machines.length; m++) {
      double factor = startsBeforeNext(m) ? 1 : OF_LATER_STARTS;
      for (int k = 0; k < columns.length; k++) {
        weights[m][k] = factor * worths[m][columns[k]];
      }
    }
    int[] chosen = Matching.of(weights, columns.length);
    boolean changed = false;
    for (int m = 0; m < chosen.length; m++) {
      if (chosen[m] >= 0 && startsBeforeNext(m)) {
        changed = true;
        if (worths[m][columns[chosen[m]]] > 0) {
          carryOut(m, columns[chosen[m]]);
        }
      }
    }
    return changed;
  }

  /** Maps a pair as the best version and in the best P-state that are admitted. */
  private void carryOut(int place, int column) {
    Candidate candidate = candidates.get(column);
    Choice best = null;
    double most = 0;
    for (Choice choice : choices(place, candidate)) {
      double by = worth.by(choice, candidate.task(), ready[place]);
      if (by > most && isAdmitted(candidate, choice, place)) {
        best = choice;
        most = by;
      }
    }
    if (best == null) {
      leaveOut(place, candidate);
      return;
    }
    session.assign(
        candidate.as(best.version()), first(place) + best.pState(), Basis.of("worth", most));
    left.clear(column);
    look(place);
  }

  private List<Choice> choices(int place, Candidate candidate) {
    return worth.choices(candidate.task()).on(type(place));
  }

  private boolean isAdmitted(Candidate candidate, Choice choice, int place) {
    return session.admits(candidate.as(choice.version()), first(place) + choice.pState());
  }

  /** Whether a task is admitted on a machine by none of its choices. */
  private boolean isRefused(Candidate candidate, int place) {
    return choices(place, candidate).stream()
        .noneMatch(choice -> isAdmitted(candidate, choice, place));
  }

  /**
   * Takes a refused task out of the matchings with a machine. Where nothing else of a task matters
   * than its type, all of that type go, on all machines that refuse it: with a budget that is used
   * up it would be refused pair by pair.
   */
  private void leaveOut(int place, Candidate refused) {
    boolean isAll = session.filtersMindTypeOnly();
    for (int m = 0; m < machines.length; m++) {
      if (m == place || (isAll && isRefused(refused, m))) {
        for (int c = 0; c < worths[m].length; c++) {
          Candidate other = candidates.get(c);
          boolean isAlike = isAll && other.task().type() == refused.task().type();
          worths[m][c] = isAlike || other.equals(refused) ? 0 : worths[m][c];
        }
      }
    }
  }
}
