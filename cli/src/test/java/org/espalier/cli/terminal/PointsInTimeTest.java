package org.espalier.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PointsInTimeTest {
  private static final Instant NOW = Instant.parse("2030-01-31T18:54:00.900Z");
  private static final PointsInTime MOMENTS = new PointsInTime(NOW, ZoneOffset.ofHours(1));

  @Test
  void timesOfTodayHaveNoDay() {
    assertThat(MOMENTS.clock(NOW.plusSeconds(4))).isEqualTo("19:54:04.9 +01:00");
    assertThat(MOMENTS.clock(NOW.plus(Duration.ofHours(5))))
        .isEqualTo("2030-02-01 00:54:00.9 +01:00");
  }

  @Test
  void timesOfTheNightTheClocksGoBackDiffer() {
    PointsInTime berlin = new PointsInTime(NOW, ZoneId.of("Europe/Berlin"));
    Instant first = Instant.parse("2027-10-31T00:30:00Z");
    Instant second = Instant.parse("2027-10-31T01:30:00Z");
    assertThat(berlin.clock(first)).isEqualTo("2027-10-31 02:30:00.0 +02:00");
    assertThat(berlin.clock(second)).isEqualTo("2027-10-31 02:30:00.0 +01:00");
    assertThat(berlin.instant(berlin.clock(first))).isEqualTo(first);
    assertThat(berlin.instant(berlin.clock(second))).isEqualTo(second);
  }

  @Test
  void whatIsShownIsRead() {
    assertThat(MOMENTS.instant(MOMENTS.clock(NOW))).isEqualTo(NOW);
    assertThat(MOMENTS.instant("2030-01-31 20:00:00 +01:00"))
        .isEqualTo(MOMENTS.instant("2030-01-31T19:00:00Z"));
    assertThatThrownBy(() -> MOMENTS.instant("2030-01-31 20:00:00"))
        .isInstanceOf(DateTimeException.class);
  }

  @Test
  void zonesOfPosixAreReadAsPosixHasThem() {
    assertThat(PointsInTime.posixZone("GMT-3")).contains(ZoneOffset.ofHours(3));
    assertThat(PointsInTime.posixZone("<+0530>-5:30")).contains(ZoneOffset.ofHoursMinutes(5, 30));
    assertThat(PointsInTime.posixZone("UTC+4")).contains(ZoneOffset.ofHours(-4));
    for (String known : List.of("", "UTC", "Etc/GMT-3", "Europe/Berlin", "EST5EDT", "GMT0")) {
      assertThat(PointsInTime.posixZone(known)).as(known).isEmpty();
    }
  }

  @Test
  void timesAreToldFromNow() {
    assertThat(MOMENTS.fromNow(NOW.plusMillis(350))).isEqualTo("19:54:01.2 +01:00, in 0.35 s");
    assertThat(MOMENTS.fromNow(NOW.minusSeconds(3))).isEqualTo("19:53:57.9 +01:00, 3.0 s ago");
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
