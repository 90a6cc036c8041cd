package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say and write of a study on 1,000 machines of two types. */
final class ManyMachinesStudyTest {
  private static final String SYSTEM =
      """
      name: many
      tick: 1 ms
      machines: [{type: small, count: 600}, {type: big, count: 400}]
      pet: {samples: times.csv, step: 100 ms}
      """;
  private static final String STUDY =
      """
      name: many
      seed: 1
      trials: 1
      system: system.yaml
      workload: {pattern: steady, tasks: 800, slack: 1}
      axes: {policy: [MCT], arrival_intensity: [30k]}
      traces: [{policy: MCT, trial: 1}]
      """;

  @TempDir private static Path directory;
  private static Path result;

  @BeforeAll
  static void runStudy() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\na,small,4\na,small,5\na,big,2\na,big,3\n");
    Path study = Files.writeString(directory.resolve("study.yaml"), STUDY);
    result = directory.resolve("out");
    assertThat(CommandRun.of("run", study, "--out", result).status()).isZero();
  }

  @Test
  void theReportShowsEachTypeAndSomeMachines() throws IOException {
    String page = Files.readString(result.resolve("report.html"));

    assertThat(page)
        .contains("\"type\":\"small\",\"machines\":600", "\"type\":\"big\",\"machines\":400")
        .contains("all 1,000 of them", "40 machines", "all tasks are in tasks/MCT-30k-1.csv");
    int traces = page.indexOf("\"traces\":[");
    assertThat(page.indexOf("</script>", traces) - traces).isBetween(5_000, 30_000);
    assertThat(Files.readAllLines(result.resolve("tasks/MCT-30k-1.csv"))).hasSize(801);
  }

  @Test
  void aSystemIsShownByType() {
    String out = CommandRun.of("show", directory.resolve("system.yaml")).out();

    assertThat(out)
        .contains("1,000 machines")
        .containsPattern("small +600 +small-0 \\.\\.\\. small-599");
    assertThat(out.lines().count()).isLessThan(30);
  }

  @Test
  void aStoryTellsAsManyChancesAsAreWanted() {
    String few = CommandRun.of("explain", result, "--task", "700").out();
    String some = CommandRun.of("explain", result, "--task", "700", "--all").out();
    String all =
        CommandRun.of("explain", result, "--task", "700", "--all", "--machines", "1000").out();

    assertThat(few).containsPattern("best chances of success: \\S+ \\S+( \\(full\\))?, ");
    assertThat(few.lines()).allMatch(line -> line.length() < 120);
    assertThat(some).contains("best chances of success: ", "; --machines 1000 shows all");
    assertThat(some.lines()).allMatch(line -> line.length() < 1000);
    assertThat(all).contains("  chance of success: ", "small-599", "big-399");
    assertThat(CommandRun.of("explain", result, "--task", "700", "--machines", "0").err())
        .contains("--machines is 0; expected at least 1");
  }
}
