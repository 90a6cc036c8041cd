package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.service.store.Store;

/** Which machines take tasks, and why the others do not; durable. */
final class MachineConditions {
  private static final String FACT = "machine.";
  private static final String READY = "";
  private static final String DRAINED = "drained";
  private static final String FAILED = "failed: ";

  private final HcSystem system;
  private final Ledger ledger;
  private final List<String> conditions = new ArrayList<>();

  MachineConditions(HcSystem system, Ledger ledger, Store.Resumption resumption) {
    this.system = system;
    this.ledger = ledger;
    for (Machine machine : system.machines()) {
      conditions.add(resumption.facts().getOrDefault(FACT + machine.name(), READY));
    }
  }

  boolean isReady(int machine) {
    return conditions.get(machine).equals(READY);
  }

  void ready(int machine) {
    set(machine, READY);
  }

  void drained(int machine) {
    set(machine, DRAINED);
  }

  void failed(int machine, String why) {
    set(machine, FAILED + why);
  }

  private void set(int machine, String condition) {
    conditions.set(machine, condition);
    ledger.step().fact(FACT + system.machines().get(machine).name(), condition);
  }

  /** In words: "ready", "draining", "drained" or "failed: ...". */
  String word(int machine, boolean isBusy) {
    String condition = conditions.get(machine);
    return switch (condition) {
      case READY -> "ready";
      case DRAINED -> isBusy ? "draining" : DRAINED;
      default -> condition;
    };
  }
}
