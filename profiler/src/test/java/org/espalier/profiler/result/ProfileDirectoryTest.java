package org.espalier.profiler.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.report.MatrixFigure;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportTable;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileDirectoryTest {
  @TempDir private Path directory;

  private PlanResults metered() throws IOException {
    return new MadeResults(directory)
        .all(OptionalDouble.of(50))
        .set(75, "xz", "stream")
        .set(90, "never alone", "stream")
        .results();
  }

  private static List<String> ids(ReportData report) {
    return report.figures().stream().map(ReportFigure::id).toList();
  }

  private static List<String> titles(ReportData report) {
    return report.tables().stream()
        .map(ReportTable::title)
        .filter(title -> !title.isEmpty())
        .toList();
  }

  @Test
  void everythingIsInTheDirectory() throws IOException {
    ProfileDirectory results = new ProfileDirectory(directory.resolve("results/made"));
    Path report = results.write(metered(), "1");
    results.write(metered(), "1");

    assertThat(results.path().toFile().list())
        .containsExactlyInAnyOrder(
            "samples.csv",
            "slow-downs.csv",
            "summary.csv",
            "intensity.csv",
            "shared-energy.csv",
            "machines.yaml",
            "plan.yaml",
            "report.html");
    assertThat(report).content().contains("Made up");
    assertThat(results.path().resolve("plan.yaml"))
        .hasSameTextualContentAs(directory.resolve("made.yaml"));
    assertThat(results.path().resolve("shared-energy.csv"))
        .content()
        // nine runs alone of 50 W x 1.004 s each
        .containsPattern("\nmetal,0,stream,9,50\\.(2|19999)\\d*,")
        .containsPattern("\nmetal,0,stream\\+xz,1,75\\.0,100\\.(4|39999)\\d*,0\\.25298\\d*\n")
        .contains("metal,0,never alone+stream,1,90.0,,\n");
    Problems problems = new Problems();
    assertThat(Document.read(results.path().resolve("machines.yaml"), problems)).isPresent();
    assertThat(problems.listed()).isEmpty();
  }

  @Test
  void whatIsNotAResultIsNotReplaced() throws IOException {
    Files.writeString(directory.resolve("thesis.txt"), "years of work");

    assertThat(new ProfileDirectory(directory).obstacle().orElseThrow()).contains("thesis.txt");
  }

  @Test
  void theReportHasTheFiguresAndTablesOfTheSource() throws IOException {
    ReportData report = ProfileReport.of(Findings.of(metered()), "1");

    assertThat(ids(report))
        .containsExactly(
            "application-0-intensity",
            "application-0-time",
            "application-0-energy",
            "application-1-intensity",
            "application-1-time",
            "application-1-energy",
            "application-2-intensity",
            "application-2-time",
            "application-2-energy",
            "slow-downs",
            "predicted-over-measured",
            "sensitivity",
            "distributions");
    assertThat(titles(report))
        .containsExactly(
            "Classes of memory intensity (DISSERTATION table 8.2)",
            "Energy alone and shared (DISSERTATION table 8.5)",
            "Pressure that applications make");
    assertThat(report.tables().getFirst().rows())
        .extracting(row -> row.values())
        .containsExactly(
            List.of("stream", "metal", "Intensity III", "counted"),
            List.of("xz", "metal", "Intensity II", "counted"),
            List.of("openssl", "metal", "Intensity I", "counted"));
    assertThat(report.axes().get(2).values()).containsExactly("3.4 GHz", "1.7 GHz", "as it is");
    assertThat(report.notes())
        .contains("cloud: energy by RAPL: not measured: no RAPL. To get it: ask the cloud.");
  }

  @Test
  void theMatrixHasMeasuredAndPredictedSlowDowns() throws IOException {
    ReportData report = ProfileReport.of(Findings.of(metered()), "1");
    MatrixFigure matrix = (MatrixFigure) report.figures().get(9);

    assertThat(matrix.rows()).containsExactly("stream", "xz", "openssl");
    assertThat(matrix.matrices())
        .extracting(MatrixFigure.Matrix::label)
        .containsExactly("measured, metal at 3.4 GHz", "predicted, metal at 3.4 GHz");
    // xz loses a fifth of what the reference does, beside whatever.
    assertThat(matrix.matrices().get(0).values().get(0).get(0)).isCloseTo(1.5, within(1e-9));
    assertThat(matrix.matrices().get(0).values().get(1).get(0)).isNaN();
    assertThat(matrix.matrices().get(1).values().get(1).get(0)).isCloseTo(1.1, within(1e-9));
  }

  @Test
  void withoutMetersAndCountersTheReportSaysWhatItLacks() throws IOException {
    PlanResults results =
        new MadeResults(directory)
            .cell("xz", Optional.empty(), List.of(), 30, OptionalDouble.empty())
            .results();
    ReportData report = ProfileReport.of(Findings.of(results), "1");

    assertThat(ids(report)).containsExactly("time", "distributions");
    assertThat(titles(report)).isEmpty();
    assertThat(report.notes())
        .contains(
            "No figures of memory intensity and no classes: no misses were counted.",
            "No figures of energy and no savings: no energy was measured.",
            "No slow-downs: nothing ran beside anything.",
            "Figures are over applications, not over frequencies: no P-states were set.",
            "cloud: 9 runs may have been disturbed: other-load 9.");
  }

  /**
   * Nine runs, of which three were metered, one failed, and none was counted but in a simulation.
   */
  @Test
  void itIsSaidOfWhichRunsNumbersAre() throws IOException {
    List<MeasuredRun> runs = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      MeasuredRun run =
          MadeResults.run(
              "xz",
              Optional.empty(),
              List.of(),
              1,
              i < 3 ? OptionalDouble.of(50) : OptionalDouble.empty());
      OptionalInt exit = OptionalInt.of(i == 8 ? 1 : 0);
      runs.add(
          new MeasuredRun(
              run.cell(),
              1 + i,
              run.resources(),
              run.energyJoules(),
              Counts.NONE,
              0,
              List.of(),
              exit));
    }
    Counts simulated = Counts.simulated(1e9, 1e5);
    CellSummary cell =
        CellSummary.of(runs.stream().map(run -> run.with(simulated)).toList()).getFirst();

    assertThat(cell.isSimulated()).isTrue();
    assertThat(cell.intensity().orElseThrow().mean()).isCloseTo(1e-4, within(1e-12));
    assertThat(cell.intensity().orElseThrow().halfWidth()).as("one simulation").isNaN();
    PlanResults made = new MadeResults(directory).results();
    PlanResults results = new PlanResults(made.plan(), made.machines(), runs, true);
    assertThat(ProfileReport.of(Findings.of(results), "1").notes())
        .contains(
            "Energy is the mean of those that were metered: 3 of 9 runs of xz on cloud.",
            "1 of 9 runs ended with another exit code than 0: they count here, and not in a system"
                + " that is written.");
  }
}
