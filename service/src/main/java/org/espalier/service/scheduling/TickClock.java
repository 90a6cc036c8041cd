package org.espalier.service.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.Timeline.Setting;
import org.espalier.service.store.Store;
import org.espalier.workload.document.Quantities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The present time in ticks, and what the wall clock shows then.
 *
 * <p>Ticks go by at the pace of real time, also while the computer sleeps and while the service is
 * down, and never go back: within one boot of the computer they are counted by a clock that nobody
 * sets. Only over a boot does the wall clock say how much time has passed. Whenever it shows
 * something else than it should by these ticks it was set: {@link #follow} notes that on the {@link
 * Timeline}. So a time span stays as long as it was, and a point in time means what the clock says
 * now.
 */
final class TickClock {
  private static final Logger LOG = LoggerFactory.getLogger(TickClock.class);
  private static final String EPOCH_FACT = "epoch";
  private static final String CLOCK_FACT = "clock";

  /** What may lie between two looks at two clocks. */
  private static final long QUICK_NANOS = 2_000_000;

  private static final int MOST_LOOKS = 20;

  /** By less than this, or two ticks, the clock is not said to have been set. */
  private static final Duration LEAST_STEP = Duration.ofMillis(50);

  private static final Duration WORTH_A_WORD = Duration.ofSeconds(1);

  /**
   * Says that it was some tick at some time of a boot.
   *
   * @param nanos as the time source counts them
   */
  private record Anchor(String boot, long nanos, long tick) {}

  /** What the next process is to know, as JSON. */
  private record Noted(Anchor anchor, Setting setting) {}

  private final TimeSource time;
  private final Timeline timeline;
  private final long tickNanos;
  private final Duration tolerance;
  private final Anchor anchor;
  private long suspended;

  private TickClock(TimeSource time, Timeline timeline, Anchor anchor) {
    this.time = time;
    this.timeline = timeline;
    this.tickNanos = timeline.tick().toNanos();
    Duration twoTicks = timeline.tick().multipliedBy(2);
    this.tolerance = twoTicks.compareTo(LEAST_STEP) > 0 ? twoTicks : LEAST_STEP;
    this.anchor = anchor;
    this.suspended = time.suspendedNanos();
  }

  /**
   * A clock that goes on where an earlier process left it, and has yet to follow the wall clock.
   */
  static TickClock resume(TimeSource time, Duration tick, Store.Resumption resumption) {
    Map<String, String> facts = resumption.facts();
    Instant first = time.instant().truncatedTo(ChronoUnit.MILLIS);
    Instant origin = Instant.parse(facts.getOrDefault(EPOCH_FACT, first.toString()));
    Optional<Noted> noted =
        Optional.ofNullable(facts.get(CLOCK_FACT))
            .map(json -> JsonMapper.shared().readValue(json, Noted.class));
    Timeline timeline = new Timeline(origin, tick, noted.map(Noted::setting).orElse(Setting.NONE));
    Anchor anchor =
        noted
            .map(Noted::anchor)
            .filter(before -> before.boot().equals(time.boot()))
            .orElseGet(() -> byWallClock(time, timeline));
    long next = resumption.lastTime() + 1;
    return new TickClock(
        time,
        timeline,
        tickAt(anchor, time, tick) >= next ? anchor : new Anchor(time.boot(), time.nanos(), next));
  }

  private static Anchor byWallClock(TimeSource time, Timeline timeline) {
    long nanos = time.nanos();
    Instant wall = time.instant();
    long tick = timeline.ticks(wall);
    Instant begin = timeline.instant(tick);
    return new Anchor(time.boot(), nanos - Duration.between(begin, wall).toNanos(), tick);
  }

  private static long tickAt(Anchor anchor, TimeSource time, Duration tick) {
    return anchor.tick() + Math.floorDiv(time.nanos() - anchor.nanos(), tick.toNanos());
  }

  /** Which tick shows what time. */
  Timeline timeline() {
    return timeline;
  }

  long now() {
    return tickAt(anchor, time, timeline.tick());
  }

  /** Nanoseconds until a tick begins, at most {@code most}; 0 if it has begun. */
  long nanosUntil(long tick, long most) {
    long ahead = tick - now();
    if (ahead <= 0) {
      return 0;
    }
    return ahead > most / tickNanos
        ? most
        : Math.clamp((tick - anchor.tick()) * tickNanos - (time.nanos() - anchor.nanos()), 0, most);
  }

  /** Whether the wall clock was set, and nobody has followed it yet. */
  boolean wasSet() {
    return step().isPresent();
  }

  /**
   * Notes it if the wall clock was set, and says so; by one thread.
   *
   * @return whether it was
   */
  boolean follow() {
    lookForSleep();
    Optional<Duration> step = step();
    step.ifPresent(by -> {
      long from = now();
      Instant before = timeline.instant(from);
      timeline.clockWasSet(from, by);
      LOG.warn(
          "the clock of this computer was set {} by {}, from {} to {}; deadlines that are points in"
              + " time go by it, time spans stay as they are",
          by.isNegative() ? "back" : "forward",
          inWords(by.abs()),
          before,
          timeline.instant(from));
    });
    return step.isPresent();
  }

  private void lookForSleep() {
    Duration slept = Duration.ofNanos(time.suspendedNanos() - suspended);
    if (slept.compareTo(WORTH_A_WORD) > 0) {
      suspended = time.suspendedNanos();
      LOG.warn(
          "the computer was suspended for {}; that counts as time that passed", inWords(slept));
    }
  }

  private static String inWords(Duration duration) {
    ChronoUnit unit = duration.toSeconds() < 10 ? ChronoUnit.MILLIS : ChronoUnit.SECONDS;
    return Quantities.inGreatestUnit(
        duration.plus(unit.getDuration().dividedBy(2)).truncatedTo(unit));
  }

  /** By how much the wall clock shows more than it should; empty if it is right, or not known. */
  private Optional<Duration> step() {
    for (int i = 0; i < MOST_LOOKS; i++) {
      long nanos = time.nanos();
      Instant wall = time.instant();
      if (time.nanos() - nanos < QUICK_NANOS) {
        Instant expected = timeline.instant(anchor.tick()).plusNanos(nanos - anchor.nanos());
        Duration step = Duration.between(expected, wall);
        return step.abs().compareTo(tolerance) > 0 ? Optional.of(step) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** What the next process is to know. */
  Map<String, String> facts() {
    Noted noted = new Noted(anchor, timeline.setting());
    return Map.of(
        EPOCH_FACT,
        timeline.origin().toString(),
        CLOCK_FACT,
        JsonMapper.shared().writeValueAsString(noted));
  }
}
