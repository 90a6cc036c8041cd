package org.espalier.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.ExecutionTimes;
import org.espalier.simulator.engine.Trial;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No registered policy gets beyond the bounds in random trials. */
class BoundsHoldTest {
  private static final int TRIALS = 50;

  /** So many of them where only a sample is wanted. */
  private static final int FEW = 15;

  private static final int DRAWS = 6;

  /** Standard errors that a mean over draws may be above the bound. */
  private static final double SLACK = 4;

  /** Clairvoyant bounds by trial and draw, the same for all policies. */
  private static final Map<Integer, Integer> KNOWN = new ConcurrentHashMap<>();

  static List<String> policies() {
    return PolicyRegistry.builtIn().providers().stream().map(PolicyProvider::name).toList();
  }

  private static TinyTrial trial(int seed) {
    RandomTrials[] kinds = RandomTrials.values();
    return kinds[seed % kinds.length].trial(seed);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void areNotExceeded(String policy) {
    PolicyRegistry.Entry entry = PolicyRegistry.builtIn().find(policy).orElseThrow();
    double above = 0;
    double variance = 0;
    for (int seed : TestSample.of(FEW, TRIALS).toArray()) {
      TinyTrial tiny = trial(seed);
      if (entry.provider().suits(tiny.system())) {
        double bound = FluidBound.ofTrial(tiny.system(), tiny.workload(), _ -> 1);
        assertThat(bound).isLessThanOrEqualTo(tiny.workload().size());
        double mean = meanOnTime(entry, tiny, seed);
        double spread = tiny.workload().size() / 4.0 / DRAWS;
        assertThat(mean).as("trial %d", seed).isLessThan(bound + SLACK * Math.sqrt(spread));
        above += mean - bound;
        variance += spread;
      }
    }
    assertThat(above)
        .as("in all trials of %s", TestSample.day())
        .isLessThanOrEqualTo(Math.sqrt(variance));
  }

  /** Over several draws of execution times; each draw is held against what is known of it. */
  private static double meanOnTime(PolicyRegistry.Entry entry, TinyTrial tiny, int seed) {
    HcSystem system = tiny.system();
    double sum = 0;
    for (int draw = 1; draw <= DRAWS; draw++) {
      ExecutionTimes times =
          draw % 2 == 0
              ? new CounterStream(seed, draw, system.pet())
              : new OneNumberTimes(seed, draw, system.pet());
      Workload workload = tiny.workload();
      PolicySettings settings = draw % 3 == 0 ? PolicySettings.THESIS : PolicySettings.JOURNAL;
      int onTime =
          EventEngine.run(
                  new Trial(system, settings.rules(), workload, times), entry.create(settings))
              .count(Fate.ON_TIME);
      assertThat(onTime)
          .as("trial %d, draw %d", seed, draw)
          .isLessThanOrEqualTo(
              KNOWN.computeIfAbsent(
                  seed * DRAWS + draw, key -> EarningBound.onTime(system, workload, times)));
      sum += onTime;
    }
    return sum / DRAWS;
  }
}
