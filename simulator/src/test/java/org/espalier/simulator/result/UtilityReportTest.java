package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityKind;
import org.espalier.report.CurveFigure;
import org.espalier.report.MatrixFigure;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportTable;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Problems;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.system.SystemParts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a study of days with energy budgets shows, on a small system whose idle machines draw power.
 */
final class UtilityReportTest {
  private static final SystemSpec SMALL =
      new SystemSpec(
          "small",
          Duration.ofSeconds(1),
          new SystemSpec.TaskTypes(25, 1, 1, 1, 0.1),
          new SystemSpec.MachineTypes(List.of(1), Duration.ofMinutes(1), 0.1),
          new SystemSpec.MachineTypes(List.of(1, 3), Duration.ofMinutes(10), 0.25),
          new SystemSpec.Power(66, 0.25, 133, 0.1, 0.25, List.of(1.0, 0.5), 0.1, true));
  private static final String STUDY =
      """
      name: day
      trials: 2
      horizon: 26 h
      leave_out_first: 0
      leave_out_last: 0
      settings:
        queue_capacity: pending-slot
        dropping_scope: none
        deadlines: soft
        trigger: 1 min
        utility_threshold: 0.5
        energy_budget: 20 MJ
        energy_period: 13 h
      system: system.yaml
      workload: {pattern: daily, tasks: 600, longest_gap: 8 h}
      axes: {policy: [Min-Min-Comp, Max-Max-UPE]}
      """;

  @TempDir Path directory;

  @BeforeEach
  void writeSystem() throws IOException {
    HcSystem system = SystemGenerator.generate(SMALL, 1);
    SystemParts parts = SystemParts.of(directory.resolve("system.yaml"), system);
    PetFiles.write(parts.pet(), PetTable.of(system));
    PowerFiles.write(
        parts.power().orElseThrow(), PowerTable.of(system, system.apc().orElseThrow()));
    SystemFiles.write(parts.description(), system, parts);
  }

  private ExperimentResults run(String more) throws IOException {
    return run(more, STUDY);
  }

  private ExperimentResults run(String more, String study) throws IOException {
    Path file = directory.resolve("study.yaml");
    Files.writeString(file, study + more);
    return run(file);
  }

  private static ExperimentResults run(Path file) {
    Problems problems = new Problems();
    Experiment experiment =
        Experiment.load(file, List.of(), PolicyRegistry.builtIn(), problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
    return ExperimentRunner.run(experiment, new RunSettings(2, () -> 0, ExperimentProgress.NONE));
  }

  private static List<String> titles(ReportData report) {
    return report.figures().stream().map(ReportFigure::title).toList();
  }

  @Test
  void showsUtilityAndEnergyOfItself() throws IOException {
    ReportData report = ResultDirectory.report(run(""), "0", "");

    assertThat(titles(report))
        .containsSubsequence(
            "Prorated utility of each policy",
            "Energy of tasks of each policy",
            "Robustness of each policy",
            "Utility over time",
            "Energy over time",
            "Energy by machine type",
            "Utility functions",
            "Utility by priority",
            "Task types",
            "System small");
  }

  @Test
  void curvesEndWithWhatTrialsEarnedAndStayBelowTheBudget() throws IOException {
    ExperimentResults results = run("");
    ReportData report = ResultDirectory.report(results, "0", "");
    Scenario first = results.experiment().scenarios().getFirst();

    CurveFigure utility = curves(report, "utility-over-time");
    CurveFigure.Curve earned = utility.curves().getFirst();
    assertThat(utility.x()).isEqualTo(new CurveFigure.Quantity("Time", "h"));
    assertThat(earned.values()).containsExactly("Min-Min-Comp");
    assertThat(earned.xs()).hasSize(79).startsWith(0.0).endsWith(26.0);
    assertThat(earned.ys()).isSorted();
    double all = results.mean(first, Column.UTILITY).mean();
    assertThat(earned.ys().getLast()).isBetween(0.97 * all, all);

    CurveFigure energy = curves(report, "energy-over-time");
    assertThat(energy.y().unit()).isEqualTo("MJ");
    assertThat(energy.limit()).isEqualTo("Energy budget");
    for (CurveFigure.Curve curve : energy.curves()) {
      assertThat(curve.limits()).hasSize(79).containsOnly(20.0);
      assertThat(curve.ys()).allMatch(megajoules -> megajoules <= 20 * (1 + 1e-9));
      assertThat(curve.ys().get(39)).as("13 h").isGreaterThan(5);
      assertThat(curve.ys().get(40)).as("13 h 20 min").isLessThan(1);
    }
  }

  /** Energy at its mean price, 0.2 of a kWh, in periods of which each has dear and cheap hours. */
  @Test
  void energyWithPricesByTheHourIsShownBesideItsBudget() throws IOException {
    String budget = "energy_zone: UTC\n  energy_price: 0.1 0.3 0.3 0.1\n  energy_budget: 1 money";
    ExperimentResults results = run("", STUDY.replace("energy_budget: 20 MJ", budget));
    CurveFigure energy = curves(ResultDirectory.report(results, "0", ""), "energy-over-time");

    assertThat(energy.y().label()).isEqualTo("Energy of tasks at the mean price");
    assertThat(energy.limit()).isEqualTo("Energy budget");
    for (CurveFigure.Curve curve : energy.curves()) {
      assertThat(curve.limits()).allSatisfy(mj -> assertThat(mj).isCloseTo(18, within(1e-9)));
      assertThat(curve.ys()).allMatch(megajoules -> megajoules <= 18 * (1 + 1e-9));
      assertThat(curve.ys().get(39)).as("13 h").isGreaterThan(9);
    }
  }

  /** Of 26 h in steps of 20 min, the first 2 h have no period yet, nor are they measured. */
  @Test
  void curvesSayFromWhenTheyCountAndHaveNoBudgetBefore() throws IOException {
    ExperimentResults results =
        run(
            "measure_from: 2 h\n",
            STUDY.replace("  energy_period: 13 h\n", "  energy_start: 2 h\n"));
    ReportData report = ResultDirectory.report(results, "0", "");

    assertThat(curves(report, "utility-over-time").caption())
        .isEqualTo(
            "What the tasks had earned that had completed by each time since the measured time"
                + " began at 2 h, in the mean of all trials.");
    CurveFigure energy = curves(report, "energy-over-time");
    assertThat(energy.caption())
        .isEqualTo(
            "What tasks had taken by each time since its period of energy began, or since the"
                + " measured time began at 2 h, if that is later, in the mean of all trials. Idle"
                + " machines are left out.");
    for (CurveFigure.Curve curve : energy.curves()) {
      assertThat(curve.limits().subList(0, 7)).containsOnly(Double.NaN);
      assertThat(curve.limits().subList(7, 79)).containsOnly(20.0);
    }
  }

  private static CurveFigure curves(ReportData report, String id) {
    return (CurveFigure)
        report.figures().stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void energyOfMachineTypesAddsUpToThatOfTheTrial() throws IOException {
    ExperimentResults results = run("");
    for (Scenario scenario : results.experiment().scenarios()) {
      for (int i = 0; i < 2; i++) {
        TrialAccount account = results.accounts(scenario).get(i);
        double sum =
            account.joulesByType().stream()
                .flatMap(List::stream)
                .mapToDouble(joules -> joules)
                .sum();
        double energy = results.trials(scenario).get(i).get(Column.ENERGY);
        assertThat(sum).isCloseTo(energy, within(1e-9 * energy));
      }
    }
    ReportTable table =
        ResultDirectory.report(results, "0", "").tables().stream()
            .filter(t -> t.id().equals("machine-types"))
            .findFirst()
            .orElseThrow();
    assertThat(table.axes().getLast().values()).containsExactly("P0", "P1", "idle");
    assertThat(table.rows()).hasSize(2 * 3 * 3);
  }

  @Test
  void aFigureOfTheStudyTakesThePlaceOfTheUsualOne() throws IOException {
    ExperimentResults results =
        run("figures:\n  - {title: Earned, kind: cumulative, total: utility}\n");
    assertThat(titles(ResultDirectory.report(results, "0", "")))
        .startsWith("Earned", "Energy over time")
        .doesNotContain("Utility over time", "Prorated utility of each policy");

    Path out = directory.resolve("out");
    new ResultDirectory(out).write(results, "0");
    ExperimentResults again = run(out.resolve("study.resolved.yaml"));
    assertThat(again.experiment().study().presentation())
        .isEqualTo(results.experiment().study().presentation());
  }

  @Test
  void pointsOfCurvesAreKeptAsCsv() throws IOException {
    ExperimentResults results = run("");
    Path out = directory.resolve("out");
    new ResultDirectory(out).write(results, "0");
    List<String> lines = Files.readAllLines(out.resolve("cumulative.csv"));

    assertThat(lines).hasSize(1 + 2 * 79);
    assertThat(lines.getFirst())
        .isEqualTo("policy,time_s,utility,utility_ci95,energy_j,energy_j_ci95,energy_budget_j");
    assertThat(lines.get(1)).isEqualTo("Min-Min-Comp,0,0,0,0,0,20000000");
    assertThat(lines.getLast()).startsWith("Max-Max-UPE,93600,");
    double utility = Double.parseDouble(lines.getLast().split(",", -1)[2]);
    assertThat(
            curves(ResultDirectory.report(results, "0", ""), "utility-over-time")
                .curves()
                .getLast()
                .ys()
                .getLast())
        .isCloseTo(utility, within(1e-6));
  }

  /** Four classes, priorities and urgencies make more kinds than a figure can tell apart. */
  @Test
  void utilityFunctionsAreOfTheCommonestKinds() throws IOException {
    ExperimentResults results = run("");
    Scenario first = results.experiment().scenarios().getFirst();
    List<UtilityKind> kinds =
        UtilityKind.of(results.experiment().inputs().workload(first, 1).tasks());
    CurveFigure functions = curves(ResultDirectory.report(results, "0", ""), "utility-functions");

    assertThat(functions.caption())
        .endsWith("The 8 commonest kinds of %d are shown.".formatted(kinds.size()));
    assertThat(functions.curves()).hasSize(8);
    for (int i = 0; i < 8; i++) {
      DecayingUtility function = (DecayingUtility) kinds.get(i).example().utility();
      CurveFigure.Curve curve = functions.curves().get(i);
      assertThat(curve.values().getFirst())
          .startsWith(kinds.get(i).tasks() + " task")
          .endsWith("class " + function.utilityClass().name());
      assertThat(curve.ys().getFirst()).isEqualTo(function.priority());
    }
  }

  @Test
  void matricesTellWhatCannotRun() throws IOException {
    HcSystem system = SystemGenerator.generate(SMALL, 1);
    MatrixFigure figure = SystemMatrices.of(system, "System").orElseThrow();

    assertThat(figure.matrices())
        .extracting(MatrixFigure.Matrix::label)
        .containsExactly(
            "Mean execution time, P-state 0",
            "Mean execution time, P-state 1",
            "Power, P-state 0",
            "Power, P-state 1",
            "Expected energy, P-state 0",
            "Expected energy, P-state 1");
    MatrixFigure.Matrix times = figure.matrices().getFirst();
    assertThat(times.unit()).isEqualTo("min");
    assertThat(times.values().get(0).get(1)).isEqualTo(system.pet().get(0, 1, 0).mean() / 60);
    assertThat(times.values().get(1).get(0)).as("a general task on a special machine").isNaN();
    double watts = figure.matrices().get(2).values().get(2).get(2);
    double seconds = system.pet().get(2, 2, 0).mean();
    assertThat(figure.matrices().get(4).unit()).isEqualTo("kJ");
    assertThat(figure.matrices().get(4).values().get(2).get(2))
        .isCloseTo(watts * seconds / 1000, within(1e-9));
  }
}
