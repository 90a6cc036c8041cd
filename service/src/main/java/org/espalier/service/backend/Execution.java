package org.espalier.service.backend;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What was decided to execute where.
 *
 * @param taskType name of the task's type
 * @param machine name of the machine
 * @param pState the P-state that the machine is to execute it in
 * @param ago how long ago that was decided; zero unless an earlier process did
 * @param deadline of the task; empty if none is known
 * @param left how long from now on it may run, if it is evicted at its deadline; negative if that
 *     has passed
 */
public record Execution(
    String taskType,
    String machine,
    int pState,
    Duration ago,
    Optional<Instant> deadline,
    Optional<Duration> left) {
  /** Without a deadline. */
  public Execution(String taskType, String machine, int pState, Duration ago) {
    this(taskType, machine, pState, ago, Optional.empty(), Optional.empty());
  }
}
