package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.model.MachineType;

/** All {@link Lane}s of the candidates of a type, those that deadlines may drop or the others. */
final class Lanes {
  private final MappingSession session;
  private final PairOrder order;
  private final boolean mayBeDropped;
  private final Lane[] lanes;
  private final boolean areCertain;
  private final boolean mayRise;

  /** Better in everything than any pair, now and later. */
  private final CertainPair ideal;

  /**
   * The lanes of some candidates.
   *
   * @param example one of them
   * @param order in which lanes are compared
   * @param rises whether some candidate may become worth more with time
   */
  Lanes(
      MappingSession session,
      OpenChoices choices,
      Candidate example,
      PairOrder order,
      boolean rises) {
    this.session = session;
    this.mayRise = rises && order.mindsUtility();
    this.order = order;
    this.mayBeDropped = OpenChoices.mayBeDropped(session, example.task());
    boolean soonerIsBetter =
        order.soonerIsBetter() && !mayRise && session.filtersMindTypeOnly() && !mayBeDropped;
    List<Lane> open = new ArrayList<>();
    boolean certain = true;
    for (MachineType type : session.system().machineTypes()) {
      if (choices.allows(session, example, type.id())) {
        ReadyOrder machines = session.byReadyTime(type.id());
        boolean firstWillDo = soonerIsBetter && machines.staysCertain();
        certain &= firstWillDo;
        for (int p = 0; p < type.pStates().size(); p++) {
          for (int i = 0; i < (firstWillDo ? 1 : machines.size()); i++) {
            Lane lane =
                firstWillDo
                    ? Lane.ofType(session, example, machines, p)
                    : Lane.ofMachine(session, example, machines, p, machines.machine(i));
            if (lane.placement() != OpenChoices.NONE) {
              open.add(lane);
            }
          }
        }
      }
    }
    this.lanes = open.toArray(Lane[]::new);
    this.areCertain = certain;
    this.ideal = ideal();
  }

  private CertainPair ideal() {
    long completion = Long.MAX_VALUE;
    double execution = Double.POSITIVE_INFINITY;
    double joules = Double.POSITIVE_INFINITY;
    for (Lane lane : lanes) {
      completion = Math.min(completion, lane.atBest().completion());
      execution = Math.min(execution, lane.atBest().execution());
      joules = Math.min(joules, lane.atBest().joules());
    }
    return new CertainPair(completion, execution, joules);
  }

  int size() {
    return lanes.length;
  }

  Lane get(int i) {
    return lanes[i];
  }

  /** Whether all completions are certain, whatever is mapped, and deadlines drop none. */
  boolean areCertain() {
    return areCertain;
  }

  /** Whether a lane may become better as its queue grows. */
  boolean mayRise() {
    return mayRise;
  }

  /** The order in which they are compared. */
  PairOrder order() {
    return order;
  }

  /** Not more than the score of a lane, and cheap to find. */
  double scoreAtLeast(int lane, Candidate candidate) {
    return scoreAtLeast(order, candidate, lanes[lane].atBest());
  }

  /** Not more than the score of any lane in any order. */
  double scoreAtLeast(PairOrder other, Candidate candidate) {
    return scoreAtLeast(other, candidate, ideal);
  }

  private double scoreAtLeast(PairOrder by, Candidate candidate, CertainPair pair) {
    return by.scoresCertainPairs() && !mayBeDropped
        ? by.score(session.system(), candidate.task(), pair)
        : Double.NEGATIVE_INFINITY;
  }
}
