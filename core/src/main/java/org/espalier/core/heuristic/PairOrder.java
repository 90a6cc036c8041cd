package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PlacementOrder;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * An order of pairs of a candidate and a placement: by one measure, ties by the next. Immutable.
 *
 * <p>What is left equal is decided by who compares: lower id among placements, earlier arrival
 * among candidates.
 */
public final class PairOrder implements PlacementOrder {
  private final PairMeasure[] measures;
  private final boolean[] highestFirst;
  private final PairSavings bounded;
  private final @Nullable TailNumber number;
  private final PairSavings.Minding minding;
  private final boolean soonestFirst;
  private final boolean soonerIsBetter;

  private PairOrder(PairMeasure[] measures, boolean[] highestFirst) {
    this.measures = measures;
    this.highestFirst = highestFirst;
    PairSavings savings = measures[0].savings();
    this.bounded = fallsBack(0) ? savings : savings.withoutBounds(measures[0].function());
    this.number = onlyFallsBack() ? bounded.number() : null;
    this.minding = minding();
    this.soonestFirst = isSoonestFirst();
    this.soonerIsBetter = isSoonerBetter();
  }

  /** The pair with the lowest value comes first. */
  public static PairOrder lowest(PairMeasure measure) {
    return new PairOrder(new PairMeasure[] {measure}, new boolean[] {false});
  }

  /** The pair with the highest value comes first. */
  public static PairOrder highest(PairMeasure measure) {
    return new PairOrder(new PairMeasure[] {measure}, new boolean[] {true});
  }

  /**
   * The placement on which a candidate is expected to complete first. Of two that are equal since
   * completions are cut at the deadline, under EXECUTING, the one with the greater chance of
   * success comes first.
   */
  public static PairOrder earliestCompletion() {
    return lowest(PairMeasure.EXPECTED_COMPLETION).then(PairMeasure.CHANCE_IF_CUT, true);
  }

  /** Ties: the lowest value of another measure first. */
  public PairOrder thenLowest(PairMeasure measure) {
    return then(measure, false);
  }

  private PairOrder then(PairMeasure measure, boolean highest) {
    int n = measures.length;
    PairMeasure[] more = Arrays.copyOf(measures, n + 1);
    more[n] = measure;
    boolean[] highestOfMore = Arrays.copyOf(highestFirst, n + 1);
    highestOfMore[n] = highest;
    return new PairOrder(more, highestOfMore);
  }

  /**
   * Whether a pair only ever falls back in this order as the queue of its machine grows. Each
   * measure must, since pairs may stay equal in those before it.
   */
  boolean onlyFallsBack() {
    for (int i = 0; i < measures.length; i++) {
      if (!fallsBack(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the machine that is free sooner comes first for a task that no deadline drops. It is
   * asked of two machines that are sure to be free at different times.
   */
  boolean soonerIsBetter() {
    return soonerIsBetter;
  }

  /** The same for a task that may become worth more with time. */
  boolean soonerIsBetter(Task task) {
    return soonerIsBetter && !(mindsUtility() && task.rises());
  }

  /** Whether a measure hangs on what a task is worth, which falls with time or rises. */
  boolean mindsUtility() {
    return Arrays.stream(measures)
        .map(PairMeasure::savings)
        .anyMatch(savings ->
            savings.trend() == PairSavings.Trend.FALLS
                && savings.minding() == PairSavings.Minding.ANY_DEADLINE);
  }

  private boolean isSoonerBetter() {
    boolean tellsApart =
        Arrays.stream(measures)
            .anyMatch(measure -> measure.savings().number() == TailNumber.EXPECTED_COMPLETION);
    return tellsApart && onlyFallsBack();
  }

  private boolean fallsBack(int measure) {
    return isWorse(measures[measure].savings().trend(), measure);
  }

  private boolean isWorse(PairSavings.Trend trend, int measure) {
    return trend == (highestFirst[measure] ? PairSavings.Trend.FALLS : PairSavings.Trend.RISES);
  }

  /**
   * Whether of two candidates of one type the one with the later deadline never comes first on any
   * machine.
   */
  boolean soonestFirst() {
    return soonestFirst;
  }

  private boolean isSoonestFirst() {
    return IntStream.range(0, measures.length)
        .allMatch(i -> isWorse(measures[i].savings().byDeadline(), i));
  }

  /**
   * Whether only the type of a candidate tells it from others that are settled: its deadline
   * matters on no machine.
   */
  boolean isSettled(MappingState state, Candidate candidate) {
    return switch (minding) {
      case DROPS -> !state.rules().dropsPending() || state.cannotBeLate(candidate);
      case DEADLINES_AT_RISK -> state.cannotBeLate(candidate);
      case ANY_DEADLINE -> false;
    };
  }

  private PairSavings.Minding minding() {
    PairSavings.Minding most = PairSavings.Minding.DROPS;
    for (PairMeasure measure : measures) {
      most = measure.savings().minding().compareTo(most) > 0 ? measure.savings().minding() : most;
    }
    return most;
  }

  /** The measure that is looked at first. */
  public PairMeasure first() {
    return measures[0];
  }

  /** What is said of a pair that was chosen by this order. */
  Basis basis(MappingState state, Candidate candidate, int placement) {
    return Basis.of(measures[0].name(), measures[0].of(state, candidate, placement));
  }

  /**
   * The value of the first measure of a pair as a score, lower coming first; equal scores are told
   * apart by {@link #compare} only.
   */
  @Override
  public double score(MappingState state, Candidate candidate, int placement) {
    double value = measures[0].of(state, candidate, placement);
    return highestFirst[0] ? -value : value;
  }

  /** Whether scores are found from completions that are certain. */
  boolean scoresCertainPairs() {
    return measures[0].savings().ifCertain() != null;
  }

  /** The score of a task whose completion is certain, where {@link #scoresCertainPairs}. */
  double score(HcSystem system, Task task, CertainPair pair) {
    CertainPair.Measure measure = Objects.requireNonNull(measures[0].savings().ifCertain());
    double value = measure.of(system, task, pair);
    return highestFirst[0] ? -value : value;
  }

  @Override
  public double scoreAtLeast(MappingState state, Candidate candidate, int placement) {
    double bound = bounded.optimistic().of(state, candidate, placement);
    return highestFirst[0] ? -bound : bound;
  }

  @Override
  public double scoreAtMost(MappingState state, Candidate candidate, int placement) {
    double bound = bounded.pessimistic().of(state, candidate, placement);
    return highestFirst[0] ? -bound : bound;
  }

  @Override
  public boolean comesFirst(MappingState state, Candidate candidate, int placement, int other) {
    int compared = compare(state, candidate, placement, candidate, other);
    return compared < 0 || (compared == 0 && placement < other);
  }

  /** None where a measure of a user's own breaks ties: it may tell apart what tails do not. */
  @Override
  public @Nullable TailNumber number() {
    return number;
  }

  @Override
  public boolean soonerOfEqualFirst() {
    return measures.length > 1
        && !highestFirst[1]
        && measures[1].savings().number() == TailNumber.EXPECTED_COMPLETION;
  }

  /** Negative if the first pair comes first, positive if the second does, 0 on a tie. */
  public int compare(
      MappingState state, Candidate first, int onFirst, Candidate second, int onSecond) {
    for (int i = 0; i < measures.length; i++) {
      double a = measures[i].of(state, first, onFirst);
      double b = measures[i].of(state, second, onSecond);
      if (a != b) {
        return a < b == highestFirst[i] ? 1 : -1;
      }
    }
    return 0;
  }
}
