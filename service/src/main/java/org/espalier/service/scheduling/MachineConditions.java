package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
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
  private static final int[] NONE = {};

  private final HcSystem system;
  private final Ledger ledger;
  private final long shortestRest;
  private final String[] conditions;
  private final int[] failures;
  private final long[] nextTry;
  private long soonest = TimeSpan.NEVER;

  MachineConditions(
      HcSystem system, Timeline timeline, Ledger ledger, long now, Store.Resumption resumption) {
    int machines = system.machines().size();
    this.system = system;
    this.ledger = ledger;
    this.shortestRest = timeline.ticks(SHORTEST_REST);
    this.conditions = new String[machines];
    this.failures = new int[machines];
    this.nextTry = new long[machines];
    Arrays.fill(nextTry, TimeSpan.NEVER);
    for (Machine machine : system.machines()) {
      String last = resumption.facts().getOrDefault(FACT + machine.name(), READY);
      conditions[machine.id()] = last;
      if (last.startsWith(FAILED)) {
        nextTry[machine.id()] = now + rest(machine.id());
        soonest = Math.min(soonest, nextTry[machine.id()]);
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
    nextTry[machine] = tryAgain;
    soonest = Math.min(soonest, tryAgain);
    ledger.step().fact(FACT + system.machines().get(machine).name(), condition);
  }

  /** The machines that have failed and are to be tried again now. */
  int[] due(long now) {
    if (now < soonest) {
      return NONE;
    }
    soonest = Arrays.stream(nextTry).filter(time -> time > now).min().orElse(TimeSpan.NEVER);
    return IntStream.range(0, nextTry.length).filter(m -> nextTry[m] <= now).toArray();
  }

  /** When one will be; earlier if that one was resumed or drained meanwhile. */
  long nextTry() {
    return soonest;
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
