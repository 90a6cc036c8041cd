package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DailyOffTest {
  private static final long DAY = Duration.ofDays(1).toNanos();

  /** Against a look at each tick of three days. */
  @Test
  void changesAreWhereALookAtEachTickSeesThem() {
    Random random = new Random(7);
    for (String tick : List.of("PT1M", "PT7M", "PT37M", "PT1H", "PT5H")) {
      for (int i = 0; i < 20; i++) {
        int from = random.nextInt(1440);
        int until = (from + 1 + random.nextInt(1438)) % 1440;
        DailyOff off = new DailyOff(Duration.ofMinutes(from), Duration.ofMinutes(until));
        check(off, Duration.parse(tick));
      }
    }
  }

  private static void check(DailyOff off, Duration tick) {
    long ticks = 3 * DAY / tick.toNanos();
    for (long t = 0; t < ticks; t++) {
      long ofDay = t * tick.toNanos() % DAY;
      long sinceOff = Math.floorMod(ofDay - off.from().toNanos(), DAY);
      long length = Math.floorMod(off.until().minus(off.from()).toNanos(), DAY);
      assertThat(off.isAt("m", t, tick)).as("%s at %s", off, t).isEqualTo(sinceOff < length);
    }
    for (long t = off.nextChange("m", 0, tick); t < ticks; t = off.nextChange("m", t, tick)) {
      assertThat(off.nextChange("m", t, tick)).isGreaterThan(t);
    }
    long last = 0;
    for (long t = off.nextChange("m", 0, tick); t < ticks; t = off.nextChange("m", t, tick)) {
      for (long between = last + 1; between < t; between++) {
        assertThat(off.isAt("m", between, tick)).isEqualTo(off.isAt("m", last, tick));
      }
      last = t;
    }
  }

  @Test
  void nightsGoOverMidnight() {
    DailyOff night = new DailyOff(Duration.ofHours(22), Duration.ofHours(6));
    Duration hour = Duration.ofHours(1);

    assertThat(night.isAt("m", 0, hour)).isTrue();
    assertThat(night.nextChange("m", 0, hour)).isEqualTo(6);
    assertThat(night.isAt("m", 6, hour)).isFalse();
    assertThat(night.nextChange("m", 6, hour)).isEqualTo(22);
    assertThat(night.nextChange("m", 22, hour)).isEqualTo(30);
    assertThatThrownBy(() -> new DailyOff(Duration.ZERO, Duration.ofDays(1)))
        .hasMessageContaining("expected two different times of a day");
  }
}
