package org.espalier.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.PlainStart;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** Commands are measured as their users ask, and nothing is left half done. */
@Timeout(120)
@Sampled(0.3)
class ProfileCommandTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern MEDIAN = Pattern.compile("median +([0-9.]+) ms");

  @TempDir private Path directory;

  private Path file(String name) {
    return directory.resolve(name);
  }

  private static CommandRun profile(Object... args) {
    return CommandRun.of(Stream.concat(Stream.of("profile"), Arrays.stream(args)).toArray());
  }

  private static CommandRun good(Object... args) {
    CommandRun run = profile(args);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static void assertRefused(String message, Object... args) {
    CommandRun run = profile(args);
    assertThat(run.status()).as(run.out()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
  }

  /**
   * The machine may be busy: it is enough to be near once. The program starts within that percent,
   * but on a slow computer.
   */
  @Test
  void sleepIsMeasuredWithinOnePercent() throws Exception {
    double limit = 200 + Math.max(2, 1_000 * PlainStart.seconds());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(() -> {
          CommandRun run = good("--runs", 5, "--", "sleep", "0.2");
          Matcher median = MEDIAN.matcher(run.out());
          assertThat(median.find()).as(run.out()).isTrue();
          assertThat(Double.parseDouble(median.group(1))).isBetween(200.0, limit);
        });
  }

  @Test
  void whatUsersSee() {
    CommandRun run = good("--runs", 12, "--least", 12, "--measure", "time", "--", "sleep", "0.01");
    assertThat(run.lines().getFirst()).isEqualTo("sleep 0.01");
    assertThat(run.out())
        .containsPattern("runs +12 after 1 warm-up run\n")
        .containsPattern("mean \\S+ sd +[0-9.]+ ms \\S+ [0-9.]+ ms\n")
        .containsPattern("95 % interval +[0-9.]+ ms to [0-9.]+ ms ")
        .containsPattern("range +[0-9.]+ ms to [0-9.]+ ms\n")
        .containsPattern("distribution +\\|.{8,}\\|\n")
        .containsPattern("user, system +[0-9.]+ [mu]s, [0-9.]+ [mu]s\n")
        .containsPattern("peak memory +[0-9.]+ [kM]B\n")
        .containsPattern("switches +[0-9,]+ voluntary, [0-9,]+ involuntary\n");
  }

  @Test
  void fewAndShortRunsAreDoubted() {
    CommandRun run = good("--runs", 2, "--warm-up", 0, "--", "true");
    assertThat(run.out()).containsPattern("runs +2 after 0 warm-up runs");
    assertThat(run.err()).contains("warning: 2 runs only");
    assertThat(good("--runs", 1, "--", "true").out()).containsPattern("time +[0-9.]+ [mu]s");
  }

  @Test
  void petIsBuiltOfExportsOfSeveralCommands() {
    Path times = file("times.csv");
    good("--runs", 9, "--export", times, "--machine-type", "m", "--", "sleep", "0.01");
    CommandRun more =
        good(
            "--runs",
            3,
            "--export",
            times,
            "--append",
            "--machine-type",
            "m",
            "--task-type",
            "long",
            "--",
            "sleep",
            "0.03");
    assertThat(more.out()).contains("wrote " + times + ": 12 runs");
    CommandRun built = CommandRun.of("pet", "build", times, "-o", file("times.pet.csv"));
    assertThat(built.status()).as(built.err()).isZero();
    assertThat(built.out()).contains("12 for 2 task types x 1 machine type").contains("  sleep ");

    good("--runs", 1, "--export", times, "--", "true");
    assertThat(times)
        .content()
        .startsWith("task_type,machine_type,execution_time_s")
        .contains("true,");
    assertThat(times).content().doesNotContain("sleep,");
  }

  @Test
  void commandIsItsUsersAlone() throws IOException {
    Path arguments = Files.writeString(file("arguments"), "--no-such-option");
    Path copy = file("copy");
    String script = "echo \"$@\" >" + copy;
    good("--runs", 1, "--", "sh", "-c", script, "sh", "@" + arguments, "--runs", "*");
    assertThat(copy).hasContent("@" + arguments + " --runs *");
  }

  @Test
  void preparationRunsBeforeEachRunAndIsNotMeasured() throws IOException {
    Path log = file("log");
    String prepare = "echo prepared >>%s; sleep 0.1".formatted(log);
    String script = "echo ran >>" + log;
    CommandRun run =
        good("--runs", 2, "--warm-up", 1, "--prepare", prepare, "--", "sh", "-c", script);
    assertThat(Files.readAllLines(log))
        .containsExactly("prepared", "ran", "prepared", "ran", "prepared", "ran");
    assertThat(run.out()).containsPattern("median +[0-9]{1,2}\\.[0-9]+ ms|median +[0-9.]+ us");
    assertRefused(
        "the command before warm-up run 1 of true on this machine ended with exit code 4",
        "--prepare",
        "exit 4",
        "--",
        "true");
  }

  @Test
  void failingCommandsTellWhichRunAndWhy() throws IOException {
    Path count = Files.writeString(file("count"), "");
    Path export = Files.writeString(file("export.csv"), "old");
    String fifthFails =
        "echo x >>%1$s; [ $(wc -l <%1$s) != 5 ] || { echo no space left >&2; exit 9; }"
            .formatted(count);
    CommandRun run = profile("--export", export, "--", "sh", "-c", fifthFails);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("run 4 of sh on this machine ended with exit code 9; its output ends with:")
        .contains("  no space left")
        .contains("Nothing was written. Mend the command");
    assertThat(export).hasContent("old");
    assertRefused("was ended by signal 11", "--", "sh", "-c", "kill -11 $$");
    CommandRun ignored = good("--runs", 2, "--ignore-failure", "--", "sh", "-c", "exit 3");
    assertThat(ignored.err()).contains("warning: 2 of 2 runs ended with an exit code other than 0");
  }

  @Test
  void commandThatNeverEndsIsKilledWithItsChildren() {
    String sleep = "sleep 86.%d".formatted(ProcessHandle.current().pid());
    assertRefused(
        "was killed at its time limit",
        "--limit",
        "200ms",
        "--",
        "sh",
        "-c",
        sleep + " & " + sleep);
    await().atMost(PATIENCE).until(() -> running(sleep).isEmpty());
  }

  private static List<ProcessHandle> running(String commandLine) {
    String[] words = commandLine.split(" ");
    return ProcessHandle.allProcesses()
        .filter(process ->
            process.info().arguments().map(args -> List.of(args).contains(words[1])).orElse(false))
        .toList();
  }

  @Test
  void allThatIsWrongIsToldBeforeAnythingRuns() {
    assertRefused("--precision is 0; expected above 0%", "--precision", "0", "--", "true");
    assertRefused("--time is 3; expected a duration", "--time", 3, "--", "true");
    assertRefused("--cores is x; expected numbers", "--cores", "x", "--", "true");
    assertRefused("--cores is 3-1; expected numbers", "--cores", "3-1", "--", "true");
    assertRefused("--measure is counter; expected time, cou", "--measure", "counter", "--", "true");
    assertRefused("--runs is 0; expected at least 1", "--runs", 0, "--", "true");
    CommandRun options =
        profile(
            "--append",
            "--task-type",
            "g++",
            "--export",
            file("none").resolve("x.csv"),
            "--least",
            5,
            "--runs",
            3,
            "--",
            "true");
    assertThat(options.status()).isEqualTo(ExitCode.USAGE);
    assertThat(options.err())
        .contains("--task-type \"g++\" has a +")
        .contains("there is no directory")
        .contains("--least 5 is above --runs 3");
    CommandRun machine = profile("--cores", "0,4000,5000", "--", "no-such-program");
    assertThat(machine.status()).isEqualTo(ExitCode.USAGE);
    assertThat(machine.err())
        .contains("there is no such command on this machine (value no-such-program)")
        .contains("this machine has no such cores (value [4000, 5000])");
    assertRefused("both tell instructions", "--measure", "counters,cache-simulation", "--", "true");
    assertRefused("--resume, --dry-run: goes with a plan", "--resume", "--dry-run", "--", "true");
    assertRefused("a whole command stands behind --", "sleep", "0.2");
    assertRefused("nothing to measure");
  }

  @Test
  void aRunThatFailedIsMarked() throws IOException {
    Path export = file("export.csv");
    good("--runs", 2, "--measure", "time", "--ignore-failure", "--export", export, "--", "false");
    assertThat(Files.readAllLines(export)).hasSize(3).first().asString().endsWith(",exit_code");
    assertThat(Files.readAllLines(export).getLast()).endsWith(",1");
  }

  @Test
  void appendingToWhatIsNoSamplesIsRefused() throws IOException {
    Path export = Files.writeString(file("export.csv"), "a,b\n1,2\n");
    assertRefused("column missing", "--export", export, "--append", "--", "true");
    assertThat(export).hasContent("a,b\n1,2");
  }

  @Test
  void everyProbeTellsWhatItFound() {
    CommandRun run = good("--what-can-i-measure");
    assertThat(run.out()).startsWith("Machine: ").contains("What can be measured");
    assertRefused("--runs: goes with a command only", "--what-can-i-measure", "--runs", 3);
  }

  @Test
  void interruptKeepsWhatWasMeasured() throws IOException, InterruptedException {
    Path export = file("export.csv");
    Path log = file("log");
    String sleep = "sleep 87.%d".formatted(ProcessHandle.current().pid());
    String script = "echo x >>%1$s; [ $(wc -l <%1$s) -lt 4 ] || %2$s".formatted(log, sleep);
    Process process = start("profile", "--export", export, "--", "sh", "-c", script);
    await().atMost(PATIENCE).until(() -> !running(sleep).isEmpty());
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(output).isEqualTo(130);
    assertThat(output)
        .containsPattern("runs +2 after 1 warm-up run")
        .contains("stopped; what was measured is above")
        .contains("wrote " + export + ": 2 runs");
    assertThat(Files.readAllLines(export)).hasSize(3);
    await().atMost(PATIENCE).until(() -> running(sleep).isEmpty());
  }

  private static Process start(Object... args) throws IOException {
    List<String> program = new ArrayList<>(List.of("org.espalier.cli.Espalier"));
    Arrays.stream(args).map(String::valueOf).forEach(program::add);
    TestJvm jvm = TestJvm.of("--enable-native-access=ALL-UNNAMED");
    return new ProcessBuilder(jvm.command(program.toArray(String[]::new)))
        .redirectErrorStream(true)
        .start();
  }
}
