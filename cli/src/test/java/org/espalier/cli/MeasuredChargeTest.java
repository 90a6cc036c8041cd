package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever charges decisions by the clock is told that no run gives the same results. */
final class MeasuredChargeTest {
  private static final String NOTE = "charge: measured: decisions are charged what they take";

  @TempDir private Path directory;

  @Test
  void aStudySaysSoWhereverItsResultsAre() throws IOException {
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: charged
            trials: 1
            leave_out_first: 0
            leave_out_last: 0
            settings: {charge: measured}
            system: "%s"
            workload: {tasks: 50, arrival_intensity: 20k}
            axes: {policy: [MM]}
            """
                .formatted(Repository.file("inputs/spec/system.yaml")));
    Path results = directory.resolve("results");

    CommandRun run = CommandRun.of("run", study, "--out", results);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("note: " + NOTE);
    assertThat(results.resolve("notes.txt")).content().contains(NOTE);
    assertThat(results.resolve("report.html")).content().contains(NOTE);
    assertThat(results.resolve("study.resolved.yaml")).content().contains("charge: measured");

    CommandRun explained = CommandRun.of("explain", results, "--task", 0);
    assertThat(explained.status()).as(explained.err()).isZero();
    assertThat(explained.err())
        .isEqualToIgnoringNewLines(
            "note: decisions are charged what they take (charge: measured); this is another run"
                + " of the trial than that of the results");
  }

  @Test
  void aLiveSystemTakesItsTimeAlready() throws IOException {
    String live = Files.readString(Repository.file("examples/live/live.yaml"));
    Path file =
        Files.writeString(
            directory.resolve("live.yaml"),
            live.replace("system: ", "system: " + Repository.file("examples/live") + "/")
                + "\nhttp: {port: 0}\nsettings: {charge: measured}\n");

    CommandRun run = CommandRun.of("serve", file);

    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("settings.charge")
        .contains("(value measured)")
        .contains("decisions take real time here, which need not be charged again")
        .contains("leave it out; studies can measure");
  }
}
