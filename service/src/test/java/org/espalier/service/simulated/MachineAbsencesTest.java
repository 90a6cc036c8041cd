package org.espalier.service.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.model.Boot;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.RecordedOutages;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** A tick is a minute. */
class MachineAbsencesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Instant AT_NINE = Instant.parse("2030-01-31T09:00:00Z");
  private static final long HOUR = 60;
  private static final DailyOff NIGHT = new DailyOff(Duration.ofHours(22), Duration.ofHours(6));

  private static MachineAbsences absences(MachineType type) {
    return new MachineAbsences(system(type), 7, AT_NINE);
  }

  private static HcSystem system(MachineType type) {
    return new HcSystem(
        "system",
        MINUTE,
        List.of(new TaskType(0, "task")),
        List.of(type),
        IntStream.range(0, 40).mapToObj(i -> new Machine(i, "m-" + i, type)).toList(),
        PetMatrix.of(new Pmf[][] {{Pmf.at(1, 1)}}));
  }

  private static MachineType type() {
    return new MachineType(0, "node");
  }

  /** At each tick, by whether it is away then; told when that changes. */
  private static void check(MachineAbsences absences, long until, LongPredicate isAway) {
    long next = 0;
    for (long now = 0; now < until; now++) {
      absences.advance(0, now);
      assertThat(absences.isAway(0)).as("at " + now).isEqualTo(isAway.test(now));
      assertThat(now).isLessThan(absences.next(0));
      next = absences.next(0);
    }
    assertThat(next).isGreaterThanOrEqualTo(until);
  }

  @Test
  void itIsOffFromOneTimeOfTheDayToTheOtherAndBootsThen() {
    for (long boot : new long[] {0, 1, 30, 7 * HOUR, 30 * HOUR}) {
      MachineType type =
          type()
              .offAt(Optional.of(NIGHT))
              .booting(new Boot(MINUTE.multipliedBy(boot), Boot.NONE.joules()));
      LongPredicate isOff =
          tick -> NIGHT.isAt("", Math.floorMod(tick + 9 * HOUR, 24 * HOUR), MINUTE);
      check(
          absences(type),
          60 * HOUR,
          now -> LongStream.rangeClosed(now - boot, now).anyMatch(isOff));
    }
  }

  @Test
  void itIsKnownWhenItIsBack() {
    MachineType type = type().offAt(Optional.of(NIGHT));
    MachineAbsences absences = absences(type.booting(new Boot(MINUTE.multipliedBy(30), 0)));

    absences.advance(0, 14 * HOUR); // 23:00
    assertThat(absences.back(0)).contains(Duration.ofMinutes(7 * HOUR + 30));
    assertThat(absences.why(0)).isEqualTo("it is off");
    absences.advance(0, 21 * HOUR + 10);
    assertThat(absences.back(0)).contains(Duration.ofMinutes(20));
    assertThat(absences.why(0)).isEqualTo("it boots");
    absences.advance(0, 21 * HOUR + 30);
    assertThat(absences.isAway(0)).isFalse();
  }

  @Test
  void outagesCountFromTheBeginningAndNobodyKnowsTheirEnd() {
    Duration four = Duration.ofHours(4);
    RecordedOutages outages =
        new RecordedOutages(
            List.of(
                new RecordedOutages.Outage("m-0", Duration.ZERO, Duration.ofHours(1)),
                new RecordedOutages.Outage("m-0", four, four.plusHours(1))));
    MachineAbsences absences = absences(type().offAt(Optional.of(outages)));

    check(absences, 10 * HOUR, now -> now < HOUR || (now >= 4 * HOUR && now < 5 * HOUR));
    assertThat(absences.next(0)).isEqualTo(TimeSpan.NEVER);
    MachineAbsences again = absences(type().offAt(Optional.of(outages)));
    again.advance(0, 4 * HOUR + 1);
    assertThat(again.back(0)).isEmpty();
    assertThat(again.why(0)).isEqualTo("it has failed");
  }

  @Test
  void failuresAreAsOftenAndAsLongAsTheyAreSaidToBeAndTheSameInAnotherProcess() {
    MachineType type =
        type()
            .failing(
                Optional.of(new MachineType.Failures(Duration.ofHours(3), Duration.ofHours(1))));
    MachineAbsences absences = absences(type);
    MachineAbsences late = absences(type);
    long until = 2_000 * HOUR;
    long away = 0;
    for (int machine = 0; machine < 40; machine++) {
      for (long now = 0; now < until; now++) {
        absences.advance(machine, now);
        away += absences.isAway(machine) ? 1 : 0;
      }
      late.advance(machine, until - 1);
      assertThat(late.next(machine)).isEqualTo(absences.next(machine));
      assertThat(late.isAway(machine)).isEqualTo(absences.isAway(machine));
    }
    // 20,000 failures: the share varies by 0.2 points
    assertThat(away / (40.0 * until)).isCloseTo(0.25, within(0.01));
  }
}
