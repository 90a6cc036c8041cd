package org.espalier.service.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The clock of another computer, told from answers that take their time. */
class RemoteClockTest {
  private static final long MILLI = 1_000_000;
  private final RemoteClock clock = new RemoteClock();

  @Test
  void theQuickestAnswerCounts() {
    clock.heard(0, 1000 * MILLI, 100 * MILLI); // 950 off, give or take 50
    assertThat(clock.isRight()).isFalse();
    clock.heard(200 * MILLI, 1161 * MILLI, 202 * MILLI); // 960 off, give or take 1
    clock.heard(300 * MILLI, 1340 * MILLI, 400 * MILLI);

    assertThat(clock.isRight()).isTrue();
    assertThat(clock.ago(1300 * MILLI, 400 * MILLI)).isEqualTo(Duration.ofMillis(60));
  }

  /** In a thousand seconds clocks may drift apart by a tenth of one. */
  @Test
  void anOldAnswerCountsForLess() {
    clock.heard(0, 1000 * MILLI, 2 * MILLI);
    clock.heard(1_000_000 * MILLI, 1_001_100 * MILLI, 1_000_100 * MILLI);

    assertThat(clock.ago(1_001_100 * MILLI, 1_000_150 * MILLI)).isEqualTo(Duration.ofMillis(100));
  }

  /** As where its virtual machine stood still for five seconds. */
  @Test
  void aClockThatHasJumpedIsSeenAtOnce() {
    clock.heard(0, 1000 * MILLI, 2 * MILLI);
    clock.heard(9_000 * MILLI, 5_050 * MILLI, 9_100 * MILLI);

    assertThat(clock.ago(5_050 * MILLI, 9_150 * MILLI)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void nothingLiesInTheFuture() {
    clock.heard(0, 0, 0);
    assertThat(clock.ago(10, 5)).isZero();
  }
}
