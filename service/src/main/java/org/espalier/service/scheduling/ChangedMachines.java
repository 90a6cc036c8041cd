package org.espalier.service.scheduling;

import java.util.BitSet;
import java.util.function.IntConsumer;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;

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
    if (entry instanceof Journal.OfMachine e) {
      add(e.machine());
    } else if (entry instanceof Journal.Decided e && e.decision() instanceof Decision.Assign a) {
      add(a.machine());
    }
  }

  /** Hands out each of them once. */
  void take(IntConsumer taker) {
    changed.stream().forEach(taker);
    changed.clear();
  }
}
