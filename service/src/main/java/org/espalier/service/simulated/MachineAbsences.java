package org.espalier.service.simulated;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.scaling.FailureTimes;

/**
 * When the machines of a live system fail and are repaired, are off and boot, by what their types
 * say. Another process finds the same again, since failures are a function of the seed alone. Times
 * are ticks since the store was first opened. Time goes on for each machine by itself, and never
 * back.
 */
public final class MachineAbsences {
  /** A machine that is not there after so long is not expected. */
  private static final Duration LONGEST = Duration.ofDays(9);

  private final HcSystem system;
  private final FailureTimes failures;

  /** By which daily times are later than others: they count from a midnight (UTC). */
  private final long sinceMidnight;

  /** By machine, how far time has gone on. */
  private final long[] now;

  private final boolean[] hasFailed;

  /** By machine, when it fails or is repaired next. */
  private final long[] next;

  /** Those of a system whose tick 0 was at a time. */
  public MachineAbsences(HcSystem system, long seed, Instant epoch) {
    int machines = system.machines().size();
    this.system = system;
    this.failures = new FailureTimes(system, seed, 0);
    this.sinceMidnight = ticks(Duration.between(epoch.truncatedTo(ChronoUnit.DAYS), epoch));
    this.now = new long[machines];
    this.hasFailed = new boolean[machines];
    this.next = new long[machines];
    Arrays.setAll(
        next,
        m -> type(m).failures().map(often -> failures.first(m, often)).orElse(TimeSpan.NEVER));
  }

  private long ticks(Duration time) {
    return time.dividedBy(system.tick());
  }

  private MachineType type(int machine) {
    return system.machines().get(machine).type();
  }

  private boolean isDaily(int machine) {
    return type(machine).off().filter(DailyOff.class::isInstance).isPresent();
  }

  /** Time goes on to a tick. */
  public void advance(int machine, long time) {
    now[machine] = time;
    while (next[machine] <= time) {
      hasFailed[machine] ^= true;
      MachineType.Failures often = type(machine).failures().orElseThrow();
      next[machine] = failures.next(machine, next[machine], often, hasFailed[machine]);
    }
  }

  /** Whether a machine is away, or boots. */
  public boolean isAway(int machine) {
    return hasFailed[machine] || isAway(machine, now[machine]);
  }

  /** One boots where it was off within the time of a boot. */
  private boolean isAway(int machine, long time) {
    long before = time - boot(machine);
    return isOff(machine, time) || isOff(machine, before) || change(machine, before) <= time;
  }

  private long boot(int machine) {
    return isDaily(machine) ? ticks(type(machine).boot().time()) : 0;
  }

  private boolean isOff(int machine, long time) {
    String name = system.machines().get(machine).name();
    long shift = isDaily(machine) ? sinceMidnight : 0;
    return type(machine).off().filter(o -> o.isAt(name, time + shift, system.tick())).isPresent();
  }

  private long change(int machine, long time) {
    String name = system.machines().get(machine).name();
    long shift = isDaily(machine) ? sinceMidnight : 0;
    long change =
        type(machine)
            .off()
            .map(off -> off.nextChange(name, time + shift, system.tick()))
            .orElse(TimeSpan.NEVER);
    return change == TimeSpan.NEVER ? change : change - shift;
  }

  /** When that may change next; {@link TimeSpan#NEVER} if never. */
  public long next(int machine) {
    return Math.min(next[machine], next(machine, now[machine]));
  }

  private long next(int machine, long time) {
    long boot = boot(machine);
    return Math.min(change(machine, time), change(machine, time - boot) + boot);
  }

  /** How long it is until a machine that is away is there, if anybody can know. */
  public Optional<Duration> back(int machine) {
    long time = now[machine];
    long last = time + ticks(LONGEST);
    while (isDaily(machine) && time < last && isAway(machine, time)) {
      time = next(machine, time);
    }
    return isDaily(machine) && time < last
        ? Optional.of(system.tick().multipliedBy(time - now[machine]))
        : Optional.empty();
  }

  /** Why a machine is away, for people. */
  public String why(int machine) {
    boolean isOff = isOff(machine, now[machine]);
    return type(machine).mayFail() ? "it has failed" : isOff ? "it is off" : "it boots";
  }
}
