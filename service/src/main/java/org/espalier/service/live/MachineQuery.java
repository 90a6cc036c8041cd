package org.espalier.service.live;

import java.util.Optional;
import java.util.Set;

/**
 * Which machines are wanted, and in which order.
 *
 * @param type only machines of this type
 * @param states only machines in one of these states; all if empty
 * @param text only machines with this text in their name
 * @param order in which order
 * @param from how many of those that fit to leave out first: where the page before ended
 * @param limit at most so many, from 1 to {@link #MOST}
 * @param tasks of how many tasks of each queue the chances are wanted, from its head
 */
public record MachineQuery(
    Optional<String> type,
    Set<Overview.Activity> states,
    Optional<String> text,
    Order order,
    int from,
    int limit,
    int tasks) {
  /** The longest page. */
  public static final int MOST = 1000;

  /** How machines are ordered. */
  public enum Order {
    /** As in the system's file. */
    SYSTEM,
    /**
     * Those most worth a look first. They are failed ones, those away, drained ones, then those
     * with most tasks that are expected to be late, then those with most tasks. The system's order
     * decides between equals.
     */
    ATTENTION
  }

  /** The machines most worth a look, with chances of the first tasks of their queues. */
  public static MachineQuery attention(int limit, int tasks) {
    return new MachineQuery(
        Optional.empty(), Set.of(), Optional.empty(), Order.ATTENTION, 0, limit, tasks);
  }
}
