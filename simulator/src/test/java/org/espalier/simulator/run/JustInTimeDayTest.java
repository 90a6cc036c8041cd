package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;

/** Three hours of the shipped study of prices for utility and energy, behind the two before. */
@Sampled(0.3)
class JustInTimeDayTest {
  /** The budget of the day for three hours. */
  private static final double JOULES = 0.143e9;

  private static final List<String> THREE_HOURS =
      List.of(
          "trials=1", "tasks=50000", "horizon=5 h", "energy_budget=0.143 GJ", "energy_period=3 h");

  @Test
  void pricesEarnMuchMoreWithTheSameEnergy() {
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(
                Repository.file("studies/just-in-time-utility.yaml"),
                THREE_HOURS,
                PolicyRegistry.builtIn(),
                problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    ExperimentResults results =
        ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
    Map<String, Double> earned = new HashMap<>();
    for (Scenario scenario : experiment.scenarios()) {
      String policy = scenario.policy();
      earned.put(policy, results.mean(scenario, Column.UTILITY_PRORATED).mean());
      if (!policy.endsWith("without budget")) {
        assertThat(results.mean(scenario, Column.TASK_ENERGY).mean())
            .as(policy)
            .isLessThanOrEqualTo(JOULES);
      }
    }

    assertThat(earned.get("JIT"))
        .isGreaterThan(1.15 * earned.get("Weighted-Util"))
        .isGreaterThan(1.15 * earned.get("Max-Max-UPE"))
        .isGreaterThan(1.15 * earned.get("Max-Max-UPT"));
    assertThat(earned.get("JIT without budget"))
        .isGreaterThan(1.08 * earned.get("Max-Max-UPT without budget"))
        .isGreaterThan(1.02 * earned.get("JIT"));
  }
}
