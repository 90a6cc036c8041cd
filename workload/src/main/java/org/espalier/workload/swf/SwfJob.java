package org.espalier.workload.swf;

import java.util.OptionalDouble;

/**
 * One job of a trace: what its line says, requested and real run time apart. Negative numbers stand
 * for what is not known.
 */
public final class SwfJob {
  private final int line;
  private final double[] fields;

  /** Takes the fields as its own. */
  SwfJob(int line, double[] fields) {
    this.line = line;
    this.fields = fields;
  }

  /** Line in the file, from 1. */
  public int line() {
    return line;
  }

  /** The value of a field, or empty if it is not known. */
  public OptionalDouble find(SwfField field) {
    double value = fields[field.ordinal()];
    return value < 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Number of the job as the trace counts; its line where it has none. */
  public long number() {
    return (long) find(SwfField.JOB_NUMBER).orElse(line);
  }

  /** Seconds that the job really took. */
  public OptionalDouble realSeconds() {
    return find(SwfField.RUN_TIME);
  }

  /** Seconds that were requested for the job; none were where the trace has 0. */
  public OptionalDouble requestedSeconds() {
    OptionalDouble requested = find(SwfField.REQUESTED_TIME);
    return requested.orElse(0) > 0 ? requested : OptionalDouble.empty();
  }

  /**
   * Processors that the job asked for, or had where the trace does not say what it asked for; one
   * if neither is known.
   */
  public long processors() {
    double had = find(SwfField.PROCESSORS).orElse(1);
    return (long) find(SwfField.REQUESTED_PROCESSORS).orElse(had);
  }

  /**
   * Whether the line is a part of an interrupted job, which has a line of its own for the whole.
   */
  boolean isPart() {
    double status = fields[SwfField.STATUS.ordinal()];
    return status >= 2 && status <= 4;
  }

  /** Whether it waits for another one. */
  boolean isWaiting() {
    return find(SwfField.PRECEDING_JOB).orElse(0) > 0;
  }
}
