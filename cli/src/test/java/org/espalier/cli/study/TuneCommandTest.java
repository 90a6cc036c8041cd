package org.espalier.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** {@code espalier tune} from end to end, and the hint of {@code espalier run} that names it. */
final class TuneCommandTest {
  private static final int TASKS = 150;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  private Path study = Path.of("");

  /** Three of ten tasks take far longer than their deadlines: no chance is above 0.7. */
  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 ms, step 1000
        task_type,machine_type,time_s,mass
        job,node,2,0.7
        job,node,40,0.3
        """);
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: s\ntick: 1 ms\nmachines:\n  - {type: node, count: 4}\npet: times.pet.csv\n");
    tasks("tasks.csv", 5);
    study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        trials: 4
        leave_out_first: 0
        leave_out_last: 0
        system: system.yaml
        workload: {files: tasks.csv}
        axes: {policy: [MM, PAM]}
        """);
  }

  private void tasks(String name, double gap) throws IOException {
    StringBuilder tasks = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int i = 0; i < TASKS; i++) {
      tasks.append(String.format(Locale.ROOT, "job,%.3f,%.3f%n", i * gap, i * gap + 12));
    }
    Files.writeString(directory.resolve(name), tasks);
  }

  private void change(String from, String to) throws IOException {
    String text = Files.readString(study);
    assertThat(text).contains(from);
    Files.writeString(study, text.replace(from, to));
  }

  private CommandRun tune(String out, String... more) {
    List<Object> args = new ArrayList<>(List.of("tune", study, "--out", directory.resolve(out)));
    args.addAll(Arrays.asList(more));
    return CommandRun.of(args.toArray());
  }

  private CommandRun ran(String out, Object... more) {
    List<Object> args = new ArrayList<>(List.of("run", "--out", directory.resolve(out)));
    args.addAll(Arrays.asList(more));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** The robustness of each trial of a policy, by the first fields of its rows. */
  private List<Double> robustness(String results, String policy) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve(results).resolve("trials.csv"));
    int column = List.of(lines.getFirst().split(",")).indexOf("robustness");
    return lines.stream()
        .filter(line -> line.startsWith(policy + ","))
        .map(line -> Double.valueOf(line.split(",", -1)[column]))
        .toList();
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** The rows of what was tried, by the values of the settings. */
  private Map<String, String[]> tried(String out, int settings) throws IOException {
    Map<String, String[]> rows = new TreeMap<>();
    for (String line : Files.readAllLines(directory.resolve(out).resolve("tried.csv"))) {
      String[] fields = line.split(",", -1);
      rows.put(
          String.join(",", Arrays.copyOf(fields, settings)),
          Arrays.copyOfRange(fields, settings, fields.length));
    }
    return rows;
  }

  @Test
  void findsSettingsAndReportsThemOnOtherTrials() throws IOException {
    CommandRun run =
        tune("tuned", "--over", "deferring_threshold=0.1..0.9/0.2", "--tuning-trials", "3");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("tuned on trials 5 to 7, reported on trials 1 to 4");
    assertThat(run.out()).contains("PAM tuned", "(it was 0.9)", "nothing was fitted to: +");

    ran("more", study, "--set", "trials=7");
    List<Double> asItIs = robustness("more", "PAM");
    Map<String, String[]> tried = tried("tuned", 1);
    assertThat(tried).hasSize(1 + 5);
    assertThat(tried.get("0.9")[0]).isEqualTo("3");
    assertThat(Double.parseDouble(tried.get("0.9")[1]))
        .as("the preset on trials 5 to 7")
        .isCloseTo(mean(asItIs.subList(4, 7)), within(1e-6));

    Path written = directory.resolve("tuned/study.yaml");
    CommandRun checked = CommandRun.of("check", written);
    assertThat(checked.status()).as(checked.out()).isZero();
    ran("again", written);
    double reported = mean(robustness("again", "PAM tuned"));
    assertThat(robustness("again", "PAM")).isEqualTo(asItIs.subList(0, 4));
    assertThat(run.lines())
        .filteredOn(line -> line.startsWith("PAM tuned"))
        .singleElement()
        .asString()
        .contains(String.format(Locale.ROOT, " %.1f ± ", reported));
    assertThat(reported).isGreaterThan(mean(asItIs) + 30);
    assertThat(directory.resolve("tuned/report.html"))
        .content()
        .contains("Robustness over deferring threshold")
        .contains("espalier run with it shows them beside the other policies")
        .doesNotContain("study.resolved.yaml", "espalier run study.yaml");
    assertThat(written).content().startsWith("# Written by Espalier; espalier run with this file");
  }

  @Test
  void searchesBothThresholdsOfThePrunerOnAnyNumberOfThreads() throws IOException {
    CommandRun run = tune("both", "--tuning-trials", "2");
    assertThat(run.status()).as(run.err()).isZero();

    Map<String, String[]> tried = tried("both", 2);
    assertThat(tried).hasSize(1 + 100).containsKey("0.9,0.5");
    assertThat(run.out()).contains("+");
    assertThat(directory.resolve("both/report.html"))
        .content()
        .contains("over deferring threshold and dropping threshold");
    CommandRun again = tune("again", "--tuning-trials", "2", "--threads", "1");
    assertThat(again.out().lines().limit(4)).isEqualTo(run.out().lines().limit(4).toList());
  }

  @Test
  void tunesOnOtherFilesWhereThereAreSome() throws IOException {
    change("tasks.csv", "'tasks-{trial}.csv'");
    for (int trial = 1; trial <= 6; trial++) {
      tasks("tasks-%d.csv".formatted(trial), 4 + trial);
    }
    String over = "deferring_threshold=0.5,0.9";
    CommandRun others = tune("others", "--over", over, "--tuning-trials", "2");
    CommandRun same = tune("same", "--over", over, "--tuning-trials", "3");

    assertThat(others.err()).contains("tuned on trials 5 to 6").doesNotContain("note:");
    assertThat(same.err())
        .contains("tuned on trials 1 to 3 of another seed")
        .contains("have the same arrivals");
    ran("run", study);
    assertThat(Double.parseDouble(tried("same", 1).get("0.5")[1]))
        .isNotCloseTo(mean(robustness("run", "MM").subList(0, 3)), within(1e-9));
  }

  @Test
  void searchesWhatAPolicyDeclares() throws IOException {
    CommandRun run =
        tune("moc", "--policy", "MOC", "--over", "alpha=0.1,0.3,0.6", "--tuning-trials", "2");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(tried("moc", 1)).containsKeys("MOC.alpha", "0.1", "0.3", "0.6");
    assertThat(directory.resolve("moc/study.yaml")).content().contains("MOC tuned", "alpha: ");
  }

  @Test
  void losesNothingThatIsThere() throws IOException {
    String[] first = {"--over", "deferring_threshold=0.5,0.9", "--tuning-trials", "2"};
    String[] second = {"--over", "deferring_threshold=0.3,0.9", "--tuning-trials", "2"};
    tune("tuned", first);
    String before = Files.readString(directory.resolve("tuned/tried.csv"));
    CommandRun run = tune("tuned", second);

    assertThat(run.err()).contains("holds other results, which stay", "tuned-2");
    assertThat(directory.resolve("tuned/tried.csv")).hasContent(before);
    assertThat(CommandRun.of("check", directory.resolve("tuned-2/study.yaml")).status()).isZero();
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertRefused(tune("x", "--over", "deferring_treshold=0.5"), "deferring_threshold");
    assertRefused(tune("x", "--over", "deferring_threshold=2"), "expected a number from 0 to 1");
    assertRefused(tune("x", "--policy", "MM"), "MM has no thresholds to search");
    assertRefused(tune("x", "--policy", "JIT"), "JIT has no thresholds to search, as it");
    assertRefused(tune("x", "--policy", "PAN"), "did you mean PAM?");
    assertRefused(tune("x", "--column", "misses"), "robustness, utility");
    assertRefused(tune("x", "--tuning-trials", "1"), "expected 2 at least");
    assertRefused(tune("x", "--set", "deferring_threshold=0.1,0.2"), "is an axis of the study");
    assertThat(directory.resolve("x")).doesNotExist();
  }

  @Test
  void keepsTheSettingsThatAreThereAmongEqualOnes() throws IOException {
    CommandRun run =
        tune(
            "equal", "--policy", "JIT", "--over", "fairness.factor=0,0.05", "--tuning-trials", "2");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("All 2 settings of JIT have the same results")
        .contains("JIT.fairness.factor changes nothing here")
        .contains("Nothing needs to be changed")
        .doesNotContain("the best on the tuning trials");
  }

  @Test
  @Sampled(0.5)
  void aSearchThatIsKilledAgainAndAgainEndsWithTheSameBytes() throws Exception {
    Path whole = directory.resolve("whole/tuned");
    Path cut = directory.resolve("cut/tuned");
    List<Object> args = new ArrayList<>(List.of("tune", study, "--out", whole));
    args.addAll(List.of("--tuning-trials", "4", "--set", "trials=40"));
    assertThat(CommandRun.of(args.toArray()).status()).isZero();
    args.set(3, cut);
    Path checkpoint = directory.resolve("cut/tuned.checkpoint");

    for (int kill = 0; kill < (TestSample.isFull() ? 3 : 2); kill++) {
      long before = Files.exists(checkpoint) ? Files.size(checkpoint) : 0;
      if (kill == 1) {
        assertRefused(CommandRun.of(args.toArray()), "is of a search that was stopped");
        args.add("--resume");
      }
      Process process = start(args);
      await()
          .atMost(PATIENCE)
          .until(() -> Files.exists(checkpoint) && Files.size(checkpoint) > before + 30_000);
      process.destroyForcibly().waitFor();
      assertThat(cut).doesNotExist();
    }
    CommandRun resumed = CommandRun.of(args.toArray());

    assertThat(resumed.status()).as(resumed.err()).isZero();
    assertThat(resumed.err()).containsPattern("going on: [1-9]\\d* of [\\d,]+ trials are there");
    assertThat(checkpoint).doesNotExist();
    for (String file : List.of("study.yaml", "tried.csv", "report.html")) {
      assertThat(Files.readString(cut.resolve(file)).replace("/cut", "/whole"))
          .as(file)
          .isEqualTo(Files.readString(whole.resolve(file)));
    }
  }

  @Test
  @Sampled(0.5)
  void aSearchThatIsInterruptedSaysWhatIsKept() throws Exception {
    Path checkpoint = directory.resolve("cut.checkpoint");
    Object out = directory.resolve("cut");
    List<Object> args = List.of("tune", study, "--out", out, "--tuning-trials", "20");
    Process process = start(args);
    await()
        .atMost(PATIENCE)
        .until(() -> Files.exists(checkpoint) && Files.size(checkpoint) > 10_000);
    CommandRun beside = tune("cut", "--over", "deferring_threshold=0.5", "--tuning-trials", "2");
    process.destroy();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    assertRefused(beside, "cut.checkpoint is in use by another espalier");
    assertThat(Files.readString(directory.resolve("printed")))
        .containsPattern("stopped; \\d+ of 2,008 trials are kept, and --resume goes on");
    assertThat(checkpoint).exists();
  }

  @Test
  void aCheckpointGoesOnWithItsOwnSearchOnly() throws Exception {
    Path checkpoint = directory.resolve("out.checkpoint");
    String[] search = {"--over", "deferring_threshold=0.5", "--tuning-trials", "2"};
    assertRefused(tune("out", "--resume"), "to go on from; leave out --resume");
    assertRefused(tune("out", "--resume", "--restart"), "contradict each other");
    Files.writeString(checkpoint, "a note\nof mine\n");
    assertRefused(tune("out", search), "is of a search that was stopped");
    assertRefused(tune("out", "--resume"), "is no checkpoint of a run; begin anew with --restart");

    Process process = start(List.of("tune", study, "--out", directory.resolve("out"), "--restart"));
    await()
        .atMost(PATIENCE)
        .until(() -> Files.exists(checkpoint) && Files.size(checkpoint) > 10_000);
    process.destroyForcibly().waitFor();
    assertRefused(tune("out", "--resume", "--set", "seed=2"), "is the checkpoint of another run");
    assertThat(checkpoint).exists();
    assertThat(tune("out", add(search, "--restart")).status()).isZero();
    assertThat(checkpoint).doesNotExist();
  }

  private static String[] add(String[] args, String more) {
    String[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = more;
    return all;
  }

  private Process start(List<Object> args) throws IOException {
    return new ProcessBuilder(CommandJvm.command(args))
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("printed").toFile())
        .start();
  }

  private static void assertRefused(CommandRun run, String message) {
    assertThat(run.status()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
  }

  @Test
  void aRunSaysThatSettingsDoNotSuit() {
    assertThat(ran("both", study).err())
        .contains("hint: PAM has ", " where MM has ", "do not suit this load")
        .contains("espalier tune " + study + " --policy PAM searches others")
        .contains("JIT has no thresholds");
    assertThat(ran("alone", study, "--set", "policy=PAM,JIT", "--set", "trials=1").err())
        .contains("wait unmapped until they expire, while machines are busy")
        .contains("--policy PAM --set policy=PAM,JIT --set trials=1 searches others")
        .doesNotContain("JIT has no thresholds");
  }

  @Test
  void aRunSaysNothingWhereSettingsSuitOrAreAskedFor() throws IOException {
    assertThat(ran("sweep", study, "--set", "deferring_threshold=0.5,0.9").err())
        .doesNotContain("hint");
    assertThat(ran("belief", study, "--set", "believed_pet=2x").err()).doesNotContain("hint");
    change("[MM, PAM]", "[MM, {policy: PAM, deferring_threshold: 0.5, dropping_threshold: 0}]");
    assertThat(ran("suits", study).err()).doesNotContain("hint");
    Path small = SmallResults.in(directory, "small");
    assertThat(ran("again", small.resolve("study.resolved.yaml")).err()).doesNotContain("hint");
  }
}
