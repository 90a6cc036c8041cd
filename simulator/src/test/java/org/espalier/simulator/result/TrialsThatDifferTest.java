package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is said of trials of which one has something that the other has not. A task takes 3 s, and
 * its machine 10 W meanwhile.
 */
final class TrialsThatDifferTest {
  @TempDir Path directory;

  private ExperimentResults run(String machineType, String first, String second, String settings)
      throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: one
        tick: 1 s
        task_types: [t]
        machine_types: [{name: m, price_per_hour: 3600, p_states: [{name: P0, power: 10 W}]%s}]
        machines: [{type: m, count: 1}]
        pet: pet.csv
        """
            .formatted(machineType));
    Files.writeString(
        directory.resolve("pet.csv"),
        "# tick 1 s, step 1\ntask_type,machine_type,p_state,time_s,mass\nt,m,0,3,1\n");
    String header = "task_type,arrival_s,deadline_s,utility\n";
    Files.writeString(directory.resolve("tasks-1.csv"), header + first);
    Files.writeString(directory.resolve("tasks-2.csv"), header + second);
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: two
            trials: 2
            leave_out_first: 0
            leave_out_last: 0
            system: system.yaml
            workload: {files: "tasks-{trial}.csv"}
            settings: {deadlines: soft, dropping_scope: none%s}
            axes: {policy: [FCFS]}
            """
                .formatted(settings));
    Problems problems = new Problems();
    var experiment = Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems);
    problems.throwIfAny();
    return ExperimentRunner.run(
        experiment.orElseThrow(), new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  /** In the first trial the task is on time, in the second it is late. */
  @Test
  void aMeanOfSomeOfThemSaysSo() throws IOException {
    ExperimentResults results = run("", "t,0,5,\n", "t,0,2,\n", "");

    assertThat(results.notes()).isEmpty();
    assertThat(results.partly())
        .singleElement()
        .asString()
        .startsWith("FCFS: means of fewer trials than 2: ")
        .contains("response_s (1)", "lateness_s (1)", "cost_per_on_time (1)")
        .doesNotContain("makespan_s");
    Path out = directory.resolve("results");
    new ResultDirectory(out).write(results, "0");
    assertThat(out.resolve("notes.txt")).content().contains("lateness_s (1)");
    assertThat(ResultDirectory.report(results, "0", "").notes())
        .anyMatch(note -> note.contains("lateness_s (1)"));
    assertThat(SummaryTable.ofScenarios(results).rows().getFirst())
        .filteredOn(cell -> cell.endsWith("(1 of 2)"))
        .as("cost and energy of each task on time")
        .hasSize(2);
    StoredResults stored = Problems.demand(problems -> StoredResults.read(out, problems));
    assertThat(SummaryTable.ofStored(stored).rows().getFirst())
        .anyMatch(cell -> cell.equals("3.00 (1 of 2)"));
  }

  /** The first trial is over in the first period of energy, and takes nothing in the next one. */
  @Test
  void aTrialThatIsOverTakesNothingInLaterPeriods() throws IOException {
    ExperimentResults results =
        run("", "t,0,9,\n", "t,0,9,\nt,12,30,\n", ", energy_budget: 1 kJ, energy_period: 10 s");
    Scenario scenario = results.experiment().scenarios().getFirst();

    List<RunningTotals.Moment> moments = new RunningTotals(results).of(scenario);
    assertThat(moments.get(5).joules().mean()).isEqualTo(30);
    assertThat(moments.get(14).joules().mean()).as("20 J of one of two trials").isEqualTo(10);
  }

  /** A boot takes 50 J, and an idle machine nothing. */
  @Test
  void bootsAreInTheEnergyOfEachType() throws IOException {
    String more = ", off: \"00:01-00:02\", boot: {time: 1 s, energy: 50 J}";
    ExperimentResults results = run(more, "t,0,9,\nt,200,230,\n", "t,0,9,\nt,200,230,\n", "");
    Scenario scenario = results.experiment().scenarios().getFirst();

    double energy = results.mean(scenario, Column.ENERGY).mean();
    double byType =
        new EnergyByType(results)
            .table().rows().stream().mapToDouble(row -> row.means().getFirst().mean()).sum();
    assertThat(byType).isEqualTo(energy).isEqualTo(110);
  }

  /** Nine tasks, each of a worth of its own. */
  @Test
  void thatSomeFunctionsAreNotDrawnIsSaid() throws IOException {
    StringBuilder tasks = new StringBuilder();
    for (int i = 1; i <= 9; i++) {
      tasks.append("t,%d,,0:%d 60:0\n".formatted(i, i));
    }
    ExperimentResults results = run("", tasks.toString(), tasks.toString(), "");

    assertThat(ResultDirectory.report(results, "0", "").figures())
        .filteredOn(figure -> figure.id().equals("utility-functions"))
        .singleElement()
        .satisfies(figure ->
            assertThat(figure.caption()).endsWith(" The 8 commonest kinds of 9 are shown."));
  }
}
