package org.espalier.service.scheduling;

import java.util.BitSet;
import java.util.function.IntConsumer;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.Journal;

/**
 * The machines whose queue or condition has changed since someone last asked; all of them at first.
 * To note a change costs the same however many machines there are. Used by one thread.
 */
final class ChangedMachines {
  private final BitSet changed = new BitSet();

  ChangedMachines(int machines) {
    changed.set(0, machines);
  }

  /** A machine has changed. */
  void add(int machine) {
    if (machine >= 0) {
      changed.set(machine);
    }
  }

  /** Something has happened; the machine it happened on has changed. */
  void heard(Journal.Entry entry) {
    switch (entry) {
      case Journal.Started e -> add(e.machine());
      case Journal.Executing e -> add(e.machine());
      case Journal.Finished e -> add(e.machine());
      case Journal.Failed e -> add(e.machine());
      case Journal.Lost e -> add(e.machine());
      case Journal.MachineChanged e -> add(e.machine());
      case Journal.Returned e -> add(e.machine());
      case Journal.Clearing e -> add(e.machine());
      case Journal.Cleared e -> add(e.machine());
      case Journal.Left e -> add(e.departure().machine());
      case Journal.Decided e -> {
        if (e.decision() instanceof Decision.Assign assign) {
          add(assign.machine());
        }
      }
      case Journal.Began e -> {}
      case Journal.Arrived e -> {}
      case Journal.Cancelled e -> {}
      case Journal.Released e -> {}
      case Journal.Learned e -> {}
      case Journal.StopTimed e -> {}
      case Journal.PolicyChanged e -> {}
      case Journal.EventHeld e -> {}
      case Journal.Charged e -> {}
      case Journal.EventEnded e -> {}
    }
  }

  /** Hands out each of them once. */
  void take(IntConsumer taker) {
    changed.stream().forEach(taker);
    changed.clear();
  }
}
