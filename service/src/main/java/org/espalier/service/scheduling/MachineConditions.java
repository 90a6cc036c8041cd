package org.espalier.service.scheduling;

import java.time.Duration;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.TimeSpan;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;

/**
 * Which machines take tasks, and why the others do not; durable. A machine that has failed is tried
 * again after a while, which doubles with each failure until a command has run there.
 */
final class MachineConditions {
  private static final String FACT = "machine.";
  private static final String READY = "";
  private static final String DRAINED = "drained";
  private static final String FAILED = "failed: ";
  private static final Duration SHORTEST_REST = Duration.ofSeconds(5);
  private static final int MOST_DOUBLINGS = 6;

  private final HcSystem system;
  private final Ledger ledger;
  private final long shortestRest;
  private final String[] conditions;
  private final int[] failures;
  private final MachineTimes nextTry;

  MachineConditions(
      HcSystem system, Timeline timeline, Ledger ledger, long now, Store.Resumption resumption) {
    int machines = system.machines().size();
    this.system = system;
    this.ledger = ledger;
    this.shortestRest = timeline.ticks(SHORTEST_REST);
    this.conditions = new String[machines];
    this.failures = new int[machines];
    this.nextTry = new MachineTimes(machines);
    for (Machine machine : system.machines()) {
      String last = resumption.facts().getOrDefault(FACT + machine.name(), READY);
      conditions[machine.id()] = last;
      if (last.startsWith(FAILED)) {
        nextTry.set(machine.id(), now + rest(machine.id()));
      }
    }
  }

  private long rest(int machine) {
    return shortestRest << Math.min(failures[machine], MOST_DOUBLINGS);
  }

  boolean isReady(int machine) {
    return conditions[machine].equals(READY);
  }

  void ready(int machine) {
    set(machine, READY, TimeSpan.NEVER);
  }

  void drained(int machine) {
    set(machine, DRAINED, TimeSpan.NEVER);
  }

  void failed(int machine, String why, long now) {
    set(machine, FAILED + why, now + rest(machine));
    failures[machine]++;
  }

  /** A command has run. */
  void worked(int machine) {
    failures[machine] = 0;
  }

  private void set(int machine, String condition, long tryAgain) {
    conditions[machine] = condition;
    nextTry.set(machine, tryAgain);
    ledger.step().fact(FACT + system.machines().get(machine).name(), condition);
  }

  /** The next machine from one on that is to be tried again by now; negative if there is none. */
  int due(int from, long now) {
    return nextTry.next(from, now);
  }

  /** When one will be; earlier if that one was resumed or drained meanwhile. */
  long nextTry() {
    return nextTry.earliest();
  }

  /** In words: "ready", "stopping a task", "draining", "drained" or "failed: ...". */
  String word(int machine, boolean isBusy, boolean isClearing) {
    String condition = conditions[machine];
    return switch (condition) {
      case READY -> isClearing ? "stopping a task" : "ready";
      case DRAINED -> isBusy || isClearing ? "draining" : DRAINED;
      default -> condition;
    };
  }
}
