package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose decisions take time. */
final class ChargeStudyTest {
  @TempDir Path directory;

  @BeforeEach
  void writeInput() throws IOException {
    write(
        "one.pet.csv",
        """
        # tick 1 ms, step 1
        task_type,machine_type,time_s,mass
        encode,m,0.010,1
        """);
    write("one.yaml", "name: one\ntick: 1 ms\npet: one.pet.csv\n");
    write("tasks.csv", "task_type,arrival_s,deadline_s\nencode,0,0.013\nencode,0.020,0.032\n");
    write(
        "study.yaml",
        """
        name: charged
        trials: 1
        leave_out_first: 0
        leave_out_last: 0
        settings: {deadlines: soft, dropping_scope: none, charge: 3 ms}
        system: one.yaml
        workload: {files: tasks.csv}
        axes: {policy: [MM]}
        """);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private ExperimentResults run(String... assignments) {
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(
                directory.resolve("study.yaml"),
                List.of(assignments),
                PolicyRegistry.builtIn(),
                problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    return ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  private static double onTime(ExperimentResults results) {
    return results.mean(results.experiment().scenarios().getFirst(), Column.ROBUSTNESS).mean();
  }

  /** What comes before the measured time is charged too, though its time is not counted. */
  @Test
  void decisionsBeforeTheMeasuredTimeAreCharged() {
    assertThat(onTime(run("measure_from=15 ms"))).isZero();
    assertThat(onTime(run("measure_from=15 ms", "charge=none"))).isEqualTo(100);
  }

  /**
   * Each decision is about one pair and takes 3 ms. The first task is decided about from 0 to 3 ms
   * and runs until 13 ms, its deadline; the second one from 20 to 23 ms, and runs until 33 ms, 1 ms
   * too late. Without a charge it would end at 30 ms.
   */
  @Test
  void lateDecisionsMakeLateTasks() {
    assertThat(onTime(run())).isEqualTo(50);
    assertThat(onTime(run("charge=none"))).isEqualTo(100);
  }
}
