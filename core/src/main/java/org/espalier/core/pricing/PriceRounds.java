package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;

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

  /** Pairs start before this time, in ticks. */
  private final long nextEvent;

  PriceRounds(MappingSession session, PairWorth worth, List<Candidate> candidates) {
    this.session = session;
    this.worth = worth;
    this.candidates = candidates;
    this.machines = takingTasks(session);
    this.ready = new double[machines.length];
    this.worths = new double[machines.length][];
    this.nextEvent = session.now() + Math.max(1, session.event().rules().trigger().period());
    left.set(0, candidates.size());
    Map<Alike, double[]> known = new HashMap<>();
    for (int m = 0; m < machines.length; m++) {
      ready[m] = readyTime(m);
      worths[m] = known.computeIfAbsent(new Alike(type(m), ready[m]), this::measured).clone();
    }
  }

  /** Machines of a type that are free at one time. */
  private record Alike(int type, double ready) {}

  private static int[] takingTasks(MappingSession session) {
    List<Integer> taking = new ArrayList<>();
    for (int m = 0; m < session.machines(); m++) {
      if (session.queue(m).isAvailable()) {
        taking.add(m);
      }
    }
    return taking.stream().mapToInt(Integer::intValue).toArray();
  }

  private double readyTime(int place) {
    return session.expectedReadyTime(session.fastestPlacement(machines[place]));
  }

  /** What the candidates that are left are worth there. */
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

  /** Maps, until nothing more would start before the next event. */
  void map() {
    while (!left.isEmpty() && isAnyFree() && mapOnce()) {
      continue;
    }
  }

  private boolean startsBeforeNext(int place) {
    return ready[place] < nextEvent && session.queue(machines[place]).hasRoom();
  }

  private boolean isAnyFree() {
    for (int m = 0; m < machines.length; m++) {
      if (startsBeforeNext(m)) {
        return true;
      }
    }
    return false;
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

  /** Maps a pair in the best P-state that is admitted. */
  private void carryOut(int place, int column) {
    Candidate candidate = candidates.get(column);
    int first = session.fastestPlacement(machines[place]);
    int pStates = session.queue(machines[place]).machine().type().pStates().size();
    int best = -1;
    double most = 0;
    for (int k = 0; k < pStates; k++) {
      double in = worth.in(type(place), k, candidate.task(), ready[place]);
      if (in > most && session.admits(candidate, first + k)) {
        best = k;
        most = in;
      }
    }
    if (best < 0) {
      leaveOut(place, candidate);
      return;
    }
    session.assign(candidate, first + best, Basis.of("worth", most));
    left.clear(column);
    ready[place] = readyTime(place);
    worths[place] = measured(new Alike(type(place), ready[place]));
  }

  /**
   * Takes a refused task out of the matchings with a machine. Where nothing else of a task matters
   * than its type, all of that type go, on all machines that refuse it: with a budget that is used
   * up it would be refused pair by pair.
   */
  private void leaveOut(int place, Candidate refused) {
    boolean isAll = session.filtersMindTypeOnly();
    for (int m = 0; m < machines.length; m++) {
      if (m == place || (isAll && isRefused(machines[m], refused))) {
        for (int c = 0; c < worths[m].length; c++) {
          Candidate other = candidates.get(c);
          boolean isAlike = isAll && other.task().type() == refused.task().type();
          worths[m][c] = isAlike || other.equals(refused) ? 0 : worths[m][c];
        }
      }
    }
  }

  private boolean isRefused(int machine, Candidate candidate) {
    int first = session.fastestPlacement(machine);
    int pStates = session.queue(machine).machine().type().pStates().size();
    return !session.queue(machine).canRun(candidate.task().type())
        || IntStream.range(first, first + pStates).noneMatch(p -> session.admits(candidate, p));
  }
}
