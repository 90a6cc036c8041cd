package org.espalier.core.heuristic;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;

/**
 * A two-stage batch heuristic (DISSERTATION 2.4.3, 3.3.2): the first stage finds the best choice of
 * a machine and a P-state for each candidate, the second the best of these pairs; it is assigned,
 * and the stages repeat until no candidate has an open choice. So unlike a {@link
 * TwoPhaseHeuristic} it assigns one task at a time.
 *
 * <p>Ties: lower placement id in the first stage, lower task id in the second. Stateless.
 *
 * <p>A choice only becomes worse while queues grow. So an offer that was the best when it was last
 * measured, and whose machine has got no task since, is the best of all: most rounds measure one.
 */
public final class TwoStageHeuristic implements MappingHeuristic {
  private final OpenChoices choices;
  private final PairOrder firstStage;
  private final PairOrder secondStage;

  /**
   * A heuristic of two orders.
   *
   * @param limit which placements are looked at
   * @param firstStage order of the placements for a candidate
   * @param secondStage order of the pairs; a pair must only fall back in it as queues grow
   */
  public TwoStageHeuristic(MachineTypeLimit limit, PairOrder firstStage, PairOrder secondStage) {
    this.choices = new OpenChoices(limit);
    this.firstStage = firstStage;
    this.secondStage = secondStage;
  }

  /** Each round measures all pairs that are left: n (n + 1) / 2 by machine. */
  @Override
  public long evaluations(int candidates, int machines) {
    return (long) candidates * (candidates + 1) / 2 * machines;
  }

  @Override
  public void map(MappingSession session) {
    PriorityQueue<Offer> offers = new PriorityQueue<>();
    for (Deque<Candidate> alike : alike(session)) {
      Offer offer = new Offer(session, alike);
      if (offer.measure()) {
        offers.add(offer);
      }
    }
    Surplus surplus = new Surplus(session, choices);
    while (!offers.isEmpty() && !surplus.isAllThatIsLeft()) {
      Offer best = offers.remove();
      if (best.isUpToDate() ? best.assign(surplus) : best.measure()) {
        offers.add(best);
      }
    }
  }

  /** The candidates, those together between which only their ids decide. */
  private Iterable<Deque<Candidate>> alike(MappingSession session) {
    Map<Integer, Deque<Candidate>> ofTypes = new HashMap<>();
    Deque<Deque<Candidate>> all = new ArrayDeque<>();
    boolean typeDecides = session.filtersMindTypeOnly();
    for (Candidate candidate : session.open()) {
      boolean isAlike =
          typeDecides
              && firstStage.isSettled(session, candidate)
              && secondStage.isSettled(session, candidate);
      Deque<Candidate> known = isAlike ? ofTypes.get(candidate.task().type()) : null;
      if (known == null) {
        known = new ArrayDeque<>(1);
        all.add(known);
        if (isAlike) {
          ofTypes.put(candidate.task().type(), known);
        }
      }
      known.add(candidate);
    }
    return all;
  }

  /** The best pair of some candidates that are alike, with its score when it was measured. */
  private final class Offer implements Comparable<Offer> {
    private final MappingSession session;
    private final Deque<Candidate> candidates;
    private final BestChoice choice;
    private double score;

    Offer(MappingSession session, Deque<Candidate> candidates) {
      this.session = session;
      this.candidates = candidates;
      this.choice = new BestChoice(choices, session, candidates.element(), firstStage);
    }

    /** Whether there is an open choice. */
    boolean measure() {
      boolean found = choice.find();
      if (found) {
        score = secondStage.score(session, candidates.element(), choice.placement());
      }
      return found;
    }

    boolean isUpToDate() {
      return choice.stillComesFirst();
    }

    /** Assigns the first of the candidates; whether the next one has an open choice. */
    boolean assign(Surplus surplus) {
      PairMeasure measure = secondStage.first();
      Candidate candidate = candidates.remove();
      int placement = choice.placement();
      double value = measure.of(session, candidate, placement);
      session.assign(candidate, placement, Basis.of(measure.name(), value));
      surplus.mapped(candidate, placement);
      return !candidates.isEmpty() && measure();
    }

    @Override
    public int compareTo(Offer other) {
      int compared = Double.compare(score, other.score);
      return compared == 0
          ? Integer.compare(candidates.element().task().id(), other.candidates.element().task().id())
          : compared;
    }
  }
}
