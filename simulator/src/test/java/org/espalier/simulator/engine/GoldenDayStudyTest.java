package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.system.SystemParts;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Golden days as users would run them: a study of files, with utility, budget and filter. */
class GoldenDayStudyTest {
  @TempDir Path directory;

  private void writeFiles() throws IOException {
    Trial trial = day("ch3 Max-Max-UPE no filter").trial();
    Path file = directory.resolve("system.yaml");
    SystemParts parts = SystemParts.of(file, trial.system());
    SystemFiles.write(file, trial.system(), parts);
    PetFiles.write(parts.pet(), PetTable.of(trial.system()));
    PowerFiles.write(
        parts.power().orElseThrow(),
        PowerTable.of(trial.system(), trial.system().apc().orElseThrow()));
    WorkloadFiles.write(directory.resolve("day.csv"), trial.workload(), trial.system());
    Files.writeString(
        directory.resolve("study.yaml"),
        """
        name: day
        trials: 1
        leave_out_first: 0
        leave_out_last: 0
        horizon: 2 h
        system: system.yaml
        workload: {files: day.csv}
        settings:
          queue_capacity: pending-slot
          dropping_scope: none
          deadlines: soft
          trigger: 1 min
          utility_threshold: 0.5
          energy_budget: 1.6 MJ
          energy_period: 1 h
        axes:
          policy: [Max-Max-UPE, "Max-Max-UPT"]
          energy_filter: [none, fixed 1.5]
        """);
  }

  private static GoldenDay day(String name) {
    return GoldenDay.all().filter(d -> d.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aStudyEarnsAndTakesWhatTheIndependentProgramDoes() throws IOException {
    writeFiles();
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(
                directory.resolve("study.yaml"), List.of(), PolicyRegistry.builtIn(), problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));

    ExperimentResults results =
        ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));

    for (Scenario scenario : experiment.scenarios()) {
      String filter = scenario.values().getLast().equals("none") ? "no filter" : "leniency 1.5";
      String name = "ch3 %s %s".formatted(scenario.values().getFirst(), filter);
      GoldenDay day = day(name);
      assertThat(mean(results, scenario, Column.UTILITY))
          .as(name)
          .isCloseTo(day.utility(), near(day.utility()));
      assertThat(mean(results, scenario, Column.ENERGY))
          .as(name)
          .isCloseTo(day.joules(), near(day.joules()));
    }
  }

  private static double mean(ExperimentResults results, Scenario scenario, Column column) {
    return results.mean(scenario, column).mean();
  }

  private static Offset<Double> near(double expected) {
    return within(1e-9 * expected);
  }
}
