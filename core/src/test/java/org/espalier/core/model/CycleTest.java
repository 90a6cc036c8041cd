package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CycleTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** 2 from 0:00 to 8:00, 5 to 16:00, 3 to 24:00. */
  private static final Cycle DAY = new Cycle(Duration.ofHours(8), List.of(2.0, 5.0, 3.0));

  /** Against a sum over single minutes. */
  @Test
  void whatItComesToIsTheSumOverItsSteps() {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      long from = random.nextInt(4_000);
      long until = from + random.nextInt(4_000);
      double sum =
          LongStream.range(from, until).mapToDouble(m -> DAY.at(m * MINUTE.toNanos())).sum() / 60;
      assertThat(DAY.overHours(from, until, MINUTE)).isCloseTo(sum, within(1e-9));
    }
    assertThat(DAY.overHours(70, 70, MINUTE)).isZero();
    assertThat(DAY.overHours(80, 70, MINUTE)).isZero();
  }

  @Test
  void whatDoesNotChangeHasOneValue() {
    assertThat(Cycle.constant(0.17).mean()).isEqualTo(0.17);
    assertThat(Cycle.constant(0.17).changes()).isFalse();
    assertThat(Cycle.hourly(Collections.nCopies(24, 3.0)).changes()).isFalse();
    assertThat(DAY.changes()).isTrue();
    assertThat(DAY.mean()).isCloseTo(10 / 3.0, within(1e-12));
    assertThat(DAY.length()).isEqualTo(Duration.ofDays(1));
    assertThatThrownBy(() -> Cycle.hourly(List.of(1.0, 2.0))).hasMessageContaining("2 hours");
  }

  /** Off from 22:00 to 6:00, it costs 2 x 2 + 8 x 5 + 6 x 3 = 62 a day. */
  @Test
  void aMachineThatIsOffAtNightCostsNothingThen() {
    MachineType type = new MachineType(0, "node").priced(DAY);
    DailyOff night = new DailyOff(Duration.ofHours(22), Duration.ofHours(6));

    assertThat(type.pricePerHourWithOff()).isEqualTo(type.pricePerHour());
    assertThat(type.offAt(Optional.of(night)).pricePerHourWithOff())
        .isCloseTo(62 / 24.0, within(1e-9));
  }
}
