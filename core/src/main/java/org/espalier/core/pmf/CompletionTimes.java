package org.espalier.core.pmf;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * The completion-time operators: what becomes of the time at which a machine is free when one more
 * task with a deadline is put behind it.
 *
 * <p>Throughout, {@code ready} is the PMF of the time the machine is free for the task (the
 * completion of the task ahead), {@code execution} the execution-time PMF of the task on the
 * machine and {@code deadline} its deadline in ticks. The origin of {@code execution} is a multiple
 * of its step, while the start may sit anywhere. Where steps differ or a result would be long, it
 * is made on a {@link CommonStep}; chances and expected completions are exact all the same.
 *
 * <p>Sources: THESIS 3.1 eqs. 3.1 to 3.5, JOURNAL 4 eqs. 1 to 5. THESIS eq. 3.4 as printed counts
 * mass twice; here the mass of a task that started in time but would end late moves to the
 * deadline, once. A start must be strictly before the deadline.
 */
public final class CompletionTimes {
  private CompletionTimes() {}

  /**
   * The time at which the machine is free again.
   *
   * <ul>
   *   <li>NONE: {@code ready} + {@code execution}.
   *   <li>PENDING: the part of {@code ready} before the deadline + {@code execution}, and the rest
   *       of {@code ready} as it is.
   *   <li>EXECUTING: as PENDING, but what would end beyond the deadline ends at the deadline,
   *       rounded up to the lattice.
   * </ul>
   */
  public static Pmf completion(DroppingScope scope, Pmf ready, Pmf execution, long deadline) {
    int starts = starts(scope, ready, deadline);
    if (starts == 0) {
      return ready;
    }
    boolean evicts = scope == DroppingScope.EXECUTING && !surelyInTime(ready, execution, deadline);
    if (CommonStep.isOf(ready, execution)) {
      return ofOneStep(evicts, ready, execution, deadline, starts);
    }
    long end = evicts ? deadline : Long.MAX_VALUE;
    Pmf ended = ended(ready, execution, starts, end, end);
    return starts == ready.size()
        ? ended
        : ended.mixed(ready.cumulativeSums()[starts - 1], ready.from(starts));
  }

  private static Pmf ofOneStep(
      boolean evicts, Pmf ready, Pmf execution, long deadline, int starts) {
    return evicts
        ? evicting(ready, execution, deadline, starts)
        : pending(ready, execution, starts);
  }

  /**
   * The same on a given lattice. Of two ready times the later one, in distribution, gives the later
   * completion under NONE and EXECUTING, and one that is no further from the other than they are.
   *
   * @param step its step, in ticks
   * @param anchor one of its points, in ticks
   */
  public static Pmf completion(
      DroppingScope scope, Pmf ready, Pmf execution, long deadline, long step, long anchor) {
    Pmf added = execution.on(step, 0);
    boolean isAlike = ready.step() == step && execution.step() == step;
    if (scope == DroppingScope.PENDING && !isAlike) {
      int starts = before(ready, deadline);
      if (starts == 0) {
        return ready.on(step, anchor);
      }
      Pmf ended = ready.notLater(ready.time(starts - 1)).on(step, anchor).sum(added);
      return starts == ready.size()
          ? ended
          : ended.mixed(ready.cumulativeSums()[starts - 1], ready.from(starts));
    }
    Pmf begin = ready.on(step, anchor);
    int starts = starts(scope, begin, deadline);
    boolean evicts = scope == DroppingScope.EXECUTING && !surelyInTime(begin, added, deadline);
    return starts == 0 ? begin : ofOneStep(evicts, begin, added, deadline, starts);
  }

  /** The step of sums that span so many ticks, where all of them are multiples of a step. */
  public static long stepOf(long exact, long span) {
    return CommonStep.limited(exact, span, span);
  }

  private static int starts(DroppingScope scope, Pmf ready, long deadline) {
    return scope == DroppingScope.NONE ? ready.size() : before(ready, deadline);
  }

  /**
   * When a task ends that starts among the first of {@code ready}. The step also holds the other
   * starts until {@code last}; what would end later than {@code end} ends then.
   */
  private static Pmf ended(Pmf ready, Pmf execution, int starts, long last, long end) {
    long step = CommonStep.ofCompletion(ready, execution, starts, last);
    Pmf start = ready.notLater(ready.time(starts - 1)).on(step, ready.origin());
    Pmf added = execution.on(step, execution.origin());
    return end == Long.MAX_VALUE
        ? start.sum(added)
        : start.sum(added.cutAt(end - start.origin())).cutAt(end);
  }

  private static boolean surelyInTime(Pmf ready, Pmf execution, long deadline) {
    return ready.latest() + execution.latest() <= deadline;
  }

  private static Pmf pending(Pmf ready, Pmf execution, int starts) {
    if (starts == ready.size()) {
      return ready.isCertain() ? execution.shifted(ready.origin()) : ready.sum(execution);
    }
    int end = starts + execution.size() - 1 + offset(execution);
    return passed(ready, starts, execution, end, 0);
  }

  private static Pmf evicting(Pmf ready, Pmf execution, long deadline, int starts) {
    int end = (int) roundedUp(ready, deadline);
    int reach = end - offset(execution);
    double late = endingLate(ready.array(), starts, execution.cumulativeSums(), reach);
    return passed(ready, starts, execution, end, late);
  }

  /**
   * What becomes of {@code ready}. The first {@code starts} get an execution that ends before
   * {@code end}; the mass of those that do not end by then sits at {@code end}. The other starts
   * stay as they are.
   */
  private static Pmf passed(Pmf ready, int starts, Pmf execution, int end, double atEnd) {
    int first = firstPoint(starts, ready.size(), execution, end);
    int count = Math.max(atEnd > 0 ? end + 1 : end, ready.size()) - first;
    double[] out = started(ready.array(), ready.size(), starts, execution, end, count);
    if (atEnd > 0) {
      out[end - first] += atEnd;
    }
    return Pmf.trimmed(ready.time(first), ready.step(), out);
  }

  /**
   * The first point that can have mass when {@code starts} of {@code size} points are followed by
   * an execution that ends before {@code end}.
   */
  static int firstPoint(int starts, int size, Pmf execution, int end) {
    int offset = Math.min(offset(execution), end);
    return starts < size ? Math.min(offset, starts) : offset;
  }

  /**
   * The masses after the first {@code starts} of {@code ready} got an execution that ends before
   * {@code end}. The other starts, of {@code size} in all, stay as they are. The result has {@code
   * count} masses from {@link #firstPoint} on, so that little is to be cut off.
   */
  static double[] started(double[] ready, int size, int starts, Pmf execution, int end, int count) {
    int offset = Math.min(offset(execution), end);
    int first = firstPoint(starts, size, execution, end);
    double[] out = new double[count];
    if (offset < end) {
      Convolution.into(out, ready, starts, execution, end - offset);
      if (first < offset) {
        System.arraycopy(out, 0, out, offset - first, end - offset);
        Arrays.fill(out, 0, offset - first, 0);
      }
    }
    for (int i = starts; i < size; i++) {
      out[i - first] += ready[i];
    }
    return out;
  }

  /** The probability of a start among the first ones with an execution that ends too late. */
  private static double endingLate(double[] ready, int starts, double[] sums, int reach) {
    double inTime = 0;
    double all = 0;
    for (int i = 0; i < starts; i++) {
      int count = Math.min(sums.length, reach - i);
      all += ready[i];
      inTime += count > 0 ? ready[i] * sums[count - 1] : 0;
    }
    return Math.max(0, all - inTime);
  }

  /**
   * The expectation of a value of the time at which the task finishes. Outcomes in which it does
   * not, since it is dropped, evicted or lost, add nothing.
   *
   * @param value of a time in ticks
   */
  public static double expectation(
      DroppingScope scope, Pmf ready, Pmf execution, long deadline, LongToDoubleFunction value) {
    return execution.completes() * ifKept(scope, ready, execution, deadline, value);
  }

  /** The same if the execution is not lost. */
  private static double ifKept(
      DroppingScope scope, Pmf ready, Pmf execution, long deadline, LongToDoubleFunction value) {
    if (scope == DroppingScope.NONE && ready.isCertain() && execution.isCertain()) {
      return value.applyAsDouble(ready.origin() + execution.origin());
    }
    int starts = starts(scope, ready, deadline);
    if (starts > 0 && !CommonStep.isOf(ready, execution)) {
      long last = scope == DroppingScope.EXECUTING ? deadline : Long.MAX_VALUE;
      return unlikeExpectation(ready, execution, starts, last, value);
    }
    int end = starts + execution.size() - 1 + offset(execution);
    if (scope == DroppingScope.EXECUTING) {
      end = (int) Math.min(end, Math.floorDiv(deadline - ready.origin(), ready.step()) + 1);
    }
    if (starts == 0 || end <= 0) {
      return 0;
    }
    int first = firstPoint(starts, starts, execution, end);
    double[] masses = started(ready.array(), starts, starts, execution, end, end - first);
    double sum = 0;
    for (int i = 0; i < masses.length; i++) {
      if (masses[i] > 0) {
        sum += masses[i] * value.applyAsDouble(ready.time(first + i));
      }
    }
    return sum;
  }

  /** The same on a step of its own. */
  private static double unlikeExpectation(
      Pmf ready, Pmf execution, int starts, long last, LongToDoubleFunction value) {
    long beyond = last == Long.MAX_VALUE ? last : last + 1;
    Pmf ended = ended(ready, execution, starts, last, beyond);
    double sum = 0;
    for (int i = 0; i < ended.size() && ended.time(i) <= last; i++) {
      sum += ended.mass(i) > 0 ? ended.mass(i) * value.applyAsDouble(ended.time(i)) : 0;
    }
    return sum * ready.cumulativeSums()[starts - 1];
  }

  /**
   * Chance of success: the probability that the task starts before its deadline and finishes at or
   * before it. No convolution is made: one pass over {@code execution} against the cumulative sums
   * of {@code ready} (JOURNAL 7.2.2, algorithm 1).
   */
  public static double chanceOfSuccess(Pmf ready, Pmf execution, long deadline) {
    return execution.completes() * chanceInTime(ready, execution, deadline);
  }

  /** The chance that it finishes in time if its execution is not lost. */
  private static double chanceInTime(Pmf ready, Pmf execution, long deadline) {
    int starts = before(ready, deadline);
    if (starts == 0) {
      return 0;
    }
    if (ready.step() != execution.step()) {
      return unlikeChance(ready, starts, execution, deadline);
    }
    double[] sums = ready.cumulativeSums();
    double[] times = execution.array();
    long reach = Lattice.floor(deadline - ready.origin() - execution.origin(), ready.step());
    if (reach < 0) {
      return 0;
    }
    int last = (int) Math.min(reach, starts + (long) times.length);
    int whole = Math.min(last - starts + 2, times.length);
    double chance = whole > 0 ? sums[starts - 1] * execution.cumulativeSums()[whole - 1] : 0;
    int from = Math.max(whole, 0);
    int to = Math.min(last + 1, times.length);
    return chance + Kernels.reversedDot(times, from, to, sums, last);
  }

  /**
   * The same where steps differ: one pass over the one with fewer points, and a look-up for each.
   */
  private static double unlikeChance(Pmf ready, int starts, Pmf execution, long deadline) {
    double chance = 0;
    if (starts <= execution.size()) {
      for (int i = 0; i < starts; i++) {
        chance += ready.mass(i) * execution.cumulative(deadline - ready.time(i));
      }
      return chance;
    }
    for (int k = 0; k < execution.size(); k++) {
      long latest = Math.min(deadline - execution.time(k), ready.time(starts - 1));
      chance += execution.mass(k) * ready.cumulative(latest);
    }
    return chance;
  }

  /**
   * Mean of {@link #completion} in ticks, without making it: constant time for NONE and PENDING,
   * one pass over {@code execution} for EXECUTING.
   */
  public static double expectedCompletion(
      DroppingScope scope, Pmf ready, Pmf execution, long deadline) {
    if (scope == DroppingScope.NONE || surelyInTime(ready, execution, deadline)) {
      return ready.mean() + execution.mean();
    }
    int starts = before(ready, deadline);
    if (starts == 0) {
      return ready.mean();
    }
    double startsInTime = ready.cumulativeSums()[starts - 1];
    return scope == DroppingScope.PENDING
        ? ready.mean() + startsInTime * execution.mean()
        : expectedWithEviction(ready, execution, deadline, starts);
  }

  /**
   * The mean time at which the machine is free where tasks are evicted at their deadline d. For a
   * start c before d that is min(c+e, d), which is d - (d-c-e)+. The mean of the positive part over
   * c is the shortfall of {@code ready} at d-e, interpolated where the deadline lies between two
   * lattice points.
   */
  private static double expectedWithEviction(Pmf ready, Pmf execution, long deadline, int starts) {
    if (ready.step() != execution.step()) {
      return expectedGiven(
          unlikeShortfall(ready, starts, execution, deadline), ready, deadline, starts);
    }
    int end = (int) roundedUp(ready, deadline);
    double excess = (ready.time(end) - deadline) / (double) ready.step();
    double saved = shortfallOver(execution, ready, end - offset(execution), excess);
    return expectedGiven(ready.step() * saved, ready, deadline, starts);
  }

  /** E[(d-c-e)+] where steps differ, as {@link #unlikeChance}. */
  private static double unlikeShortfall(Pmf ready, int starts, Pmf execution, long deadline) {
    double sum = 0;
    if (starts <= execution.size()) {
      for (int i = 0; i < starts; i++) {
        sum += ready.mass(i) * execution.shortfall(deadline - ready.time(i));
      }
      return sum;
    }
    for (int k = 0; k < execution.size(); k++) {
      sum += execution.mass(k) * ready.shortfall(deadline - execution.time(k));
    }
    return sum;
  }

  /** The mean of min(c+e, d) over c before d and of c over the rest, given E[(d-C-E)+] in ticks. */
  private static double expectedGiven(double saved, Pmf ready, long deadline, int starts) {
    double startsInTime = ready.cumulativeSums()[starts - 1];
    double earlySum = starts * startsInTime - ready.shortfalls()[starts];
    double late = ready.step() * (ready.meanIndex() - earlySum);
    return deadline * startsInTime - saved + late + ready.origin() * (1 - startsInTime);
  }

  /** The sum over k of execution[k] * G(lead - excess - k), G being the shortfall of ready. */
  private static double shortfallOver(Pmf execution, Pmf ready, int lead, double excess) {
    double[] times = execution.array();
    int linear = Math.min(lead - ready.size() + 1, times.length);
    double saved = 0;
    if (linear > 0) {
      double mass = execution.cumulativeSums()[linear - 1];
      double moment = linear * mass - execution.shortfalls()[linear];
      saved = (lead - excess - ready.meanIndex()) * mass - moment;
    }
    int from = Math.max(linear, 0);
    int to = Math.min(lead, times.length);
    return saved + Kernels.reversedDotBetween(times, from, to, ready.shortfalls(), lead, excess);
  }

  /**
   * A bound from above on {@link #expectedCompletion} in constant time. The time the task adds is
   * E[min(E, d-C)] over the starts C before d, a concave function of C, so that Jensen's inequality
   * bounds its mean by its value at the mean of C.
   */
  public static double expectedCompletionAtMost(
      DroppingScope scope, Pmf ready, Pmf execution, long deadline) {
    if (scope != DroppingScope.EXECUTING || surelyInTime(ready, execution, deadline)) {
      return expectedCompletion(scope, ready, execution, deadline);
    }
    int starts = before(ready, deadline);
    if (starts == 0) {
      return ready.mean();
    }
    double startsInTime = ready.cumulativeSums()[starts - 1];
    double room = ready.shortfall(deadline) / startsInTime;
    return ready.mean() + startsInTime * (room - execution.shortfall(room));
  }

  /**
   * {@link #chanceOfSuccess} by a look-up in the sum of {@code ready} and {@code execution}, for
   * when many tasks of one type differ in their deadlines only.
   *
   * @param sum {@code ready.plus(execution)}
   */
  public static double chanceOfSuccess(Pmf ready, Pmf execution, Pmf sum, long deadline) {
    double chance = sum.cumulative(deadline);
    if (execution.origin() == 0 && chance > 0) {
      double startsAtDeadline = ready.cumulative(deadline) - ready.cumulative(deadline - 1);
      chance -= startsAtDeadline * execution.mass(0);
    }
    return execution.completes() * chance;
  }

  /**
   * {@link #expectedCompletion} by a look-up in the sum of {@code ready} and {@code execution}.
   *
   * @param sum {@code ready.plus(execution)}
   */
  public static double expectedCompletion(
      DroppingScope scope, Pmf ready, Pmf execution, Pmf sum, long deadline) {
    int starts = before(ready, deadline);
    if (scope != DroppingScope.EXECUTING
        || starts == 0
        || surelyInTime(ready, execution, deadline)) {
      return expectedCompletion(scope, ready, execution, deadline);
    }
    return expectedGiven(sum.shortfall(deadline), ready, deadline, starts);
  }

  /** Number of lattice points of {@code ready} strictly before {@code deadline}. */
  static int before(Pmf ready, long deadline) {
    return Math.clamp(roundedUp(ready, deadline), 0, ready.size());
  }

  /** Index on the lattice of {@code pmf} of {@code time}, rounded up. */
  static long roundedUp(Pmf pmf, long time) {
    return Lattice.stepsTo(time, pmf.origin(), pmf.step());
  }

  static int offset(Pmf execution) {
    return (int) (execution.origin() / execution.step());
  }
}
