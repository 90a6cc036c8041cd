package org.espalier.analysis.stochastic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What an evaluation of this package keeps of a chromosome: the histories of its machines. */
final class Histories {
  private final MachineHistory idle;
  private final List<MachineHistory> byMachine;

  Histories(int machines, SampledSums nothingDone) {
    idle = new MachineHistory(new int[0], new int[0], List.of(), nothingDone);
    byMachine = new ArrayList<>(Collections.nCopies(machines, idle));
  }

  /** All machines have done nothing. */
  void clear() {
    Collections.fill(byMachine, idle);
  }

  /** Becomes equal to others. */
  void copy(Histories others) {
    for (int machine = 0; machine < byMachine.size(); machine++) {
      byMachine.set(machine, others.byMachine.get(machine));
    }
  }

  MachineHistory get(int machine) {
    return byMachine.get(machine);
  }

  void set(int machine, MachineHistory history) {
    byMachine.set(machine, history);
  }

  /** The histories of all machines, to be looked at. */
  List<MachineHistory> all() {
    return byMachine;
  }
}
