package org.espalier.core.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;

/**
 * The account of what machines draw as time passes. A driver says which machine executes in which
 * P-state from when on; the account counts ticks, and makes energy of them when it is asked, so
 * that nothing hangs on how often it is asked. It may be split at the ends of periods. All machines
 * are on, and idle at first. Not safe for use by several threads.
 */
public final class EnergyAccount {
  private static final int IDLE = -1;
  private static final long ENDLESS = Long.MAX_VALUE;

  private final HcSystem system;
  private final List<Placement> placements;
  private final long on;
  private final long period;

  /** By machine: the placement it executes on or {@link #IDLE}, and up to when it is counted. */
  private final int[] executing;

  private final long[] countedTo;

  /** By placement, in the present period and in those that have ended. */
  private final long[] active;

  private final long[] activeBefore;
  private final List<EnergyUse> periods = new ArrayList<>();
  private long periodStart;
  private long now;

  /**
   * An account that is not split.
   *
   * @param on from when on the machines are on, in ticks
   */
  public EnergyAccount(HcSystem system, long on) {
    this(system, on, ENDLESS);
  }

  /**
   * An account that is split at the ends of periods.
   *
   * @param on from when on the machines are on, and when the first period begins, in ticks
   * @param period length of a period in ticks, at least 1
   */
  public EnergyAccount(HcSystem system, long on, long period) {
    if (period < 1) {
      throw new IllegalArgumentException(
          "a period of energy has %d ticks; expected at least 1".formatted(period));
    }
    this.system = system;
    this.placements = system.placements();
    this.on = on;
    this.period = period;
    this.periodStart = on;
    this.now = on;
    int machines = system.machines().size();
    this.executing = new int[machines];
    this.countedTo = new long[machines];
    Arrays.fill(executing, IDLE);
    Arrays.fill(countedTo, on);
    this.active = new long[placements.size()];
    this.activeBefore = new long[active.length];
  }

  /** A machine executes a task in a P-state from now on. */
  public void executes(long time, Placement placement) {
    change(time, placement.machine(), placement.id());
  }

  /** A machine is idle from now on. */
  public void idles(long time, int machine) {
    change(time, machine, IDLE);
  }

  private void change(long time, int machine, int to) {
    advance(time);
    count(machine, time);
    executing[machine] = to;
  }

  /**
   * It is now so late.
   *
   * @throws IllegalArgumentException if it was later before
   */
  public void advance(long time) {
    if (time < now) {
      throw new IllegalArgumentException(
          "energy is counted up to tick %d; it cannot go back to %d".formatted(now, time));
    }
    while (time - periodStart >= period) {
      endPeriod(periodStart + period);
    }
    now = time;
  }

  private void endPeriod(long end) {
    countAll(end);
    periods.add(new EnergyUse(system, boxed(active), end - periodStart));
    for (int p = 0; p < active.length; p++) {
      activeBefore[p] += active[p];
      active[p] = 0;
    }
    periodStart = end;
  }

  private void countAll(long time) {
    for (int m = 0; m < executing.length; m++) {
      count(m, time);
    }
  }

  private void count(int machine, long time) {
    if (executing[machine] != IDLE) {
      active[executing[machine]] += time - countedTo[machine];
    }
    countedTo[machine] = time;
  }

  private static List<Long> boxed(long[] ticks) {
    return LongStream.of(ticks).boxed().toList();
  }

  /** The periods that have ended, in order. */
  public List<EnergyUse> periods() {
    return List.copyOf(periods);
  }

  /** What was drawn so far in the present period. */
  public EnergyUse present() {
    countAll(now);
    return new EnergyUse(system, boxed(active), now - periodStart);
  }

  /** What was drawn so far in all periods. */
  public EnergyUse total() {
    countAll(now);
    long[] all = active.clone();
    Arrays.setAll(all, p -> active[p] + activeBefore[p]);
    return new EnergyUse(system, boxed(all), now - on);
  }

  /** What the machines draw at present, in watts. */
  public double watts() {
    double watts = 0;
    for (int m = 0; m < executing.length; m++) {
      MachineType type = system.machines().get(m).type();
      watts +=
          executing[m] == IDLE
              ? type.idleWatts()
              : type.activeWatts(placements.get(executing[m]).pState());
    }
    return watts;
  }
}
