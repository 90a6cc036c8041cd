package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;

/** The study of machines that are off at night, with one policy and two trials. */
final class FleetNightTest {
  private static ExperimentResults run() {
    Experiment experiment =
        Experiment.load(
                Repository.file("studies/fleet-night.yaml"),
                List.of("trials=2", "policy=PAM"),
                PolicyRegistry.builtIn(),
                new Problems())
            .orElseThrow();
    return ExperimentRunner.run(experiment, new RunSettings(2, () -> 0, ExperimentProgress.NONE));
  }

  private static Map<String, Double> bySystem(ExperimentResults results, Column column) {
    Map<String, Double> means = new HashMap<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      means.put(scenario.values().getFirst(), results.mean(scenario, column).mean());
    }
    return means;
  }

  @Test
  void aForecastSavesNearlyWhatOneWhoKnowsTheDayDoes() {
    ExperimentResults results = run();
    Map<String, Double> onTime = bySystem(results, Column.ROBUSTNESS);

    assertThat(onTime.get("always")).isGreaterThan(99);
    assertThat(onTime.get("forecast")).isCloseTo(onTime.get("always"), within(1.0));
    assertThat(onTime.get("timetable")).isCloseTo(onTime.get("always"), within(1.0));
    for (Column column : List.of(Column.ENERGY, Column.FLEET_COST)) {
      Map<String, Double> takes = bySystem(results, column);
      double known = takes.get("always") - takes.get("timetable");
      double expected = takes.get("always") - takes.get("forecast");
      assertThat(known).as(column.key()).isGreaterThan(0.05 * takes.get("always"));
      assertThat(expected / known).as(column.key()).isGreaterThan(0.85);
    }
  }
}
