package org.espalier.service.backend;

import java.time.Duration;
import java.util.Objects;

/**
 * What was decided to execute where.
 *
 * @param taskType name of the task's type
 * @param machine name of the machine
 * @param pState the P-state that the machine is to execute it in
 * @param ago how long ago that was decided; zero unless an earlier process did
 */
public record Execution(String taskType, String machine, int pState, Duration ago) {
  public Execution {
    Objects.requireNonNull(taskType, "taskType");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(ago, "ago");
  }
}
