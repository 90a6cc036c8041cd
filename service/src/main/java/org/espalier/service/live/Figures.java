package org.espalier.service.live;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.Oversubscription;

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
 * @param oversubscription the oversubscription level after the last mapping event, and the toggle,
 *     where the policy measures it
 * @param byType the same and more by task type and machine
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
    boolean storeReady,
    Optional<Oversubscription> oversubscription,
    ByType byType) {
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

  /**
   * Tasks by their types and machines.
   *
   * @param submitted requests accepted, by task type
   * @param repeated executions that were lost or failed and were to be repeated, by task type
   * @param left tasks that left
   * @param waitingSeconds how long tasks that began to execute had waited since they were
   *     submitted, by task type
   * @param responseSeconds how long completed tasks took since they were submitted, by task type
   */
  public record ByType(
      Map<String, Long> submitted,
      Map<String, Long> repeated,
      Map<Left, Long> left,
      Map<String, Histogram> waitingSeconds,
      Map<String, Histogram> responseSeconds) {
    public ByType {
      submitted = Map.copyOf(submitted);
      repeated = Map.copyOf(repeated);
      left = Map.copyOf(left);
      waitingSeconds = Map.copyOf(waitingSeconds);
      responseSeconds = Map.copyOf(responseSeconds);
    }
  }

  /**
   * How a task left.
   *
   * @param machine the machine it was mapped to; empty for none
   */
  public record Left(String taskType, Optional<String> machine, Fate fate) {
    public Left {
      Objects.requireNonNull(machine, "machine");
    }
  }
}
