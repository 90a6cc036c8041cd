package org.espalier.service.backend;

import org.espalier.service.live.LiveTask;

/**
 * One execution of a task's command.
 *
 * @param task id of the task
 * @param attempt 1 for the first
 */
public record LaunchId(long task, int attempt) {
  /** The present or last execution of a task. */
  public static LaunchId of(LiveTask task) {
    return new LaunchId(task.id(), task.attempts());
  }

  @Override
  public String toString() {
    return "%s-%s".formatted(task, attempt);
  }
}
