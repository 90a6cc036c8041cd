package org.espalier.simulator.column;

import java.util.List;

/**
 * How many tasks are not counted, in the order in which they leave the system. A trial begins and
 * ends with an idle system, and robustness is about the time between (JOURNAL 8.2).
 *
 * @param first the first to leave
 * @param last the last to leave
 */
public record LeftOut(int first, int last) {
  /** The first and last 100, as in all the sources. */
  public static final LeftOut DEFAULT = new LeftOut(100, 100);

  /** No task is left out. */
  public static final LeftOut NONE = new LeftOut(0, 0);

  /** Whether a trial of so many tasks has any that count. */
  public boolean leavesAnyOf(int tasks) {
    return tasks > (long) first + last;
  }

  /** All of a list but for the first and last of them. */
  public <T> List<T> counted(List<T> all) {
    return leavesAnyOf(all.size()) ? all.subList(first, all.size() - last) : List.of();
  }
}
