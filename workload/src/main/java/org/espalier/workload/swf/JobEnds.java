package org.espalier.workload.swf;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** When the jobs of a trace ended in it, by which jobs that wait for others become free. */
final class JobEnds {
  private final Map<Long, Double> ends = new HashMap<>();

  /** Whether a job waits for another one. */
  static boolean isWaiting(SwfJob job) {
    return job.find(SwfField.PRECEDING_JOB).orElse(0) > 0;
  }

  /** Takes down when a job ended, if the trace says it. */
  void add(SwfJob job) {
    OptionalDouble submitted = job.find(SwfField.SUBMIT_TIME);
    OptionalDouble waited = job.find(SwfField.WAIT_TIME);
    OptionalDouble ran = job.realSeconds();
    if (submitted.isPresent() && waited.isPresent() && ran.isPresent()) {
      ends.put(job.number(), submitted.getAsDouble() + waited.getAsDouble() + ran.getAsDouble());
    }
  }

  /**
   * Seconds at which a waiting job was free to begin; empty if the trace does not tell when the
   * other one ended.
   */
  OptionalDouble free(SwfJob job) {
    Double end = ends.get((long) job.find(SwfField.PRECEDING_JOB).orElse(0));
    double submitted = job.find(SwfField.SUBMIT_TIME).orElse(0);
    return end == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(submitted, end + job.find(SwfField.THINK_TIME).orElse(0)));
  }
}
