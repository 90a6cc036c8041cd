package org.espalier.simulator.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Scale;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.scaling.ScaledGroup;
import org.espalier.core.scaling.Staffing;

/**
 * Switches machines of a trial off and on as they are needed, by the rule of live systems ({@link
 * ScaledGroup}). At the beginning as many are on as are needed then.
 *
 * <p>By forecast, machines are on that {@link Staffing} says are needed within the time of a boot;
 * one that is on stays so where it is needed within its {@code idle} after that.
 */
final class Scaler {
  private final HcSystem system;
  private final Outages outages;
  private final boolean learns;
  private final List<Scaled> types = new ArrayList<>();
  private final long hour;
  private Staffing staffing;
  private Forecast forecast;
  private long next;
  private long expectedUntil = Long.MIN_VALUE;

  /** The machines of a type that are switched, each by itself; times in ticks. */
  private static final class Scaled {
    final MachineType type;
    final Scale scale;
    final int[] machines;
    final List<ScaledGroup> groups;
    final long boot;
    final long idle;

    /** What is expected; empty where nothing tells. */
    Optional<Staffing.Range> expected = Optional.empty();

    Scaled(MachineType type, Scale scale, HcSystem system) {
      this.type = type;
      this.scale = scale;
      this.machines =
          system.machines().stream()
              .filter(m -> m.type().id() == type.id())
              .mapToInt(m -> m.id())
              .toArray();
      this.groups =
          new ArrayList<>(
              IntStream.of(machines).mapToObj(machine -> new ScaledGroup(1, 0)).toList());
      this.boot = type.boot().time().dividedBy(system.tick());
      this.idle = scale.idle().dividedBy(system.tick());
    }

    boolean byForecast() {
      return scale.by() == Scale.By.FORECAST;
    }

    int all() {
      return Math.min(scale.max(), machines.length);
    }

    int least() {
      return Math.min(scale.min(), all());
    }
  }

  /**
   * The scaler of a trial.
   *
   * @param known what arrives; if there is none, it is learned from what has arrived
   */
  Scaler(HcSystem system, Outages outages, Forecast known) {
    this.system = system;
    this.outages = outages;
    this.forecast = known;
    this.learns = known.isNone();
    this.staffing = new Staffing(system, known);
    this.hour = Math.max(1, Math.round(3600 / system.tickSeconds()));
    for (MachineType type : system.machineTypes()) {
      type.scale().ifPresent(scale -> types.add(new Scaled(type, scale, system)));
    }
  }

  /** When it wants to look next, if nothing happens before; {@link TimeSpan#NEVER} if never. */
  long next() {
    return next;
  }

  /**
   * Switches machines.
   *
   * @param arrived the tasks that have arrived
   */
  void look(long now, ResourceManager manager, List<Task> arrived) {
    if (now >= expectedUntil) {
      expect(now, arrived);
    }
    next = expectedUntil;
    for (Scaled each : types) {
      scale(each, now, manager);
      for (int i = 0; i < each.machines.length; i++) {
        ScaledGroup group = each.groups.get(i);
        if (!group.isWanted()) {
          outages.switchOff(each.machines[i], now);
        } else if (!outages.isOn(each.machines[i])) {
          outages.switchOn(each.machines[i], now);
        }
        long idle = group.idleUntil(each.idle);
        boolean mayGo = group.isWanted() && !each.byForecast() && idle > now;
        next = mayGo ? Math.min(next, idle) : next;
      }
    }
  }

  private void scale(Scaled each, long now, ResourceManager manager) {
    List<ScaledGroup> usable = new ArrayList<>();
    for (int i = 0; i < each.machines.length; i++) {
      int machine = each.machines[i];
      if (outages.isHeld(machine)) {
        each.groups.set(i, new ScaledGroup(1, now));
      } else {
        each.groups.get(i).see(manager.queue(machine).size() > 0, outages.isThere(machine), now);
        usable.add(each.groups.get(i));
      }
    }
    int waiting = ScaledGroup.waiting(manager, each.type.id(), now + each.boot);
    ScaledGroup.scale(usable, each.scale, each.idle, waiting, each.expected, now);
  }

  /** What is needed, until that changes. */
  private void expect(long now, List<Task> arrived) {
    expectedUntil = TimeSpan.NEVER;
    if (types.stream().noneMatch(Scaled::byForecast)) {
      return;
    }
    List<Task> before = arrived.stream().takeWhile(task -> task.arrival() < now).toList();
    if (learns && now > 0) {
      forecast = Forecast.of("the days before", before, 0, now, system.tick());
      staffing = new Staffing(system, forecast);
    }
    expectedUntil = now + hour;
    int[] on = on();
    for (Scaled each : types) {
      if (each.byForecast()) {
        each.expected =
            Optional.of(
                staffing.range(
                    each.type.id(), on, now, each.boot, each.idle, each.least(), each.all()));
        for (long ahead : new long[] {0, each.boot, each.boot + each.idle}) {
          long changes = forecast.isNone() ? expectedUntil : forecast.nextHour(now + ahead) - ahead;
          expectedUntil = Math.min(expectedUntil, changes);
        }
      }
    }
  }

  /**
   * By type, how many machines are on that are not switched here, and the least of those that are.
   */
  private int[] on() {
    int[] on = new int[system.machineTypes().size()];
    system.machines().stream()
        .filter(machine -> machine.type().scale().isEmpty() && outages.isThere(machine.id()))
        .forEach(machine -> on[machine.type().id()]++);
    types.forEach(each -> on[each.type.id()] = each.least());
    return on;
  }
}
