package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.espalier.core.allocation.Oversubscription;
import org.espalier.service.live.LevelPoint;
import org.espalier.service.live.Timeline;
import org.junit.jupiter.api.Test;

/** The levels of the last minutes, with ticks of a millisecond. */
final class LevelHistoryTest {
  private final LevelHistory history =
      new LevelHistory(new Timeline(Instant.EPOCH, Duration.ofMillis(1)));

  private void add(long time, double level, boolean engaged) {
    history.add(
        time, new Oversubscription(level, engaged, OptionalDouble.empty(), OptionalDouble.empty()));
  }

  @Test
  void droppingIsToldToTheTick() {
    add(0, 0.5, false);
    add(100, 0.9, false);
    add(140, 1.2, true);
    add(150, 0.7, false);

    assertThat(history.since(0))
        .containsExactly(
            new LevelPoint(0, 0.9, false),
            new LevelPoint(140, 1.2, true),
            new LevelPoint(150, 0.7, false));
    assertThat(history.since(145))
        .containsExactly(new LevelPoint(140, 1.2, true), new LevelPoint(150, 0.7, false));
  }

  @Test
  void whatIsOlderThanFiveMinutesIsForgotten() {
    for (int second = 0; second <= 400; second++) {
      add(1000L * second, second, false);
    }
    assertThat(history.since(0))
        .hasSize(301)
        .first()
        .isEqualTo(new LevelPoint(100_000, 100, false));
  }

  @Test
  void aPolicyThatMeasuresNothingEndsIt() {
    history.end(0);
    assertThat(history.since(0)).isEmpty();
    add(10, 2, true);
    history.end(20);
    assertThat(history.since(0)).last().isEqualTo(new LevelPoint(20, 0, false));
  }
}
