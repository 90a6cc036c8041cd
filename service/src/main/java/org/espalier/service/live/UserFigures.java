package org.espalier.service.live;

/**
 * What a user has and was refused.
 *
 * @param name the user's
 * @param waiting tasks that wait to start
 * @param machineSeconds what executions have taken in the present period, where it has a limit
 * @param refused requests that were refused by a quota since the process started
 */
public record UserFigures(String name, int waiting, double machineSeconds, long refused) {
  /** No more users are shown. */
  public static final int MOST = 100;
}
