package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.testkit.ManualDriver;
import org.espalier.testkit.NotificationRecorder;
import org.espalier.testkit.PolicyProviderContract;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;

/** The contract of a registered policy, and that it decides the same whoever drives it. */
abstract class DrivenPolicyContract extends PolicyProviderContract {
  /** A name of the registry. */
  abstract String name();

  private PolicyRegistry.Entry entry() {
    return PolicyRegistry.builtIn().find(name()).orElseThrow();
  }

  @Override
  protected PolicyProvider provider() {
    return entry().provider();
  }

  @Override
  protected PruningParts pruningParts() {
    return entry().parts();
  }

  /** One of them, another one for other policies and another day, unless all tests run. */
  @Override
  protected List<PolicySettings> settings() {
    List<PolicySettings> all = super.settings();
    long drawn = Math.floorMod(TestSample.seed() + name().hashCode(), all.size());
    return TestSample.isFull() ? all : List.of(all.get((int) drawn));
  }

  @Override
  protected int trials() {
    return TestSample.isFull() ? 4 : 1;
  }

  /** The simulation, told again to a driver without clock and without execution times. */
  @Test
  void aReplayOfASimulationGivesTheSameDecisions() {
    for (PolicySettings settings : settings()) {
      for (RandomTrials kind : RandomTrials.values()) {
        TinyTrial tiny = kind.trial(5);
        NotificationRecorder simulated = simulate(tiny, settings);

        NotificationRecorder replayed =
            ManualDriver.replay(
                tiny.system(), settings.rules(), newPolicy(settings), simulated.notifications());

        assertThat(replayed.decisions()).as("%s", kind).isEqualTo(simulated.decisions());
        assertThat(replayed.entries()).as("%s", kind).isEqualTo(simulated.entries());
      }
    }
  }

  /** A driver that looks at every single tick, and one that jumps from event to event. */
  @Test
  void drivenTickByTickItDecidesAsInTheSimulation() {
    for (PolicySettings settings : settings()) {
      for (RandomTrials kind : RandomTrials.values()) {
        TinyTrial tiny = kind.trial(6);
        List<?> simulated = simulate(tiny, settings).entries();
        ManualDriver driver =
            ManualDriver.of(tiny.system(), settings.rules(), newPolicy(settings)).play(tiny);

        if (settings.rules().trigger().period() == 0) {
          assertThat(driver.recorder().entries()).as("%s", kind).isEqualTo(simulated);
        }
      }
    }
  }

  private NotificationRecorder simulate(TinyTrial tiny, PolicySettings settings) {
    return simulate(tiny, settings, newPolicy(settings));
  }

  /** What a simulation tells its journal. */
  static NotificationRecorder simulate(
      TinyTrial tiny, PolicySettings settings, AllocationPolicy policy) {
    NotificationRecorder recorder = new NotificationRecorder();
    Trial trial =
        new Trial(tiny.system(), settings.rules(), tiny.workload(), tiny.actualTimes()::of);
    EventEngine.run(trial, policy, recorder);
    return recorder;
  }
}
