package org.espalier.service.backend;

/**
 * One execution of a task's command.
 *
 * @param task id of the task
 * @param attempt 1 for the first
 */
public record LaunchId(int task, int attempt) {
  @Override
  public String toString() {
    return "%s-%s".formatted(task, attempt);
  }
}
