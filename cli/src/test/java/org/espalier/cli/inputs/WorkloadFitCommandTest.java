package org.espalier.cli.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

final class WorkloadFitCommandTest {
  private static final Path SYSTEM = Repository.file("inputs/spec/system.yaml");

  @TempDir private Path directory;

  private static CommandRun good(Object... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** A study with the load that was fitted runs, and its tasks come as often. */
  @Test
  void aFittedLoadIsThatOfAStudy() throws IOException {
    Path log = directory.resolve("log.csv");
    good(
        "workload",
        "generate",
        "--system",
        SYSTEM,
        "-o",
        log,
        "--pattern",
        "poisson",
        "--tasks",
        "4000");
    Path load = directory.resolve("load.yaml");
    CommandRun fitted = good("workload", "fit", log, "-o", load);
    assertThat(fitted.err()).contains("4,000 tasks of 12 types; arrivals vary 1.0 times");

    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        "name: fitted\ntrials: 1\nsystem: %s\naxes: {policy: [MM]}\n".formatted(SYSTEM)
            + Files.readString(load));
    CommandRun run = good("run", study, "--out", directory.resolve("results"));
    assertThat(run.out()).contains("MM");
  }

  @Test
  void aFitHasWhatTasksAreWorthAndSaysWhatItLeavesOut() throws IOException {
    StringBuilder rows = new StringBuilder("task_type,arrival_s,deadline_s,utility\n");
    for (int i = 0; i < 120; i++) {
      rows.append("a,%s,%s,%s\n".formatted(i, i + 1, i % 3 == 0 ? "must 8" : "2"));
    }
    Path log = Files.writeString(directory.resolve("worth.csv"), rows);
    CommandRun fitted = good("workload", "fit", log);

    assertThat(fitted.out()).containsSubsequence("worth:", "2.0: 0.666667", "8.0: 0.333333");
    assertThat(fitted.err()).contains("a task must be completed: 40 tasks");
  }

  @Test
  void aLogOfFewTasksIsRefused() throws IOException {
    Path few = directory.resolve("few.csv");
    Files.writeString(few, "task_type,arrival_s,deadline_s\na,0,1\na,1,2\n");
    CommandRun run = CommandRun.of("workload", "fit", few);

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("few.csv: 2 tasks; expected 100 or more");
  }
}
