package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.ManualDriver;
import org.espalier.testkit.NotificationRecorder;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every name of the registry, suffixes included: simulated and replayed, it decides the same. */
class RegisteredNamesTest {
  static List<String> names() {
    return PolicyRegistry.builtIn().names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aReplayOfASimulationGivesTheSameDecisions(String name) {
    PolicyRegistry.Entry entry = PolicyRegistry.builtIn().find(name).orElseThrow();
    TinyTrial tiny = RandomTrials.ORDINARY.trial(7);
    for (PolicySettings settings : List.of(PolicySettings.THESIS, PolicySettings.JOURNAL)) {
      NotificationRecorder simulated =
          DrivenPolicyContract.simulate(tiny, settings, entry.create(settings));
      NotificationRecorder replayed =
          ManualDriver.replay(
              tiny.system(), settings.rules(), entry.create(settings), simulated.notifications());

      assertThat(replayed.entries()).isEqualTo(simulated.entries());
    }
  }
}
