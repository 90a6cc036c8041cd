package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.ReportTable;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.TracedTask;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies whose trials have generated systems. */
final class GeneratedSystemStudyTest {
  private static final String SMALL =
      "task_types: 6, special_task_types: 2, special_machines: 1, special_each: 1..2,"
          + " general_machines: [2, 1], mean_special: 10 ms, mean_general: 100 ms";

  @TempDir private Path directory;
  private final Problems problems = new Problems();

  private Path write(String system, String rest) throws IOException {
    return Files.writeString(
        directory.resolve("study.yaml"),
        """
        name: generated
        seed: 5
        trials: 3
        leave_out_first: 0
        leave_out_last: 0
        system: {%s}
        workload: {tasks: 80, arrival_intensity: 1500k}
        %s
        """
            .formatted(system, rest));
  }

  private Optional<Experiment> load(String system, String rest, String... assignments)
      throws IOException {
    return Experiment.load(
        write(system, rest), List.of(assignments), PolicyRegistry.builtIn(), problems);
  }

  private Experiment small(String rest, String... assignments) throws IOException {
    return load(SMALL, rest, assignments).orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private static ExperimentResults run(Experiment experiment, int threads) {
    return ExperimentRunner.run(
        experiment, new RunSettings(threads, () -> 0, ExperimentProgress.NONE));
  }

  @Test
  void eachTrialHasASystemOfItsOwnThatAllPoliciesMeet() throws IOException {
    Experiment experiment = small("axes: {policy: [MM, MCT]}");
    Scenario mm = experiment.scenarios().getFirst();
    Scenario mct = experiment.scenarios().getLast();

    Set<Object> systems = new HashSet<>();
    for (int trial = 1; trial <= 3; trial++) {
      HcSystem system = experiment.inputs().system(mm, trial);
      assertThat(experiment.inputs().system(mct, trial).pet()).isEqualTo(system.pet());
      assertThat(system.pet().get(3, 1, 0).mean()).isBetween(30.0, 300.0);
      systems.add(system.pet());
    }
    assertThat(systems).hasSize(3);
    assertThat(experiment.system().machines()).hasSize(4);
    assertThat(experiment.groups()).hasSize(1);
  }

  @Test
  void tasksTakeWhatTheyTakeOnTheSystemOfTheirTrial() throws IOException {
    Experiment experiment =
        small(
            "axes: {policy: [MM]}\ntraces: [{trial: 2}]", "dropping_scope=none", "deadlines=soft");
    HcSystem system = experiment.inputs().system(experiment.scenarios().getFirst(), 2);
    List<TracedTask> tasks = run(experiment, 1).traces().getFirst().tasks();

    assertThat(tasks).hasSize(80);
    for (TracedTask task : tasks) {
      int machineType = system.machines().get(task.machine()).type().id();
      long ticks = system.pet().get(task.type(), machineType, 0).origin();
      assertThat(task.exit() - task.start()).isEqualTo(ticks);
    }
  }

  /**
   * Energy is that of the trial's system: watts of the machine type's P-state 0, or by task type.
   */
  @Test
  void energyIsThatOfTheSystemOfTheTrial() throws IOException {
    Experiment experiment =
        small(
            "axes: {policy: [MM]}\ntraces: [{trial: 3}]", "dropping_scope=none", "deadlines=soft");
    HcSystem system = experiment.inputs().system(experiment.scenarios().getFirst(), 3);
    ExperimentResults results = run(experiment, 1);
    double joules = 0;
    int onTime = 0;
    for (TracedTask task : results.traces().getFirst().tasks()) {
      int machineType = system.machines().get(task.machine()).type().id();
      double watts = system.apc().orElseThrow().get(task.type(), machineType, 0);
      joules += watts * (task.exit() - task.start()) / 1000;
      onTime += task.exit() <= task.deadline() ? 1 : 0;
    }

    assertThat(
            results.trials(experiment.scenarios().getFirst()).get(2).get(Column.ENERGY_PER_ON_TIME))
        .isCloseTo(joules / onTime, within(1e-9 * joules));
  }

  @Test
  void resultsAreTheSameOnAnyNumberOfThreadsAndRunAgain() throws IOException {
    Experiment experiment =
        small(
            "axes: {policy: [MM, Max-Max-UPE], affinity: [low, high], believed_pet: [exact, 2x]}");
    Path one = directory.resolve("one");
    new ResultDirectory(one).write(run(experiment, 1), "0");
    Path again = directory.resolve("again");
    Experiment resolved =
        Experiment.load(
                one.resolve("study.resolved.yaml"), List.of(), PolicyRegistry.builtIn(), problems)
            .orElseThrow();
    new ResultDirectory(again).write(run(resolved, 3), "0");

    for (String file : List.of("trials.csv", "types.csv", "study.resolved.yaml", "notes.txt")) {
      assertThat(again.resolve(file)).hasSameTextualContentAs(one.resolve(file));
    }
    assertThat(one.resolve("types.csv")).content().contains("special-task-0", "general-task-3");
    assertThat(one.resolve("notes.txt"))
        .content()
        .contains(
            "systems of 6 task types and 4 machines of 3 types are generated, another for each");
  }

  @Test
  void theSystemThatAReportShowsIsThatOfTrial1() throws IOException {
    assertThat(systemShown("axes: {policy: [MM]}")).isEqualTo("System of trial 1");
    assertThat(systemShown("axes: {policy: [MM], affinity: [low, high]}"))
        .isEqualTo("System of trial 1, affinity low");
  }

  private String systemShown(String rest) throws IOException {
    return ResultDirectory.report(run(small(rest), 1), "0", "").figures().stream()
        .filter(figure -> figure.id().equals("system"))
        .findFirst()
        .orElseThrow()
        .title();
  }

  /** Speeds change with affinity, while power and what is drawn stay. */
  @Test
  void affinityIsAnAxis() throws IOException {
    Experiment experiment = small("axes: {policy: [MM], affinity: [low, drawn, high]}");
    List<HcSystem> systems =
        experiment.scenarios().stream()
            .map(scenario -> experiment.inputs().system(scenario, 2))
            .toList();
    List<Double> affinities =
        systems.stream()
            .map(system -> Heterogeneity.of(EcsMatrix.of(system.pet())).taskMachineAffinity())
            .toList();

    assertThat(affinities.getFirst()).isCloseTo(0, within(0.005)); // times are whole ticks
    assertThat(affinities).isSorted().doesNotHaveDuplicates();
    assertThat(systems.get(2).apc()).isEqualTo(systems.get(0).apc());
    assertThat(experiment.groups()).hasSize(3);
  }

  @Test
  void columnsTellTheHeterogeneityOfTheSystemOfTheTrial() throws IOException {
    ExperimentResults results = run(small("axes: {policy: [MM], affinity: [drawn, high]}"), 1);
    Scenario high = results.experiment().scenarios().getLast();
    HcSystem system = results.experiment().inputs().system(high, 2);
    Heterogeneity measured = Heterogeneity.of(EcsMatrix.of(system.pet()));

    TrialResult second = results.trials(high).get(1);
    assertThat(second.get(Column.TMA)).isEqualTo(measured.taskMachineAffinity());
    assertThat(second.get(Column.TDH)).isEqualTo(measured.general().taskDifficulty());
    assertThat(second.get(Column.MPH)).isEqualTo(measured.general().machinePerformance());
  }

  @Test
  void columnsTellNothingOfASystemFromAFile() throws IOException {
    String file = Repository.file("inputs/spec/system.yaml").toString();
    ExperimentResults results =
        run(small("axes: {policy: [MM]}", "system=" + file, "tasks=300"), 1);

    assertThat(results.trials(results.experiment().scenarios().getFirst()))
        .allSatisfy(trial -> assertThat(trial.get(Column.TMA)).isNaN());
  }

  @ParameterizedTest
  @CsvSource({"tma, true", "robustness, false"})
  void reportsAndTablesHaveThemWhereAFigureDrawsThem(String column, boolean shown)
      throws IOException {
    String figure = "\nfigures: [{title: F, kind: bars, column: %s, x: policy}]";
    ExperimentResults results = run(small("axes: {policy: [MM]}" + figure.formatted(column)), 1);

    assertThat(
            ResultDirectory.report(results, "0", "").columns().stream()
                .anyMatch(found -> found.key().equals("tma")))
        .isEqualTo(shown);
    assertThat(
            SummaryTable.ofScenarios(results).header().stream()
                .anyMatch(title -> title.contains("tma")))
        .isEqualTo(shown);
  }

  /** DISSERTATION table 3.2: 0.082 to 0.091 as drawn, none if low, 0.14 to 0.18 if high. */
  @Test
  void environmentsOfTheDissertationHaveItsAffinities() {
    Experiment table =
        Experiment.load(
                Repository.file("studies/utility-table-3-2.yaml"),
                List.of("trials=4"),
                PolicyRegistry.builtIn(),
                problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    ExperimentResults results = run(table, 2);
    List<List<Double>> affinities =
        table.scenarios().stream()
            .map(level ->
                results.trials(level).stream().map(trial -> trial.get(Column.TMA)).toList())
            .toList();

    assertThat(affinities.get(0)).allMatch(low -> low < 1e-6); // times are whole ticks
    assertThat(affinities.get(1)).allMatch(drawn -> drawn > 0.078 && drawn < 0.095);
    assertThat(affinities.get(2)).allMatch(high -> high > 0.14 && high < 0.185);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1, 1 0.5]", "[1 0.5, 1]"})
  void energyOfSystemsWithOtherPStatesAddsUp(String shares) throws IOException {
    ExperimentResults results =
        run(small("axes: {policy: [MM], power_shares: %s}".formatted(shares)), 1);
    ReportTable energy =
        ResultDirectory.report(results, "0", "").tables().stream()
            .filter(table -> table.axes().getLast().name().equals("use"))
            .findFirst()
            .orElseThrow();

    for (Scenario scenario : results.experiment().scenarios()) {
      double sum =
          energy.rows().stream()
              .filter(row -> row.values().containsAll(scenario.values()))
              .mapToDouble(row -> row.estimates().getFirst().mean())
              .sum();
      assertThat(sum)
          .isCloseTo(results.mean(scenario, Column.ENERGY).mean(), withinPercentage(1e-7));
    }
  }

  @Test
  void whatIsDrawnHangsOnSeedAndTrialAlone() throws IOException {
    Experiment shares = small("axes: {policy: [MM], power_shares: [1, 1 0.5]}");
    HcSystem one = shares.inputs().system(shares.scenarios().getFirst(), 2);
    HcSystem two = shares.inputs().system(shares.scenarios().getLast(), 2);

    assertThat(one.machineTypes().getFirst().pStates()).hasSize(1);
    assertThat(two.machineTypes().getFirst().pStates()).hasSize(2);
    for (int type = 0; type < 6; type++) {
      assertThat(two.pet().get(type, 1, 0)).isEqualTo(one.pet().get(type, 1, 0));
    }
    Experiment other = small("axes: {policy: [MM]}", "seed=6");
    assertThat(other.inputs().system(other.scenarios().getFirst(), 2).pet())
        .isNotEqualTo(two.pet());
  }

  @Test
  void allTrialsMayHaveOneSystem() throws IOException {
    Experiment experiment = small("axes: {policy: [MM]}", "systems=one");
    Scenario scenario = experiment.scenarios().getFirst();

    assertThat(experiment.inputs().system(scenario, 2).pet()).isEqualTo(experiment.system().pet());
    assertThat(experiment.notes().getFirst()).endsWith("the same for all trials");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          task_types: 4, special_machines: none | axes: {policy: [MM]} | special_task_types is 17 of 4 task types
          affinity: middle | axes: {policy: [MM]} | does not fit
          tasks: 4 | axes: {policy: [MM]} | unknown key
          power_shares: [0.5, 1] | axes: {policy: [MM]} | power_shares is [0.5, 1.0]
          affinity: low | axes: {policy: [MM], affinity: [low, high]} | is also an axis
          affinity: low | axes: {policy: [MM], tick: [1 ms, 1 s]} | unknown key
          affinity: low | "pet: own.etc\\naxes: {policy: [MM]}" | takes the place of times in a file
          """)
  void whatMakesNoSenseIsRefused(String system, String rest, String message) throws IOException {
    assertThat(load(system, rest.replace("\\n", "\n"))).isEmpty();
    assertThat(problems.listed().stream().map(Problem::message))
        .anySatisfy(found -> assertThat(found).contains(message));
  }

  @Test
  void optionsHaveNoEffectOnASystemFromAFile() throws IOException {
    Path study = write(SMALL, "axes: {policy: [MM]}");
    assertThat(
            Experiment.load(
                study,
                List.of("system=absent.yaml", "affinity=low,high", "tick=1 s"),
                PolicyRegistry.builtIn(),
                problems))
        .isEmpty();
    assertThat(problems.listed().stream().map(Problem::toString))
        .anyMatch(told -> told.contains("affinity: has no effect on a system read from a file"))
        .anyMatch(told -> told.contains("tick: has no effect on a system read from a file"));
  }

  /** A file may take the place of what a study generates, and the data may bring one. */
  @Test
  void theUserMayNameAFileInstead() throws IOException {
    String file = Repository.file("inputs/spec/system.yaml").toString();
    String data = "with_data: {system: absent.yaml, workload: {tasks: 300}}\n";
    for (String set : List.of("seed=1", "data=.")) {
      Experiment experiment =
          small(data + "axes: {policy: [MM]}", "system=" + file, "tasks=300", set);
      assertThat(experiment.system().name()).isEqualTo("spec");
    }
  }

  @Test
  void aTrialsSystemIsThatOfTheGenerator() throws IOException {
    Experiment experiment = load("", "axes: {policy: [MM]}", "trials=2", "tasks=150").orElseThrow();

    assertThat(experiment.inputs().system(experiment.scenarios().getFirst(), 2).pet())
        .isEqualTo(SystemGenerator.generate(SystemSpec.of("generated"), 5, 2).pet());
  }
}
