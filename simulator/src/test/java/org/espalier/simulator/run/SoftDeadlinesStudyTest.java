package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies in which no task is ever dropped. */
final class SoftDeadlinesStudyTest {
  private static final int TASKS = 60;

  @TempDir Path directory;

  private ExperimentResults run(String policy, String trigger) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: soft
        trials: 1
        leave_out_first: 0
        leave_out_last: 0
        system: "%s"
        workload: {tasks: %d, arrival_intensity: 60k}
        settings: {deadlines: soft, dropping_scope: none, trigger: %s}
        axes: {policy: [%s]}
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), TASKS, trigger, policy));
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    return ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  @Test
  void countTheTasksThatAreLate() throws IOException {
    ExperimentResults results = run("MM", "events");
    Scenario only = results.experiment().scenarios().getFirst();

    assertThat(results.mean(only, Column.COUNTED).mean()).isEqualTo(TASKS);
    assertThat(results.mean(only, Column.LATE).mean()).isGreaterThan(10);
  }

  /** What has no chance any more is deferred for ever; the shares of the rest would flatter. */
  @Test
  void failWhereAPolicyLeavesTasksUnmapped() {
    for (String trigger : List.of("events", "100 ms")) {
      assertThatThrownBy(() -> run("PAM", trigger))
          .isInstanceOf(PolicyFailedException.class)
          .hasMessageContaining("policy PAM failed in scenario PAM, trial 1: it left ")
          .hasMessageContaining("of 60 tasks unmapped")
          .hasMessageContaining("make deadlines hard");
    }
  }
}
