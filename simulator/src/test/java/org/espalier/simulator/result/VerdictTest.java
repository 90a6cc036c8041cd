package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.MatrixFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ScatterFigure;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is said of results in sentences. A machine takes 1 s for a short task and 5 s for a long
 * one. One long task and ten short ones arrive in this order at once and have 10 s: of eleven tasks
 * of one machine, FCFS has six on time, and who takes short ones first has those ten.
 */
final class VerdictTest {
  @TempDir Path directory;

  private List<String> sentences(String axes) throws IOException {
    return new Verdict(run(axes)).sentences();
  }

  private ExperimentResults run(String axes) throws IOException {
    return run("{name: m}", axes);
  }

  private ExperimentResults run(String type, String axes) throws IOException {
    return run(type, axes, "short,m,0,1,1\n");
  }

  private ExperimentResults run(String type, String axes, String shortTimes) throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: one
        tick: 1 s
        task_types: [long, short]
        machine_types: [%s]
        machines: [{type: m, count: 1}]
        pet: pet.csv
        """
            .formatted(type));
    Files.writeString(
        directory.resolve("pet.csv"),
        "# tick 1 s, step 1\n"
            + "task_type,machine_type,p_state,time_s,mass\n"
            + "long,m,0,5,1\n"
            + shortTimes);
    Files.writeString(
        directory.resolve("tasks.csv"),
        "task_type,arrival_s,deadline_s\nlong,0,10\n" + "short,0,10\n".repeat(10));
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: verdict
            trials: 2
            leave_out_first: 0
            leave_out_last: 0
            system: system.yaml
            workload: {files: tasks.csv}
            axes: {%s}
            """
                .formatted(axes));
    Problems problems = new Problems();
    Optional<Experiment> experiment =
        Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems);
    problems.throwIfAny();
    return ExperimentRunner.run(
        experiment.orElseThrow(), new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  @Test
  void theFirstLeadsAndTheTypeThatItLeavesOutPays() throws IOException {
    assertThat(sentences("policy: [FCFS, MM], queue_capacity: [1]"))
        .containsExactly(
            "MM has the most tasks on time: 90.9 ± 0.0 %, 36.4 ± 0.0 points more than FCFS, the"
                + " next.",
            "It is at the expense of long (0.0 % on time, 100.0 % under FCFS).");
  }

  @Test
  void theCaseThatTellsMostIsTold() throws IOException {
    assertThat(
            sentences(
                "policy: [FCFS, MM, {policy: MM, name: twin}], machines.m: [20, 1], queue_capacity:"
                    + " [1]"))
        .containsExactly(
            "At machines.m 1, MM has the most tasks on time with 90.9 ± 0.0 %, but the trials"
                + " cannot tell it from twin (0.0 ± 0.0 points less).",
            "It is at the expense of long (0.0 % on time, 100.0 % under FCFS).",
            "The trials cannot tell the best apart at 20.");
  }

  @Test
  void settingsOfOnePolicyAreToldApart() throws IOException {
    assertThat(sentences("policy: [FCFS], queue_capacity: [1, 2]").getFirst())
        .startsWith("FCFS with queue_capacity 1 has the most tasks on time with 54.5 ± 0.0 %, but");
  }

  @Test
  void ofOnePolicyOnlyTypesAreToldThatHaveLessThanAll() throws IOException {
    assertThat(sentences("policy: [MM], machines.m: [20, 1], queue_capacity: [1]"))
        .containsExactly("At machines.m 1, MM has least on time of long (0.0 %).");
    assertThat(sentences("policy: [MM], machines.m: [20], queue_capacity: [1]")).isEmpty();
  }

  @Test
  void figuresOpenWhereItShowsMost() throws IOException {
    Verdict verdict =
        new Verdict(run("policy: [FCFS, MM], machines.m: [20, 1], queue_capacity: [1, 9]"));

    assertThat(verdict.tellingValues())
        .containsExactlyInAnyOrderEntriesOf(Map.of("machines.m", "1", "queue_capacity", "1"));
  }

  @Test
  void aSweepOfTwoAxesHasAMapForEachPolicy() throws IOException {
    ExperimentResults results =
        run("policy: [FCFS, MM], machines.m: [1, 2, 3, 20], queue_capacity: [1, 2, 3, 4]");

    MatrixFigure map = SweepMaps.of(results, Column.ROBUSTNESS).orElseThrow();

    assertThat(map.rows()).containsExactly("1", "2", "3", "20");
    assertThat(map.columns()).containsExactly("1", "2", "3", "4");
    assertThat(map.matrices()).extracting(MatrixFigure.Matrix::label).containsExactly("FCFS", "MM");
    assertThat(map.matrices().getLast().values().getFirst().getFirst())
        .isCloseTo(1000.0 / 11, within(1e-9));
    assertThat(map.matrices().getLast().values().getLast()).containsOnly(100.0);
    assertThat(SweepMaps.of(run("policy: [MM], machines.m: [1, 2]"), Column.ROBUSTNESS)).isEmpty();
  }

  /** 3 machines have all on time, at 3.6 an hour each; one is on for 10 s, and costs 0.01. */
  @Test
  void fleetsWithPricesComeFirst() throws IOException {
    String type = "{name: m, price_per_hour: 3.6}";
    String axes = "policy: [FCFS, MM], queue_capacity: [1], machines.m: ";
    ExperimentResults results = run(type, axes + "[1, 3, 4]");

    assertThat(new Verdict(results).sentences().getFirst())
        .isEqualTo(
            "At policy MM, queue_capacity 1, the best fleet is the cheapest that the trials cannot tell"
                + " from it: machines.m 3 (100.0 ± 0.0 %, for 10.80 an hour).");
    assertThat(new Verdict(run(type, axes + "[1]")).sentences().getFirst()).startsWith("MM has");
    assertThat(new Verdict(run(type, "policy: [MM], machines.m: [4, 3]")).sentences().getFirst())
        .isEqualTo(
            "At policy MM, the best fleet is the cheapest that the trials cannot tell from it:"
                + " machines.m 3 (100.0 ± 0.0 %, for 10.80 an hour).");

    ScatterFigure figure =
        (ScatterFigure) new FleetFindings(results, Column.ROBUSTNESS).figure().orElseThrow();
    assertThat(figure.seriesAxis()).isEqualTo("policy");
    assertThat(figure.axes()).extracting(ReportAxis::name).contains("queue_capacity");
    ScatterFigure.Series front = figure.series().getLast();
    assertThat(front.style()).isEqualTo(ScatterFigure.Style.FRONT);
    assertThat(front.labels()).containsExactly("machines.m 1", "machines.m 3");
    assertThat(front.xs().getLast()).isCloseTo(10.8, within(1e-9));
    assertThat(figure.series().get(2).xs()).hasSize(3);
    assertThat(new FleetFindings(run(axes + "[1, 3]"), Column.ROBUSTNESS).figure()).isEmpty();
  }

  /** With short tasks of 1 s or 6 s two trials vary by more than six machines bring. */
  @Test
  void aCheaperFleetThatTheTrialsCannotTellFromTheBestIsNamed() throws IOException {
    ExperimentResults results =
        run(
            "{name: m, price_per_hour: 3.6}",
            "policy: [MM], machines.m: [1, 3, 9]",
            "short,m,0,1,0.5\nshort,m,0,6,0.5\n");

    assertThat(new Verdict(results).sentences().getFirst())
        .startsWith(
            "At policy MM, the cheapest fleet that the trials cannot tell from the best is"
                + " machines.m 3 (")
        .endsWith("; the best is machines.m 9 (90.9 ± 0.0 %, for 32.40 an hour).");
  }
}
