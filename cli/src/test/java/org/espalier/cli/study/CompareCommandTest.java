package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** {@code espalier compare} from end to end. */
final class CompareCommandTest {
  /** The last mean of a row, and half its interval. */
  private static final Pattern DIFFERENCE = Pattern.compile("([-+]?[0-9.]+) ± +([0-9.]+)(?!.*±)");

  @TempDir static Path directory;

  private static Path one = Path.of("");
  private static Path other = Path.of("");

  @BeforeAll
  static void runStudies() throws IOException {
    one = SmallResults.in(directory, "one");
    other = SmallResults.in(directory, "other", "--set", "queue_capacity=6");
  }

  private static void assertRefused(CommandRun run, String message) {
    assertThat(run.status()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void givesWhatTheStudyGives() throws IOException {
    CommandRun run = CommandRun.of("compare", one, "--column", "robustness");
    assertThat(run.status()).as(run.err()).isZero();
    List<String> paired = Files.readAllLines(one.resolve("paired.csv"));
    List<String> header = List.of(paired.getFirst().split(","));

    for (int i = 1; i <= 2; i++) {
      String[] expected = paired.get(i).split(",", -1);
      String row = run.lines().get(i);
      Matcher difference = DIFFERENCE.matcher(row);
      assertThat(row).startsWith(expected[0]).contains(" " + expected[1] + " ");
      assertThat(difference.find()).as(row).isTrue();
      double mean = Double.parseDouble(expected[header.indexOf("robustness_difference")]);
      double half = Double.parseDouble(expected[header.indexOf("robustness_difference_ci95")]);
      assertThat(Double.parseDouble(difference.group(1))).isCloseTo(mean, within(0.051));
      assertThat(Double.parseDouble(difference.group(2))).isCloseTo(half, within(0.051));
    }
  }

  @Test
  void comparesTwoResultsTrialByTrial() {
    CommandRun run = CommandRun.of("compare", one, other);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines().getFirst())
        .startsWith("result  policy  arrival_intensity  trials  robustness %  against");
    assertThat(run.lines().get(1)).startsWith("other   PAM     15k").contains("one: PAM, 15k");
    assertThat(run.lines().get(4)).startsWith("other   MM      30k").contains("one: MM, 30k");
    assertThat(run.out()).contains("the difference is taken trial by trial");
    assertThat(run.err()).isEqualTo("note: one and other differ in queue_capacity (3 and 6)\n");
  }

  @Test
  void writesSmallNumbersByAPowerOfAThousand() throws IOException {
    String priced = "system=" + SmallResults.ROOT.resolve("inputs/spec/priced.yaml");
    Path result = SmallResults.in(directory, "priced", "--set", priced);
    CommandRun run = CommandRun.of("compare", result, "--column", "cost_per_on_time");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines().getFirst()).contains("cost_per_on_time 1e-6");
    assertThat(run.lines().get(1)).containsPattern(" [0-9]{1,3}\\.[0-9]+ ± ");
    String shown = CommandRun.of("run", result.resolve("study.resolved.yaml")).out();
    String mean = run.lines().get(1).replaceAll(".* ([0-9.]+) ± .* ([0-9.]+) ± .* ± .*", "$1");
    assertThat(shown).as("as many digits as the table of the run").contains(" " + mean + " ±");
  }

  @Test
  void saysWhereTrialsAreNotTheSame() throws IOException {
    Path seed = SmallResults.in(directory, "seed", "--seed", "5");
    Path tasks = SmallResults.in(directory, "tasks", "--set", "tasks=121");
    Path more = SmallResults.in(directory, "more", "--set", "trials=3", "--set", "policy=MM");

    assertThat(CommandRun.of("compare", one, seed).err()).contains("the seed is 5 and 1");
    assertThat(CommandRun.of("compare", one, tasks).err())
        .contains("in trial 1 other tasks arrive, or with other deadlines")
        .contains("note: one and tasks differ in tasks (120 and 121)\n");
    Path slack = SmallResults.in(directory, "slack", "--set", "slack=2");
    assertThat(CommandRun.of("compare", one, slack).err()).contains("differ in slack (1 and 2)");
    CommandRun run = CommandRun.of("compare", one, more, seed);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines())
        .filteredOn(line -> line.startsWith("more "))
        .hasSize(2)
        .allMatch(line -> line.endsWith(" paired"));
    assertThat(run.lines())
        .filteredOn(line -> line.startsWith("seed "))
        .hasSize(4)
        .allMatch(line -> line.endsWith(" unpaired"));
    assertThat(run.out()).contains("trials met other tasks", "Welch's 95 % interval");
    assertThat(run.err())
        .contains("4 comparisons of 6 are unpaired: seed: PAM, 15k and one: PAM, 15k met other");
    assertThat(run.err()).contains("some have more trials than others");
  }

  @Test
  void tellsWhatIsWrong() {
    assertRefused(CommandRun.of("compare", one, "--baseline", "PAN"), "did you mean PAM?");
    assertRefused(CommandRun.of("compare", one, "--column", "robust"), "has no column robust");
    assertRefused(CommandRun.of("compare", one, one), "two results are named one");
    assertRefused(CommandRun.of("compare", directory), "is no directory of results");
    assertThat(CommandRun.of("compare", one, "--baseline", "30k").err())
        .contains("2 comparisons of 2 are unpaired", "arrival_intensity is 15k and 30k");
  }

  /** As of a trial in which no task was on time. */
  @Test
  void saysOfHowManyTrialsAMeanIs() throws IOException {
    Path part = SmallResults.in(directory, "part");
    List<String> rows = new ArrayList<>(Files.readAllLines(part.resolve("trials.csv")));
    int column = List.of(rows.getFirst().split(",")).indexOf("response_s");
    String[] fields = rows.get(2).split(",", -1);
    fields[column] = "";
    rows.set(2, String.join(",", fields));
    Files.write(part.resolve("trials.csv"), rows);

    CommandRun run = CommandRun.of("compare", part, "--column", "response_s");
    assertThat(run.lines().get(1)).containsPattern("  2 +[0-9.]+ \\(1 of 2\\)  MM, 15k");
    assertThat(run.lines().get(1)).containsPattern("[+-][0-9.]+ \\(1 of 2\\)");
    assertThat(run.lines().get(2)).doesNotContain(" of 2)");
  }

  /** All trials of each are compared where they met other tasks. */
  @Test
  void saysHowManyTrialsOfEachAreCompared() throws IOException {
    Path three = SmallResults.in(directory, "three", "--seed", "7", "--set", "trials=3");

    assertThat(CommandRun.of("compare", one, three).lines().get(1))
        .matches("three +PAM +15k +3 and 2 +.* unpaired");
  }

  /** As of a copy that was cut off. */
  @Test
  void resultsThatAreNotWholeAreRefused() throws IOException {
    Path cut = SmallResults.in(directory, "cut");
    List<String> rows = Files.readAllLines(cut.resolve("trials.csv"));
    Files.write(cut.resolve("trials.csv"), rows.subList(0, rows.size() - 1));

    assertRefused(CommandRun.of("compare", cut), "has 1 of 2 trials of MM, 30k");
  }
}
