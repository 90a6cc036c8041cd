package org.espalier.service.simulated;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Timetable;
import org.espalier.core.scaling.FailureTimes;

/**
 * When the machines of a live system fail and are repaired, are off and boot, by what their types
 * say. Another process finds the same again, since failures are a function of the seed alone. Times
 * are ticks since the store was first opened. Time goes on for each machine by itself, and never
 * back.
 */
public final class MachineAbsences {
  private static final Duration DAY = Duration.ofDays(1);

  private final HcSystem system;
  private final FailureTimes failures;

  /** By which daily times are later than others: they count from a midnight (UTC). */
  private final long sinceMidnight;

  private final State[] states;
  private final long[] next;

  private enum State {
    THERE,
    AWAY,
    BOOTS
  }

  /** Those of a system whose tick 0 was at a time. */
  public MachineAbsences(HcSystem system, long seed, Instant epoch) {
    int machines = system.machines().size();
    this.system = system;
    this.failures = new FailureTimes(system, seed, 0);
    this.sinceMidnight = ticks(Duration.between(epoch.truncatedTo(ChronoUnit.DAYS), epoch));
    this.states = new State[machines];
    this.next = new long[machines];
    IntStream.range(0, machines).forEach(this::begin);
  }

  private long ticks(Duration time) {
    return time.dividedBy(system.tick());
  }

  private MachineType type(int machine) {
    return system.machines().get(machine).type();
  }

  private void begin(int machine) {
    states[machine] = State.THERE;
    Optional<Timetable> off = type(machine).off();
    long before = -ticks(boot(machine)); // one that was off then may boot at 0
    next[machine] = off.map(times -> change(machine, times, before - 1)).orElse(TimeSpan.NEVER);
    if (off.filter(times -> isOff(machine, times, before)).isPresent()) {
      next[machine] = before;
    }
    type(machine).failures().ifPresent(often -> next[machine] = failures.first(machine, often));
    advance(machine, 0);
  }

  private Duration boot(int machine) {
    boolean isDaily = type(machine).off().filter(DailyOff.class::isInstance).isPresent();
    return isDaily ? type(machine).boot().time() : Duration.ZERO;
  }

  /** By how much the times of a timetable are later than ticks; no such time is negative. */
  private long shift(int machine, Timetable off) {
    Duration days = DAY.multipliedBy(1 + boot(machine).toDays());
    return off instanceof DailyOff ? sinceMidnight + ticks(days) : 0;
  }

  private boolean isOff(int machine, Timetable off, long time) {
    String name = system.machines().get(machine).name();
    return off.isAt(name, time + shift(machine, off), system.tick());
  }

  private long change(int machine, Timetable off, long time) {
    long shift = shift(machine, off);
    String name = system.machines().get(machine).name();
    long change = off.nextChange(name, time + shift, system.tick());
    return change == TimeSpan.NEVER ? change : change - shift;
  }

  /** Time goes on to a tick. */
  public void advance(int machine, long now) {
    while (next[machine] <= now) {
      changeAt(machine, next[machine]);
    }
  }

  private void changeAt(int machine, long now) {
    boolean wasAway = states[machine] == State.AWAY;
    Optional<Timetable> off = type(machine).off();
    if (off.isEmpty()) {
      states[machine] = wasAway ? State.THERE : State.AWAY;
      MachineType.Failures often = type(machine).failures().orElseThrow();
      next[machine] = failures.next(machine, now, often, !wasAway);
      return;
    }
    next[machine] = change(machine, off.get(), now);
    if (isOff(machine, off.get(), now)) {
      states[machine] = State.AWAY;
    } else if (wasAway && !boot(machine).isZero()) {
      states[machine] = State.BOOTS;
      next[machine] = Math.min(next[machine], now + ticks(boot(machine)));
    } else {
      states[machine] = State.THERE;
    }
  }

  /** Whether a machine is away, or boots. */
  public boolean isAway(int machine) {
    return states[machine] != State.THERE;
  }

  /** When that changes next; {@link TimeSpan#NEVER} if never. */
  public long next(int machine) {
    return next[machine];
  }

  /** How long it is until a machine that is away is there, if anybody can know. */
  public Optional<Duration> back(int machine, long now) {
    boolean isKnown = type(machine).off().filter(DailyOff.class::isInstance).isPresent();
    long boot = states[machine] == State.AWAY ? ticks(boot(machine)) : 0;
    return isKnown && isAway(machine)
        ? Optional.of(system.tick().multipliedBy(next[machine] + boot - now))
        : Optional.empty();
  }

  /** Why a machine is away, for people. */
  public String why(int machine) {
    return type(machine).mayFail()
        ? "it has failed"
        : states[machine] == State.AWAY ? "it is off" : "it boots";
  }
}
