package org.espalier.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.TaskType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnergyAccountTest {
  private static final MachineType TWO =
      new MachineType(0, "two", 0, 10, List.of(new PState("fast", 100), new PState("slow", 60)));
  private static final MachineType ONE = new MachineType(1, "one", 0, 5, 33.3);
  private static final HcSystem SYSTEM =
      new HcSystem(
          "s",
          Duration.ofMillis(100),
          List.of(new TaskType(0, "a")),
          List.of(TWO, ONE),
          List.of(new Machine(0, "m0", TWO), new Machine(1, "m1", ONE)),
          PetMatrix.ofExecutionTimes(new long[][][] {{{4, 6}, {8}}}, 1));
  private static final Placement FAST = SYSTEM.placements().get(0);
  private static final Placement SLOW = SYSTEM.placements().get(1);

  private final EnergyAccount account = new EnergyAccount(SYSTEM, 10);

  /**
   * From tick 10 to 60, 5 s: m0 is fast for 1 s, slow for 2 s and idle for 2 s, 100 + 120 + 20 J;
   * m1 is idle, 25 J.
   */
  @Test
  void energyIsByPState() {
    account.executes(10, FAST);
    account.executes(20, SLOW);
    account.idles(40, 0);
    account.advance(60);

    assertThat(account.total().joules()).isEqualTo(265);
    assertThat(account.total().activeJoules(FAST)).isEqualTo(100);
    assertThat(account.total().activeJoules(SLOW)).isEqualTo(120);
    assertThat(account.total().idleJoules()).isEqualTo(45);
  }

  @Test
  void powerIsThatOfThePresent() {
    assertThat(account.watts()).isEqualTo(15);
    account.executes(12, SLOW);
    assertThat(account.watts()).isEqualTo(65);
    account.idles(13, 0);
    assertThat(account.watts()).isEqualTo(15);
  }

  /** Periods of 3 s from tick 10 on: m0 runs slow from 30 to 50, 1 s of it in the first period. */
  @Test
  void whatRunsAcrossTheEndOfAPeriodIsSplitThere() {
    EnergyAccount split = new EnergyAccount(SYSTEM, 10, 30);
    split.executes(30, SLOW);
    split.idles(50, 0);
    split.advance(50);

    assertThat(split.periods()).hasSize(1);
    assertThat(split.periods().getFirst().activeTicks()).containsExactly(0L, 10L, 0L);
    assertThat(split.periods().getFirst().joules()).isEqualTo(60 + 20 + 15);
    assertThat(split.present().activeTicks()).containsExactly(0L, 10L, 0L);
    assertThat(split.present().joules()).isEqualTo(60 + 5);
    assertThat(split.total().activeTicks()).containsExactly(0L, 20L, 0L);
  }

  @Test
  void timeDoesNotGoBack() {
    account.advance(20);
    assertThatThrownBy(() -> account.idles(19, 0)).hasMessageContaining("cannot go back to 19");
    assertThatThrownBy(() -> new EnergyAccount(SYSTEM, 0, 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new EnergyUse(SYSTEM, List.of(1L), 1))
        .hasMessageContaining("active times of 1 placements are given; system s has 3");
  }

  /** Tasks end or are evicted at any time; what they took and what idle machines took is all. */
  @Test
  void energyOfTasksAndOfIdleMachinesIsThatOfTheMachines() {
    qt().withExamples(300)
        .forAll(longs().all(), integers().between(1, 200))
        .checkAssert(EnergyAccountTest::assertBalanced);
  }

  private static void assertBalanced(long seed, int period) {
    SplittableRandom random = new SplittableRandom(seed);
    EnergyAccount split = new EnergyAccount(SYSTEM, 0, period);
    double ofTasks = 0;
    @Nullable Placement[] running = new Placement[2];
    long[] since = new long[2];
    long now = 0;
    for (int i = 0; i < 200; i++) {
      now += random.nextLong(50);
      Placement placement = SYSTEM.placements().get(random.nextInt(3));
      int machine = placement.machine();
      if (running[machine] == null) {
        split.executes(now, placement);
        running[machine] = placement;
        since[machine] = now;
      } else {
        split.idles(now, machine);
        ofTasks += SYSTEM.taskJoules(0, running[machine], now - since[machine]);
        running[machine] = null;
      }
    }
    for (int m = 0; m < 2; m++) {
      ofTasks += running[m] == null ? 0 : SYSTEM.taskJoules(0, running[m], now - since[m]);
    }
    split.advance(now);
    double whole = split.total().joules();
    double ofPeriods =
        split.periods().stream().mapToDouble(EnergyUse::joules).sum() + split.present().joules();

    assertThat(ofTasks + split.total().idleJoules()).isCloseTo(whole, within(1e-9 * whole + 1e-12));
    assertThat(ofPeriods).isCloseTo(whole, within(1e-9 * whole + 1e-12));
  }
}
