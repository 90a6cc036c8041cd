package org.espalier.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class PointsInTimeTest {
  private static final Instant NOW = Instant.parse("2030-01-31T18:54:00.900Z");
  private static final PointsInTime MOMENTS = new PointsInTime(NOW, ZoneOffset.ofHours(1));

  @Test
  void timesOfTodayHaveNoDay() {
    assertThat(MOMENTS.clock(NOW.plusSeconds(4))).isEqualTo("19:54:04.9");
    assertThat(MOMENTS.clock(NOW.plus(Duration.ofHours(5)))).isEqualTo("2030-02-01 00:54:00.9");
  }

  @Test
  void timesAreToldFromNow() {
    assertThat(MOMENTS.fromNow(NOW.plusMillis(350))).isEqualTo("19:54:01.2, in 0.35 s");
    assertThat(MOMENTS.fromNow(NOW.minusSeconds(3))).isEqualTo("19:53:57.9, 3.0 s ago");
  }

  @Test
  void timesAreToldFromEachOther() {
    assertThat(PointsInTime.apart(NOW, NOW.plusSeconds(4), "the deadline"))
        .isEqualTo("4.0 s before the deadline");
    assertThat(PointsInTime.apart(NOW.plusMillis(20), NOW, "the deadline"))
        .isEqualTo("0.02 s after the deadline");
  }

  @Test
  void durationsHaveTheirTwoGreatestUnits() {
    assertThat(PointsInTime.span(Duration.ofMillis(59_960))).isEqualTo("60.0 s");
    assertThat(PointsInTime.span(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
    assertThat(PointsInTime.span(Duration.ofMinutes(63))).isEqualTo("1 h 3 min");
    assertThat(PointsInTime.span(Duration.ofHours(52))).isEqualTo("2 d 4 h");
  }
}
