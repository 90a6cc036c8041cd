package org.espalier.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tree of times against a plain array. */
class MachineTimesTest {
  private static final int SEEDS = 500;
  private static final int STEPS = 60;
  private static final int LATEST = 9;

  @Test
  void theEarliestAreFoundInTheOrderOfMachines() {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int machines = 1 + random.nextInt(20);
      MachineTimes times = new MachineTimes(machines);
      long[] plain = new long[machines];
      Arrays.fill(plain, TimeSpan.NEVER);
      for (int step = 0; step < STEPS; step++) {
        int machine = random.nextInt(machines);
        plain[machine] = random.nextInt(4) == 0 ? TimeSpan.NEVER : random.nextInt(LATEST);
        times.set(machine, plain[machine]);
        assertIs(times, plain, random.nextInt(machines + 2), random.nextInt(LATEST));
      }
    }
  }

  private static void assertIs(MachineTimes times, long[] plain, int from, long now) {
    assertThat(times.earliest()).isEqualTo(Arrays.stream(plain).min().orElseThrow());
    assertThat(times.next(from, now))
        .as("from %d at %d of %s", from, now, plain)
        .isEqualTo(
            IntStream.range(from, Math.max(from, plain.length))
                .filter(m -> plain[m] <= now)
                .findFirst()
                .orElse(-1));
  }
}
