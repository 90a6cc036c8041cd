package org.espalier.workload.swf;

import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.model.Arguments;

/**
 * The deadlines of jobs, which a trace does not have: arrival + slack x run time.
 *
 * @param slack how many times the run time a task may take, waiting included
 * @param basis which run time; the other one where it is not known
 */
public record DeadlineRule(double slack, Basis basis) {
  /** Twice the requested time. */
  public static final DeadlineRule DEFAULT = new DeadlineRule(2, Basis.REQUESTED);

  /** The run time that a deadline is reckoned from. */
  public enum Basis {
    /** Field 9, or field 4 where it is not known. */
    REQUESTED,
    /** Field 4. */
    REAL
  }

  public DeadlineRule {
    Arguments.refuse(
        !(slack >= 0) || slack > 1e6, "slack is %s; expected a number from 0 to 1000000", slack);
  }

  /** Seconds from the arrival to the deadline of a job whose real run time is known. */
  double seconds(SwfJob job) {
    OptionalDouble real = job.realSeconds();
    OptionalDouble first = basis == Basis.REAL ? real : job.requestedSeconds();
    return slack * (first.isPresent() ? first : real).orElseThrow();
  }

  /** The run time that counts, of those that are known; empty if none is. */
  public <T> Optional<T> basis(Optional<T> requested, Optional<T> real) {
    return basis == Basis.REAL ? real : requested.or(() -> real);
  }

  /** Whether a deadline would have been reckoned from a requested time that is not known. */
  boolean falls(SwfJob job) {
    return basis == Basis.REQUESTED && job.requestedSeconds().isEmpty();
  }
}
