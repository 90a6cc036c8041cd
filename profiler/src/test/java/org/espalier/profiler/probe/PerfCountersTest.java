package org.espalier.profiler.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PerfCountersTest {
  private static final PerfCounters COUNTERS =
      new PerfCounters(
          "/usr/bin/perf",
          List.of("duration_time", "user_time", "system_time"),
          List.of("LLC-load-misses", "LLC-store-misses"),
          "");

  @Test
  void putsPerfAroundACommand() {
    assertThat(COUNTERS.around(List.of("xz", "-k", "a b"), "/tmp/counts"))
        .containsExactly(
            "/usr/bin/perf",
            "stat",
            "-x",
            ";",
            "-o",
            "/tmp/counts",
            "-e",
            "duration_time,user_time,system_time,instructions,LLC-load-misses,LLC-store-misses",
            "--",
            "xz",
            "-k",
            "a b");
  }

  @Test
  void readsCounts() {
    Counters.Counted counted =
        COUNTERS.read(
            """
            # started on Tue Nov 24 00:47:00 2026

            2000000000;ns;duration_time;2000000000;100.00;;
            1500000000;ns;user_time;1500000000;100.00;;
            <not counted>;ns;system_time;0;100.00;;
            7000000000;;instructions;1990000000;100.00;2.10;insn per cycle
            3000;;LLC-load-misses;1990000000;100.00;;
            500;;LLC-store-misses;1990000000;100.00;;
            """);

    assertThat(counted.seconds().orElseThrow()).isEqualTo(2);
    assertThat(counted.userSeconds().orElseThrow()).isEqualTo(1.5);
    assertThat(counted.systemSeconds().orElseThrow()).isZero();
    assertThat(counted.counts().instructions().orElseThrow()).isEqualTo(7e9);
    assertThat(counted.counts().llcMisses().orElseThrow()).isEqualTo(3500);
    assertThat(counted.counts().countedShare().orElseThrow()).isEqualTo(1);
  }

  /** perf has scaled the counts already; only the share is told. */
  @Test
  void multiplexedCountsAreNotScaledTwice() {
    Counters.Counted counted =
        COUNTERS.read(
            """
            7000;;instructions;500;50.00;;
            300;;LLC-load-misses;400;40.00;;
            50;;LLC-store-misses;450;45.00;;
            """);

    assertThat(counted.counts().instructions().orElseThrow()).isEqualTo(7000);
    assertThat(counted.counts().llcMisses().orElseThrow()).isEqualTo(350);
    assertThat(counted.counts().countedShare().orElseThrow()).isCloseTo(0.4, within(1e-12));
    assertThat(counted.seconds()).isEmpty();
    assertThat(counted.systemSeconds()).isEmpty();
  }

  /**
   * 4,000 instructions in 30 % of the time on large cores, extrapolated by perf to 13,333, and
   * 2,100 in 70 % of the time on small ones, extrapolated to 3,000.
   */
  @Test
  void coresOfBothKindsAreAdded() {
    Counters.Counted counted =
        COUNTERS.read(
            """
            13333.3333;;cpu_core/instructions/;300;30.00;;
            3000;;cpu_atom/instructions/;700;70.00;;
            100;;cpu_core/LLC-load-misses/;300;30.00;;
            <not counted>;;cpu_atom/LLC-load-misses/;0;0.00;;
            10;;cpu_core/LLC-store-misses/u;300;30.00;;
            20;;cpu_atom/LLC-store-misses/u;700;70.00;;
            """);

    assertThat(counted.counts().instructions().orElseThrow()).isCloseTo(6100, within(0.1));
    assertThat(counted.counts().llcMisses().orElseThrow()).isCloseTo(100 + 3 + 14, within(0.1));
    assertThat(counted.counts().countedShare().orElseThrow()).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void whatIsNotCountedIsEmpty() {
    Counters.Counted counted =
        COUNTERS.read(
            """
            1000;ns;duration_time;1000;100.00;;
            <not supported>;;instructions;0;100.00;;
            300;;LLC-load-misses;400;100.00;;
            <not counted>;;LLC-store-misses;0;0.00;;
            """);

    assertThat(counted.counts().instructions()).isEmpty();
    assertThat(counted.counts().llcMisses()).isEmpty();
    assertThat(counted.userSeconds()).isEmpty();
    assertThat(counted.counts().countedShare()).hasValue(0);
    assertThat(COUNTERS.read("").counts().instructions()).isEmpty();
  }

  @Test
  void readsUnitsModifiersAndCommasOfOtherLocales() {
    List<PerfLine> lines =
        PerfLine.parse(
            """
            0,68;msec;task-clock:u;684419;100,00;0,513;CPUs utilized
            2,50;Joules;power/energy-pkg/;1000;100,00;;
            12;;instructions:u;684419;99,50;;
            ;;;;;2.5;stalled cycles per insn
            nonsense
            """);

    assertThat(lines)
        .containsExactly(
            new PerfLine("task-clock", true, OptionalDouble.of(0.68 / 1e3), true, 1, 0),
            new PerfLine("energy-pkg", false, OptionalDouble.of(2.5), true, 1, 0),
            new PerfLine("instructions", true, OptionalDouble.of(12), true, 0.995, 0));
  }
}
