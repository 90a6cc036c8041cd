package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.espalier.workload.document.Problems;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose policies are given another day's workload. */
final class ForecastStudyTest {
  private static final String DEADLINES =
      """
      name: deadlines
      trials: 2
      leave_out_first: 0
      leave_out_last: 0
      system: "%s"
      workload: {arrival_intensity: 30k, tasks: 300}
      axes:
        policy:
          - JIT
          - {policy: JIT, name: told, forecast: "%s"}
      """;

  /** The load is high for ten hours, and low for the last four. */
  private static final String A_DAY =
      """
      name: day
      trials: 1
      horizon: 26 h
      measure_from: 2 h
      settings:
        queue_capacity: pending-slot
        dropping_scope: none
        deadlines: soft
        trigger: 1 min
        energy_budget: 229 MJ
        energy_start: 2 h
        energy_period: 24 h
      system:
        task_types: 20
        special_task_types: 3
        special_each: 1..2
        special_machines: 1 1
        general_machines: 1 1 1 2 2 2 2 3 4
      workload: {pattern: %s, tasks: 10000}
      axes:
        policy:
          - JIT
          - {policy: JIT, name: told, forecast: another-day}
      figures: []
      """;

  @TempDir private Path directory;
  private final Problems problems = new Problems();
  private Path description;
  private HcSystem system;

  @BeforeEach
  void writeFiles() throws IOException {
    description = Repository.file("inputs/spec/system.yaml");
    system = SystemFiles.read(description).value();
    WorkloadSpec heavy = WorkloadSpec.of(2_000, 120_000, ArrivalPattern.Steady.OF_SOURCES);
    Files.createDirectories(directory.resolve("days"));
    for (int trial = 1; trial <= 2; trial++) {
      Path file = directory.resolve("days/day-%d.csv".formatted(trial));
      WorkloadFiles.write(file, heavy.generate(system, 9, trial), system);
    }
  }

  private Optional<Experiment> load(String study, String... assignments) throws IOException {
    Path file = Files.writeString(directory.resolve("study.yaml"), study);
    return Experiment.load(file, List.of(assignments), PolicyRegistry.builtIn(), problems);
  }

  private String deadlines(String forecast) {
    return DEADLINES.formatted(description, forecast);
  }

  private static ExperimentResults run(Experiment experiment) {
    return ExperimentRunner.run(experiment, new RunSettings(2, () -> 0, ExperimentProgress.NONE));
  }

  private Path write(Experiment experiment, String name) throws IOException {
    Path out = directory.resolve(name);
    new ResultDirectory(out).write(run(experiment), "0");
    return out;
  }

  private List<String> messages() {
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  private static Map<String, Double> means(ExperimentResults results, Column column) {
    Map<String, Double> means = new TreeMap<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      means.put(scenario.policy(), results.mean(scenario, column).mean());
    }
    return means;
  }

  @Test
  void readItFromAFileForEachTrial() throws IOException {
    Experiment experiment = load(deadlines("days/day-{trial}.csv")).orElseThrow();

    assertThat(experiment.trialFiles())
        .extracting(file -> directory.relativize(file).toString())
        .containsExactly("days/day-1.csv", "days/day-2.csv");
    List<String> lines = Files.readAllLines(write(experiment, "out").resolve("trials.csv"));
    List<String> told = new ArrayList<>();
    List<String> untold = new ArrayList<>();
    lines.forEach(line -> {
      if (line.startsWith("told,")) {
        told.add(line.substring("told".length()));
      } else if (line.startsWith("JIT,")) {
        untold.add(line.substring("JIT".length()));
      }
    });
    assertThat(told).hasSize(2).isNotEqualTo(untold);
  }

  @Test
  void resolveToPathsThatCanBeRunAgain() throws IOException {
    Path one = write(load(deadlines("days/day-{trial}.csv from 24 h")).orElseThrow(), "one");
    Path resolved = one.resolve("study.resolved.yaml");
    Experiment again =
        Experiment.load(resolved, List.of(), PolicyRegistry.builtIn(), problems).orElseThrow();
    Path two = write(again, "two");

    assertThat(two.resolve("trials.csv")).hasSameTextualContentAs(one.resolve("trials.csv"));
    assertThat(resolved)
        .content()
        .contains("forecast: ../days/day-{trial}.csv from 86400 s\n")
        .containsPattern("file: \"?\\.\\./days/day-2\\.csv\"?\n +sha256: ");
  }

  @Test
  void isWhereTheUserIsIfTheySetIt() throws IOException {
    String study = deadlines("none");
    Path there = directory.resolve("days/day-1.csv");

    Experiment experiment = load(study, "policy=JIT", "JIT.forecast=" + there).orElseThrow();

    assertThat(experiment.trialFiles()).containsExactly(there);
  }

  @Test
  void tellWhatIsWrongWithIt() throws IOException {
    Files.writeString(
        directory.resolve("bad.csv"), "task_type,arrival_s,deadline_s\nnobody,0.001,1\n");
    assertThat(load(deadlines("bad.csv"))).isEmpty();
    assertThat(load(deadlines("days/day-{trial}.csv"), "trials=3")).isEmpty();

    assertThat(messages())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("bad.csv:2: task_type: unknown task type (value nobody)"),
            second -> assertThat(second).startsWith("days/day-3.csv: there is no such file"));
  }

  @Test
  void haveAnotherDayOnlyOfWhatIsGenerated() throws IOException {
    String study =
        deadlines("another-day")
            .replace("{arrival_intensity: 30k, tasks: 300}", "{files: \"days/day-{trial}.csv\"}");

    assertThat(load(study)).isEmpty();

    assertThat(messages())
        .singleElement()
        .asString()
        .contains("study.yaml:10", "forecast another-day can only be had where workloads are");
  }

  @Test
  void haveAnotherDayOnlyOfWhatIsGeneratedAlsoIfTheUserSetsIt() throws IOException {
    String study =
        deadlines("none")
            .replace("{arrival_intensity: 30k, tasks: 300}", "{files: \"days/day-{trial}.csv\"}");

    assertThat(load(study, "policy=JIT", "JIT.forecast=another-day", "utility_threshold=0,1"))
        .isEmpty();

    assertThat(messages())
        .singleElement()
        .asString()
        .startsWith("--set JIT.forecast=another-day: JIT.forecast: forecast another-day can only");
  }

  @Test
  void tellWhereAMissingFileIsNamed() throws IOException {
    String study = deadlines("none.csv").replace("forecast:", "\n       forecast:");

    assertThat(load(study)).isEmpty();

    assertThat(messages())
        .singleElement()
        .asString()
        .startsWith(
            "none.csv: there is no such file, as named at study.yaml:11: axes.policy[1].forecast");
  }

  @Test
  void compareThemByPoliciesWithNames() throws IOException {
    String study =
        deadlines("none").replace("  policy:", "  JIT.forecast: [none, a.csv]\n  policy:");

    assertThat(load(study.replace(", forecast: \"none\"", ""))).isEmpty();

    assertThat(messages())
        .singleElement()
        .asString()
        .contains("is a file, which cannot be a value of an axis");
  }

  @Test
  @Sampled(0.25)
  void gainByItWhereTheLoadRisesAndFalls() throws IOException {
    Experiment experiment = load(A_DAY.formatted("diurnal")).orElseThrow();

    ExperimentResults results = run(experiment);
    Map<String, Double> earned = means(results, Column.UTILITY_PRORATED);

    assertThat(earned.get("told")).isGreaterThan(1.015 * earned.get("JIT"));
    assertThat(means(results, Column.TASK_ENERGY).get("told")).isLessThanOrEqualTo(229e6);
  }

  @Test
  void hardlyChangeByItWhereTheLoadIsEven() throws IOException {
    Experiment experiment =
        load(A_DAY.formatted("daily"), "horizon=8 h", "energy_period=6 h", "energy_budget=57 MJ")
            .orElseThrow();

    Map<String, Double> earned = means(run(experiment), Column.UTILITY_PRORATED);

    assertThat(earned.get("told") / earned.get("JIT")).isBetween(0.99, 1.01);
  }

  @Test
  void whatWasDoneToAForecastIsNoted() throws IOException {
    Path day = directory.resolve("days/day-1.csv");
    String text = Files.readString(day);
    Files.writeString(
        day, text.replaceFirst("\n", ",colour\n").replaceAll("(?<=[0-9])\n", ",red\n"));

    assertThat(load(deadlines("days/day-1.csv")).orElseThrow().notes())
        .anyMatch(note -> note.startsWith("forecast day-1.csv: ") && note.contains("colour"));
  }
}
