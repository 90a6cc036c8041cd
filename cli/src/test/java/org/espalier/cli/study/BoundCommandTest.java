package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** {@code espalier bound} from end to end. */
final class BoundCommandTest {
  private static final String STUDY =
      """
      name: small
      trials: 2
      leave_out_first: 5
      leave_out_last: 5
      system: "%s"
      workload: {tasks: 120}
      axes:
        policy: [PAM, JIT]
        arrival_intensity: [9k, 30k]
      """
          .formatted(SmallResults.ROOT.resolve("inputs/spec/system.yaml"));

  private static final String DAY =
      """
      name: day
      trials: 1
      horizon: 4 h
      measure_from: 1 h
      settings:
        queue_capacity: pending-slot
        dropping_scope: none
        deadlines: soft
        trigger: 1 min
        energy_budget: 6 MJ
        energy_period: 3 h
        energy_start: 1 h
      system:
        task_types: 8
        special_task_types: 2
        special_machines: 1
        general_machines: 2 3
        special_each: 1..2
        power_shares: 1 0.5
      workload: {pattern: daily, warm_up: 1 h}
      axes:
        policy:
          - JIT
          - {policy: JIT, name: unlimited, energy_budget: none}
        tasks: [1200]
      figures:
        - {title: Bound, kind: bars, column: utility_prorated, x: tasks, series: policy, bound: true}
      """;

  @TempDir Path directory;

  private Path study(String text) throws IOException {
    return Files.writeString(directory.resolve("study.yaml"), text);
  }

  private static double number(String row, int column) {
    return Double.parseDouble(row.replaceAll(" ± +\\S+", "").split(" +")[column]);
  }

  @Test
  void printsARowForEachWorkload() throws IOException {
    CommandRun run = CommandRun.of("bound", study(STUDY));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines().getFirst())
        .startsWith("arrival_intensity")
        .containsSubsequence("tasks", "steady %", "fluid %", "clairvoyant %", "hindsight %");
    assertThat(run.lines()).hasSize(1 + 2 + 2);
    assertThat(run.lines().get(1)).startsWith("9k");
    assertThat(run.lines().get(2)).startsWith("30k");
    for (String row : run.lines().subList(1, 3)) {
      assertThat(number(row, 1)).isEqualTo(120);
      assertThat(number(row, 3)).as("fluid").isLessThanOrEqualTo(number(row, 4));
      assertThat(number(row, 5)).as("hindsight").isBetween(number(row, 4), 100.0);
    }
    assertThat(number(run.lines().get(2), 2)).isLessThan(number(run.lines().get(1), 2));
  }

  @Test
  void namesTheSystemOfEachRow() throws IOException {
    String systems =
        "  system: [{name: usual, file: %1$s}, {name: again, file: %1$s}]\n"
            .formatted(SmallResults.ROOT.resolve("inputs/spec/system.yaml"));
    CommandRun run =
        CommandRun.of("bound", study(STUDY.replaceAll("(?m)^system:.*\\n", "") + systems));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines().getFirst()).containsSubsequence("arrival_intensity", "system", "tasks");
    assertThat(run.lines().subList(1, 5))
        .extracting(row -> row.split(" +")[1])
        .containsOnly("usual", "again");
  }

  /** What the command says is what results have in their column. */
  @Test
  void isTheBoundOfTheResults() throws IOException {
    Path study = study(STUDY);
    CommandRun bound = CommandRun.of("bound", study, "--set", "trials=3", "--set", "seed=4");
    CommandRun run =
        CommandRun.of(
            "run", study, "--set", "trials=3", "--seed", "4", "--out", directory.resolve("out"));
    assertThat(run.status()).as(run.err()).isZero();
    List<String> rows = Files.readAllLines(directory.resolve("out/summary.csv"));
    int steady = List.of(rows.getFirst().split(",")).indexOf("steady_bound");

    for (int i = 0; i < 4; i++) {
      double there = Double.parseDouble(rows.get(1 + i).split(",")[steady]);
      double here = number(bound.lines().get(1 + i % 2), 2);
      assertThat(here).isCloseTo(there, org.assertj.core.data.Offset.offset(0.06));
    }
  }

  /** A figure may have the bound beside the policies; the table then has it too. */
  @Test
  void isDrawnInFigures() throws IOException {
    String figure =
        "figures: [{title: Bound, kind: lines, x: arrival_intensity, series: policy, bound:"
            + " true}]\n";
    Path out = directory.resolve("drawn");
    CommandRun run = CommandRun.of("run", study(STUDY + figure), "--out", out);
    CommandRun again =
        CommandRun.of(
            "run", out.resolve("study.resolved.yaml"), "--out", directory.resolve("again"));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines().getFirst()).contains("steady_bound %");
    assertThat(Files.readString(out.resolve("report.html"))).contains("fluid bound");
    assertThat(again.lines().getFirst()).as(again.err()).contains("steady_bound %");
  }

  @Test
  void doesNotDependOnThreads() throws IOException {
    Path study = study(STUDY);

    assertThat(CommandRun.of("bound", study, "--threads", "1").out())
        .isEqualTo(CommandRun.of("bound", study, "--threads", "3").out());
  }

  /**
   * A row for each budget of energy. What policies earn is below it, and results have it where a
   * figure asks.
   */
  @Test
  void tellsWhatUtilityCanBeEarned() throws IOException {
    Path study = study(DAY);
    Path out = directory.resolve("day");
    CommandRun bound = CommandRun.of("bound", study);
    CommandRun run = CommandRun.of("run", study, "--out", out);

    assertThat(bound.status()).as(bound.err()).isZero();
    assertThat(bound.lines().getFirst())
        .containsSubsequence("energy_budget", "tasks", "utility", "utility_prorated");
    assertThat(bound.lines().get(1)).contains("6000000 J");
    assertThat(bound.lines().get(2)).contains("none");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines().getFirst())
        .contains("clairvoyant_prorated")
        .doesNotContain("clairvoyant_utility");
    assertThat(Files.readString(out.resolve("report.html"))).contains("clairvoyant bound");
    List<String> rows = Files.readAllLines(out.resolve("trials.csv"));
    List<String> header = List.of(rows.getFirst().split(","));
    for (String row : rows.subList(1, 3)) {
      String[] values = row.split(",", -1);
      double earned = Double.parseDouble(values[header.indexOf("utility_prorated")]);
      double most = Double.parseDouble(values[header.indexOf("clairvoyant_prorated")]);
      assertThat(earned).isBetween(most / 4, most);
    }
  }

  /** A budget that lets a policy run one task in five is no reason to hope for all. */
  @Test
  void saysThatBoundsOnTasksOnTimeKnowNoBudget() throws IOException {
    String note = "Bounds on tasks on time leave budgets of energy out";
    Path study = study(DAY);
    String ofDeadlines = DAY.replace("{pattern: daily, warm_up: 1 h}", "{period: 3 h}");
    CommandRun bound =
        CommandRun.of(
            "bound",
            Files.writeString(
                directory.resolve("deadlines.yaml"),
                ofDeadlines.substring(0, ofDeadlines.indexOf("figures:"))));
    assertThat(bound.out()).as(bound.err()).contains(note);
    assertThat(CommandRun.of("bound", study).out()).doesNotContain(note);
  }

  @Test
  void refusesWhatIsNoStudy() {
    CommandRun run = CommandRun.of("bound", directory.resolve("none.yaml"));

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("none.yaml");
    assertThat(CommandRun.of("bound", directory.resolve("none.yaml"), "--threads", "0").err())
        .contains("--threads is 0; expected at least 1");
  }
}
