package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Policies that prune by the chance of success and by utility together, on a system with
 * execution-time distributions: a study is run, and the tasks that both kinds of dropping removed
 * are explained.
 */
final class ChanceAndUtilityTest {
  @TempDir private static Path directory;

  private static Path result = Path.of("");

  @BeforeAll
  static void runStudy() throws IOException {
    Path system = Repository.file("inputs/spec/system.yaml");
    Path generated = directory.resolve("generated.csv");
    CommandRun made =
        CommandRun.of(
            "workload",
            "generate",
            "--system",
            system,
            "-o",
            generated,
            "--tasks",
            400,
            "--arrival-intensity",
            "40k");
    assertThat(made.status()).as(made.err()).isZero();
    Files.write(directory.resolve("tasks.csv"), worth(Files.readAllLines(generated)));
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: both
            trials: 1
            leave_out_first: 0
            leave_out_last: 0
            settings: {utility_threshold: 2, deferring_threshold: 0.5}
            system: "%s"
            workload: {files: tasks.csv}
            axes: {policy: [PAM, MM-P, Max-Max-UPT-P]}
            traces:
              - {policy: PAM, trial: 1}
              - {policy: MM-P, trial: 1}
              - {policy: Max-Max-UPT-P, trial: 1}
            """
                .formatted(system));
    result = directory.resolve("result");
    CommandRun run = CommandRun.of("run", study, "--out", result);
    assertThat(run.status()).as(run.err()).isZero();
  }

  /** Tasks that are worth 8 on arrival and nothing a while after their deadlines. */
  private static List<String> worth(List<String> generated) {
    List<String> rows = new ArrayList<>(List.of("task_type,arrival_s,deadline_s,utility"));
    for (String row : generated) {
      if (!row.startsWith("#") && !row.startsWith("task_type")) {
        String[] fields = row.split(",");
        double room = Double.parseDouble(fields[2]) - Double.parseDouble(fields[1]);
        rows.add(
            String.format(
                Locale.ROOT, "%s,%s,%s,0:8 %.3f:0", fields[0], fields[1], fields[2], 1.3 * room));
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAM", "MM-P", "Max-Max-UPT-P"})
  void bothKindsOfDroppingHappenAndAreToldApart(String policy) throws IOException {
    List<String> rows = Files.readAllLines(result.resolve("tasks/%s-1.csv".formatted(policy)));

    assertThat(explained(policy, rows, "discarded"))
        .contains("discarded")
        .contains("being worth too little")
        .containsPattern("utility [0-9.]+ against 2");
    assertThat(explained(policy, rows, "dropped-pending"))
        .contains("dropped")
        .contains("its chance being at or below the threshold")
        .doesNotContain("being worth too little");
  }

  /** The story of the first task of a fate. */
  private static String explained(String policy, List<String> rows, String fate) {
    String task =
        rows.stream()
            .filter(row -> row.endsWith("," + fate) || row.contains("," + fate + ","))
            .map(row -> row.split(",")[0])
            .findFirst()
            .orElseThrow(() -> new AssertionError(policy + " has no task that was " + fate));
    CommandRun run = CommandRun.of("explain", result, "--task", task, "--scenario", policy);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }
}
