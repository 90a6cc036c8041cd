package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a demo says at its end. */
final class DemoVerdictTest {
  @Test
  void theBetterIsNamedWhereChanceSeldomMakesSuchADifference() {
    assertThat(verdict(onTime(0, 60), onTime(0, 40)))
        .isEqualTo(
            "Of the same 100 tasks, 3.0 times what the machines can do, JIT had 60 on time (60 %)"
                + " and MM 40 (40 %): 20 of 100 more with JIT.");
  }

  @Test
  void thatItWasWorseIsSaidToo() {
    assertThat(verdict(onTime(0, 40), onTime(0, 60))).endsWith(": 20 of 100 fewer with JIT.");
  }

  /** Three more, of which McNemar's statistic is 3 / sqrt(3) = 1.73 and below 1.96. */
  @Test
  void aSmallDifferenceMayBeChance() {
    assertThat(verdict(onTime(0, 43), onTime(0, 40)))
        .endsWith(": a difference that may be chance.");
  }

  /** Four more, of which it is 2; with 30 that each alone had on time it is 4 / 8 = 0.5. */
  @Test
  void manyTasksThatFareOtherwiseMakeADifferenceUncertain() {
    assertThat(verdict(onTime(0, 44), onTime(0, 40))).endsWith(": 4 of 100 more with JIT.");
    assertThat(verdict(onTime(0, 44), onTime(14, 54)))
        .endsWith(": a difference that may be chance.");
  }

  @Test
  void oneOrThreePoliciesAreNotCompared() {
    DemoVerdict.Outcome jit = new DemoVerdict.Outcome("JIT", onTime(0, 60), 0);
    DemoVerdict.Outcome mm = new DemoVerdict.Outcome("MM", onTime(0, 40), 0);
    DemoVerdict.Outcome sq = new DemoVerdict.Outcome("SQ", onTime(0, 0), 0);

    assertThat(new DemoVerdict(100, 1.5, List.of(jit)).sentence())
        .isEqualTo("Of 100 tasks, 1.5 times what the machines can do, JIT had 60 on time (60 %).");
    assertThat(new DemoVerdict(100, 1.5, List.of(jit, mm, sq)).sentence())
        .endsWith("JIT had 60 on time (60 %), MM 40 (40 %) and SQ 0 (0 %).");
  }

  private static String verdict(BitSet jit, BitSet mm) {
    return new DemoVerdict(
            100,
            3,
            List.of(new DemoVerdict.Outcome("JIT", jit, 0), new DemoVerdict.Outcome("MM", mm, 0)))
        .sentence();
  }

  private static BitSet onTime(int from, int to) {
    BitSet places = new BitSet();
    places.set(from, to);
    return places;
  }
}
