package org.espalier.service.live;

import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.Fate;

/**
 * Figures for operators, counted since the process started unless said otherwise.
 *
 * @param submitted requests accepted
 * @param refusedFull requests refused because the batch queue was full
 * @param left tasks that left, by fate
 * @param unmapped tasks in the batch queue now
 * @param queued tasks in machine queues now, running ones counted
 * @param running tasks running now
 * @param mappingEvents mapping events held
 * @param mappingEventSeconds times of mapping events
 * @param commitSeconds times of commits to the store
 * @param storeReady whether the last commit to the store succeeded
 */
public record Figures(
    long submitted,
    long refusedFull,
    Map<Fate, Long> left,
    int unmapped,
    int queued,
    int running,
    long mappingEvents,
    Histogram mappingEventSeconds,
    Histogram commitSeconds,
    boolean storeReady) {
  public Figures {
    left = Map.copyOf(left);
  }

  /**
   * Counts by size.
   *
   * @param bounds upper bounds in seconds, rising
   * @param counts how many were at most each bound and above the one before; one more at the end
   *     for the rest
   * @param sum their sum in seconds
   */
  public record Histogram(List<Double> bounds, List<Long> counts, double sum) {
    public Histogram {
      bounds = List.copyOf(bounds);
      counts = List.copyOf(counts);
    }
  }
}
