package org.espalier.core.heuristic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.jspecify.annotations.Nullable;

/**
 * A two-stage batch heuristic (DISSERTATION 2.4.3, 3.3.2). The first stage finds the best choice of
 * a machine and a P-state for each candidate, the second the best of these pairs. That pair is
 * assigned, and the stages repeat until no candidate has an open choice. So unlike a {@link
 * TwoPhaseHeuristic} it assigns one task at a time.
 *
 * <p>Ties: lower placement id in the first stage, lower task id in the second. Where deadlines drop
 * mapped tasks that have not started (PENDING), more tasks ahead may let a task be expected to pass
 * sooner; a pair then counts as it was last measured. Stateless.
 *
 * <p>A choice only becomes worse while queues grow, unless a task rises. So an offer that is the
 * best of all by what was known of them, and is found to be as good, is the best: most rounds
 * measure one or two. Where a task rises each round measures all pairs whose machine has changed.
 *
 * @param limit which placements are looked at
 * @param firstStage order of the placements for a candidate
 * @param secondStage order of the pairs; a pair must only fall back in it as queues grow
 * @param leavesSurplus whether it leaves in the batch queue what would be mapped anew before it
 *     could start; not where somebody looks at whole virtual queues
 */
public record TwoStageHeuristic(
    MachineTypeLimit limit, PairOrder firstStage, PairOrder secondStage, boolean leavesSurplus)
    implements MappingHeuristic {
  /** Each round measures all pairs that are left: n (n + 1) / 2 by machine. */
  @Override
  public long evaluations(int candidates, int machines) {
    return (long) candidates * (candidates + 1) / 2 * machines;
  }

  @Override
  public void map(MappingSession session) {
    PriorityQueue<Offer> offers = new PriorityQueue<>();
    boolean rises = session.open().stream().anyMatch(candidate -> candidate.task().rises());
    Lanes[] lanes = new Lanes[2 * session.system().taskTypes().size()];
    for (Deque<Candidate> alike : alike(session)) {
      offers.add(new Offer(session, alike, lanes(session, rises, alike.element(), lanes)));
    }
    boolean onlyFallBack = !rises && offers.stream().allMatch(this::onlyFallsBack);
    long evaluations = evaluations(session.open().size(), session.machines());
    Surplus surplus = new Surplus(session, new OpenChoices(limit), evaluations, leavesSurplus);
    while (!offers.isEmpty() && !surplus.isAllThatIsLeft()) {
      if (!onlyFallBack) {
        offers = upToDate(offers);
      }
      Offer best = offers.poll();
      if (best != null && (best.isUpToDate() ? best.assign(surplus) : best.measure())) {
        offers.add(best);
      }
    }
  }

  /**
   * Whether an offer cannot become better as queues grow. It can where the first stage turns to
   * another placement that the second one likes more.
   */
  private boolean onlyFallsBack(Offer offer) {
    PairMeasure measure = secondStage.first();
    if (measure.equals(firstStage.first())) {
      return true;
    }
    boolean onTime = measure.equals(PairMeasure.UTILITY) || offer.lanes.size() <= 1;
    return onTime
        && firstStage.first().equals(PairMeasure.EXPECTED_COMPLETION)
        && offer.lanes.areCertain();
  }

  private static PriorityQueue<Offer> upToDate(PriorityQueue<Offer> offers) {
    List<Offer> open = new ArrayList<>(offers);
    open.removeIf(offer -> !offer.isUpToDate() && !offer.measure());
    return new PriorityQueue<>(open);
  }

  /** By task type, for tasks that deadlines may drop and for others. */
  private Lanes lanes(MappingSession session, boolean rises, Candidate candidate, Lanes... known) {
    boolean mayBeDropped = OpenChoices.mayBeDropped(session, candidate.task());
    int i = 2 * candidate.task().type() + (mayBeDropped ? 1 : 0);
    if (known[i] == null) {
      known[i] = new Lanes(session, new OpenChoices(limit), candidate, firstStage, rises);
    }
    return known[i];
  }

  /** The candidates, those together between which only their ids decide. */
  private Iterable<Deque<Candidate>> alike(MappingSession session) {
    Map<Integer, Deque<Candidate>> ofTypes = new HashMap<>();
    Deque<Deque<Candidate>> all = new ArrayDeque<>();
    boolean typeDecides = session.filtersMindTypeOnly();
    for (Candidate candidate : session.open()) {
      boolean isAlike =
          typeDecides
              && !OpenChoices.mayBeDropped(session, candidate.task())
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

  /** The best pair of some candidates that are alike. */
  private final class Offer implements Comparable<Offer> {
    private final MappingSession session;
    private final Deque<Candidate> candidates;
    private final Lanes lanes;
    private @Nullable BestChoice choice;

    /** The score when it was measured, or a bound on it from below. */
    private double score;

    Offer(MappingSession session, Deque<Candidate> candidates, Lanes lanes) {
      this.session = session;
      this.candidates = candidates;
      this.lanes = lanes;
      this.score = lanes.scoreAtLeast(secondStage, candidates.element());
    }

    /** Whether there is an open choice. */
    boolean measure() {
      BestChoice known = choice;
      if (known == null) {
        known = new BestChoice(session, candidates.element(), lanes);
        choice = known;
      }
      boolean found = known.find();
      if (found) {
        score = known.score(secondStage);
      }
      return found;
    }

    boolean isUpToDate() {
      return choice != null && choice.stillComesFirst();
    }

    /** Assigns the first of the candidates; whether the next one has an open choice. */
    boolean assign(Surplus surplus) {
      Candidate candidate = candidates.remove();
      int placement = Objects.requireNonNull(choice).placement();
      session.assign(candidate, placement, secondStage.basis(session, candidate, placement));
      surplus.mapped(candidate, placement);
      return !candidates.isEmpty() && measure();
    }

    @Override
    public int compareTo(Offer other) {
      int compared = Double.compare(score, other.score);
      return compared == 0
          ? Integer.compare(
              candidates.element().task().id(), other.candidates.element().task().id())
          : compared;
    }
  }
}
