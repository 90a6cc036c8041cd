package org.espalier.workload.swf;

import java.util.Objects;
import org.espalier.workload.trace.TypedWorkload;

/**
 * A trace as a workload.
 *
 * @param header the comments of the trace
 * @param typed the workload, with the real run times
 */
public record SwfTrace(SwfHeader header, TypedWorkload typed) {
  public SwfTrace {
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(typed, "typed");
  }
}
