package org.espalier.simulator.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongSupplier;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.testkit.TinySystems;
import org.espalier.testkit.TinyWorkloads;
import org.junit.jupiter.api.Test;

/** A clock by which the first mapping event takes 1 microsecond, the second 2, and so on. */
final class SchedulerTimeTest {
  private static final AllocationRules RULES = AllocationRules.bounded(3, DroppingScope.NONE);

  private static AllocationPolicy policy() {
    return PolicyRegistry.builtIn()
        .find("MM")
        .orElseThrow()
        .create(PolicySettings.THESIS.withRules(RULES));
  }

  private static LongSupplier clock() {
    long[] calls = {0};
    return () -> calls[0]++ % 2 == 0 ? 0 : 1000 * (calls[0] / 2);
  }

  /** An event for the arrivals and one for each of 199 completions: 1 to 200. */
  @Test
  void percentilesAreRanks() {
    SchedulerTime.Meter meter = new SchedulerTime.Meter(policy(), clock());
    EventEngine.run(
        new Trial(
            TinySystems.oneByOne(),
            RULES,
            TinyWorkloads.burst(199, 0, 0, 1_000),
            (task, machine, pState) -> 4),
        meter);

    SchedulerTime time = meter.time();
    assertThat(TimingColumn.EVENTS.of(time)).isEqualTo(200);
    assertThat(TimingColumn.MEAN.of(time)).isCloseTo(100.5, within(1e-9));
    assertThat(TimingColumn.P50.of(time)).isEqualTo(100);
    assertThat(TimingColumn.P99.of(time)).isEqualTo(198);
    assertThat(TimingColumn.TOTAL.of(time)).isCloseTo(20.1, within(1e-9));
  }

  @Test
  void saysNothingWithoutEvents() {
    SchedulerTime none = new SchedulerTime.Meter(policy(), clock()).time();

    assertThat(TimingColumn.MEAN.of(none)).isNaN();
    assertThat(TimingColumn.P50.of(none)).isNaN();
    assertThat(TimingColumn.P99.of(none)).isNaN();
  }
}
