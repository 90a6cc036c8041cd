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
  private boolean isAnyRefused;

  /** Task types that were refused since something was mapped last, where types decide. */
  private final BitSet refusedTypes = new BitSet();

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

  /**
   * Maps, until nothing more would start before the next event.
   *
   * @return whether others may be mapped as well: not where no machine is left that is free before
   *     the next event, or nothing was mapped since none of the pairs was admitted
   */
  boolean map() {
    while (!left.isEmpty() && isAnyFree() && mapOnce()) {
      continue;
    }
    boolean isAnyMapped = left.cardinality() < candidates.size();
    return isAnyFree() && (isAnyMapped || !isAnyRefused);
  }

  /** Types that have a machine which is free before the next event. */
  int[] freeTypes() {
    return IntStream.range(0, machines.length)
        .filter(this::startsBeforeNext)
        .map(this::type)
        .distinct()
        .toArray();
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
        carryOut(m, columns[chosen[m]]);
        changed = true;
      }
    }
    return changed;
  }

  /** Maps a pair in the best P-state that is admitted; where none is, it is not matched again. */
  private void carryOut(int place, int column) {
    Candidate candidate = candidates.get(column);
    double[] byPState = worth.byPState(type(place), candidate.task(), ready[place]);
    int first = session.fastestPlacement(machines[place]);
    int best = -1;
    for (int k = 0; k < byPState.length; k++) {
      boolean isBetter = byPState[k] > 0 && (best < 0 || byPState[k] > byPState[best]);
      if (isBetter && session.admits(candidate, first + k)) {
        best = k;
      }
    }
    if (best < 0) {
      worths[place][column] = 0;
      isAnyRefused = true;
      leaveOutWhereRefused(candidate);
    } else {
      session.assign(candidate, first + best, Basis.of("worth", byPState[best]));
      left.clear(column);
      refusedTypes.clear();
      ready[place] = readyTime(place);
      worths[place] = measured(new Alike(type(place), ready[place]));
    }
  }

  /**
   * Takes a task type out of the matchings with machines that were refused a task of it in every
   * P-state. With a budget that is used up, all pairs would be refused one after the other.
   */
  private void leaveOutWhereRefused(Candidate refused) {
    int taskType = refused.task().type();
    boolean isDone = refusedTypes.get(taskType) || !session.filtersMindTypeOnly();
    refusedTypes.set(taskType);
    for (int m = 0; !isDone && m < machines.length; m++) {
      if (!isAdmittedOn(machines[m], refused)) {
        for (int c = left.nextSetBit(0); c >= 0; c = left.nextSetBit(c + 1)) {
          worths[m][c] = candidates.get(c).task().type() == taskType ? 0 : worths[m][c];
        }
      }
    }
  }

  private boolean isAdmittedOn(int machine, Candidate candidate) {
    int first = session.fastestPlacement(machine);
    int pStates = session.system().machines().get(machine).type().pStates().size();
    return session.queue(machine).canRun(candidate.task().type())
        && IntStream.range(0, pStates).anyMatch(k -> session.admits(candidate, first + k));
  }
}
