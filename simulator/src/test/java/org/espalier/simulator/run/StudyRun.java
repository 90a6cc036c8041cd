package org.espalier.simulator.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;

/** A study of the project that was run. */
record StudyRun(Experiment experiment, ExperimentResults results) {
  /** Runs a study by its path in the repository, with assignments as of {@code --set}. */
  static StudyRun of(String study, List<String> assignments) {
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(Repository.file(study), assignments, PolicyRegistry.builtIn(), problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    ExperimentResults results =
        ExperimentRunner.run(experiment, new RunSettings(2, () -> 0, ExperimentProgress.NONE));
    return new StudyRun(experiment, results);
  }

  /** The means of a column, by the labels of scenarios. */
  Map<String, Double> means(Column column) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (Scenario scenario : experiment.scenarios()) {
      means.put(scenario.label(), results.mean(scenario, column).mean());
    }
    return means;
  }
}
