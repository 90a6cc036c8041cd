package org.espalier.workload.swf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
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
    String numbers = first.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String more = count > LISTED ? String.format(Locale.ROOT, " and %,d more", count - LISTED) : "";
    return "%s left out: %s (%s%s)".formatted(Names.count(count, "job"), reason, numbers, more);
  }
}
