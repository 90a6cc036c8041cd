package org.espalier.workload.swf;

import java.util.ArrayList;
import java.util.List;
import org.espalier.workload.document.Names;

/** Jobs that become no task for one reason: how many, and the numbers of the first. */
final class LeftOutJobs {
  private static final int LISTED = 10;

  private final String reason;
  private final List<Long> first = new ArrayList<>();
  private long count;

  LeftOutJobs(String reason) {
    this.reason = reason;
  }

  void add(SwfJob job) {
    count++;
    if (first.size() < LISTED) {
      first.add(job.number());
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The sentence of a note. */
  @Override
  public String toString() {
    String numbers = Names.listed(first.stream().map(String::valueOf), count, LISTED);
    return "%s left out: %s (%s)".formatted(Names.count(count, "job"), reason, numbers);
  }
}
