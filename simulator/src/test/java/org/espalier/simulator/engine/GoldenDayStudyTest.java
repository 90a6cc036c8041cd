package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.ReportTable;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.result.ResultDirectory;
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
import tools.jackson.databind.JsonNode;

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
        workload: {files: day.csv, begin: 0 s}
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

  private Experiment experiment(String... assignments) throws IOException {
    writeFiles();
    Problems problems = new Problems();
    return Experiment.load(
            directory.resolve("study.yaml"),
            List.of(assignments),
            PolicyRegistry.builtIn(),
            problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private static ExperimentResults run(Experiment experiment) {
    return ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  private static GoldenDay day(Scenario scenario) {
    String filter = scenario.values().getLast().equals("none") ? "no filter" : "leniency 1.5";
    return day("ch3 %s %s".formatted(scenario.values().getFirst(), filter));
  }

  @Test
  void aStudyEarnsAndTakesWhatTheIndependentProgramDoes() throws IOException {
    Experiment experiment = experiment();
    ExperimentResults results = run(experiment);

    for (Scenario scenario : experiment.scenarios()) {
      GoldenDay day = day(scenario);
      double finished = day.totals().get("utilityFinishedByHorizon").asDouble();
      assertNear(mean(results, scenario, Column.UTILITY), finished);
      assertNear(mean(results, scenario, Column.UTILITY_PRORATED), day.sumOfPeriods("utility"));
      assertNear(mean(results, scenario, Column.ENERGY), day.sumOfPeriods("energyJoules"));
      for (int period = 0; period < 2; period++) {
        List<MeanInterval> means = results.means(scenario, Breakdown.PERIODS, period + 1);
        JsonNode expected = day.totals().get("periods").get(period);
        assertNear(means.get(1).mean(), expected.get("utility").asDouble());
        assertNear(means.get(2).mean(), expected.get("energyJoules").asDouble());
      }
    }
  }

  /** Of a warm-up of one hour only the second period is left. */
  @Test
  void aWarmUpIsSimulatedButNotCounted() throws IOException {
    Experiment experiment = experiment("measure_from=1 h");
    ExperimentResults results = run(experiment);

    assertThat(results.parts(Breakdown.PERIODS)).containsExactly(2.0);
    for (Scenario scenario : experiment.scenarios()) {
      JsonNode second = day(scenario).totals().get("periods").get(1);
      assertNear(
          mean(results, scenario, Column.UTILITY_PRORATED), second.get("utility").asDouble());
      assertNear(mean(results, scenario, Column.ENERGY), second.get("energyJoules").asDouble());
      assertNear(
          mean(results, scenario, Column.TASK_ENERGY), second.get("energyJoules").asDouble());
    }
  }

  @Test
  void periodsPStatesAndPrioritiesHaveFilesAndTables() throws IOException {
    Experiment experiment = experiment("measure_from=30 min");
    ExperimentResults results = run(experiment);
    Path out = directory.resolve("out");
    new ResultDirectory(out).write(results, "0");

    assertThat(out.resolve("periods.csv")).content().contains("Max-Max-UPE,none,2,1,3600,");
    assertThat(out.resolve("p_states.csv")).content().contains("Max-Max-UPE,none,0,1,");
    assertThat(out.resolve("priorities.csv")).content().contains("Max-Max-UPE,none,8,1,");
    assertThat(out.resolve("study.resolved.yaml"))
        .content()
        .contains("measure_from: 1800 s", "horizon: 7200 s", "leave_out_first: 0");
    assertThat(new ResultDirectory(out).obstacle()).isEmpty();
    assertThat(ResultDirectory.report(results, "0", "").tables())
        .filteredOn(table -> !table.title().isEmpty())
        .extracting(ReportTable::title)
        .containsExactly(
            "Energy periods", "P-states", "General and special machines", "Priorities");
  }

  private static void assertNear(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, near(expected));
  }

  private static double mean(ExperimentResults results, Scenario scenario, Column column) {
    return results.mean(scenario, column).mean();
  }

  private static Offset<Double> near(double expected) {
    return within(1e-9 * expected);
  }
}
