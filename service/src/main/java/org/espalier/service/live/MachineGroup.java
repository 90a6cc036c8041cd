package org.espalier.service.live;

import java.util.List;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.Overview.MachineState;

/**
 * The machines of one type, counted.
 *
 * @param type name of the machine type
 * @param now when they are looked at, in ticks
 * @param machines what each of them does, in the system's order
 */
public record MachineGroup(String type, long now, List<MachineState> machines) {
  /** How many machines of some groups are in one of some states. */
  public static int count(List<MachineGroup> groups, Activity... states) {
    return groups.stream().mapToInt(group -> group.count(states)).sum();
  }

  /** How many of them are in one of some states. */
  public int count(Activity... states) {
    List<Activity> wanted = List.of(states);
    return (int) machines.stream().filter(each -> wanted.contains(each.activity())).count();
  }

  /** How many execute a task, drained ones that still do so included. */
  public int busy() {
    return (int) machines.stream().filter(MachineState::busy).count();
  }

  /** Tasks in their queues, running ones included. */
  public int queued() {
    return machines.stream().mapToInt(machine -> machine.queue().size()).sum();
  }

  /** Those of them that are expected to be late. */
  public int expectedLate() {
    return machines.stream().mapToInt(machine -> machine.expectedLate(now)).sum();
  }
}
