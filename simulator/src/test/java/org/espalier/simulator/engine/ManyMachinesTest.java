package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every built-in policy on more machines than are looked at one by one, all numbers checked. */
class ManyMachinesTest {
  private static final int SEEDS = 4;

  static Stream<String> policies() {
    return PolicyRegistry.builtIn().names().stream();
  }

  /** One of them a day where only a sample is wanted. */
  private static List<PolicySettings> settings() {
    List<PolicySettings> all = List.of(PolicySettings.JOURNAL, PolicySettings.THESIS);
    return TestSample.of(1, all.size()).mapToObj(all::get).toList();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void whatIsKeptIsWhatIsComputedAnew(String policy) {
    for (int seed : TestSample.of(1, SEEDS).toArray()) {
      TinyTrial tiny = RandomTrials.ofManyMachines(5000 + seed, 24);
      for (PolicySettings settings : settings()) {
        AllocationRules rules = settings.rules();
        Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
        int left =
            EventEngine.run(
                    trial,
                    new CheckedPolicy(
                        PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings)))
                .departures()
                .size();

        assertThat(left).as("seed %d", seed).isEqualTo(tiny.workload().tasks().size());
      }
    }
  }
}
