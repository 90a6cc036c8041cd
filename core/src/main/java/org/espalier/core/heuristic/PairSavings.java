package org.espalier.core.heuristic;

import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a built-in measure besides its numbers, and lets a search look at fewer of them.
 * A wrong word here changes decisions: each is held against exact numbers by a test.
 *
 * @param trend how the number moves when the queue of the machine grows, where the dropping scope
 *     is NONE or EXECUTING; lets a search pass over pairs that have lost
 * @param optimistic a bound that is cheaper to find than the number: from below for a measure that
 *     rises, from above for one that falls
 * @param pessimistic a bound from the other side
 * @param number which number of tails it is, by which groups of machines have bounds too; null if
 *     none
 * @param minding which deadlines the number hangs on
 * @param ifCertain the number where it is certain when the task completes, and it completes; null
 *     if that is not known to hang on a {@link CertainPair} only
 * @param byDeadline how it moves from a task to one of the same type with a later deadline; lets a
 *     choice pass over all tasks of a type behind the one with the soonest
 */
record PairSavings(
    Trend trend,
    PairNumber optimistic,
    PairNumber pessimistic,
    @Nullable TailNumber number,
    Minding minding,
    Trend byDeadline,
    CertainPair.@Nullable Measure ifCertain) {
  /** How a measure moves. */
  enum Trend {
    /** The number never falls. */
    RISES,
    /** The number never rises. */
    FALLS,
    /** Nothing is known. */
    UNKNOWN
  }

  /** Which deadlines a measure hangs on. */
  enum Minding {
    /**
     * The deadlines at which tasks leave. Where none is dropped, which is under NONE, two tasks of
     * one type have the same number on each machine. Otherwise as {@link #DEADLINES_AT_RISK}.
     */
    DROPS,
    /**
     * The deadlines that may be missed. Two tasks of one type that cannot be late anywhere ({@link
     * MappingSession#cannotBeLate}) have the same number on each machine.
     */
    DEADLINES_AT_RISK,
    /** Any deadline, for all that is known. */
    ANY_DEADLINE
  }

  /** The savings of a measure of which only the numbers are known: none. */
  static PairSavings none(PairNumber function) {
    return of(function, Minding.ANY_DEADLINE, Trend.UNKNOWN);
  }

  /** The savings of a measure that depends on the type of a task at most. */
  static PairSavings ofTypeOnly(PairNumber function) {
    return of(function, Minding.DROPS, Trend.RISES);
  }

  /** The savings of a measure that has no cheaper bounds. */
  static PairSavings of(PairNumber function, Minding minding, Trend byDeadline) {
    return new PairSavings(Trend.UNKNOWN, function, function, null, minding, byDeadline, null);
  }

  /** The same with the numbers for bounds. */
  PairSavings withoutBounds(PairNumber function) {
    return new PairSavings(trend, function, function, null, minding, byDeadline, ifCertain);
  }
}
