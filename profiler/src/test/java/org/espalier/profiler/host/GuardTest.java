package org.espalier.profiler.host;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestJvm;
import org.espalier.workload.process.ProcessStat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of commands and changed files when a profiler is killed. */
@Sampled(0.5)
class GuardTest {
  private static final List<String> DESCENDANTS =
      List.of("child", "grandchild", "subshell", "escaped", "plain", "command");

  @TempDir private Path directory;
  private Path root;
  private Path told;
  private Process profiler;

  @BeforeEach
  void start() throws IOException {
    root = Files.createDirectories(directory.resolve("machine"));
    told = Files.createDirectories(directory.resolve("told"));
    Files.writeString(Files.createDirectories(root.resolve("sys")).resolve("governor"), "before");
    ProcessBuilder builder =
        new ProcessBuilder(
            TestJvm.of("--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + directory)
                .command(KilledProfiler.class.getName(), root.toString(), told.toString()));
    asStartedByNoShell(builder.environment());
    profiler = builder.inheritIO().start();
    await()
        .atMost(60, SECONDS)
        .until(() -> has("scratch") && DESCENDANTS.stream().allMatch(this::has));
    assertThat(governor()).isEqualTo("changed");
    assertThat(DESCENDANTS).allMatch(this::runs);
  }

  /** Where no shell was before, as with systemd, bash may read a user's file, which may end it. */
  private void asStartedByNoShell(Map<String, String> environment) throws IOException {
    Path home = Files.createDirectories(directory.resolve("home"));
    Files.writeString(home.resolve(".bashrc"), "exit 1\n");
    environment.put("HOME", home.toString());
    environment.remove("SHLVL");
  }

  @AfterEach
  void end() {
    profiler.destroyForcibly();
    awaitTheirEnd();
  }

  @Test
  void endsAllEvenIfItsStateFileIsGone() throws IOException {
    Files.delete(state());
    profiler.destroyForcibly();
    awaitTheirEnd();
    await().atMost(30, SECONDS).until(() -> governor().equals("before"));
  }

  /** What it tells next is not all there is to tell. */
  @Test
  void endsAllEvenIfItsStateFileWasGoneForATime() throws IOException {
    Files.delete(state());
    Files.createFile(told.resolve("again"));
    await().atMost(30, SECONDS).until(() -> Files.exists(told.resolve("ran")));
    profiler.destroyForcibly();
    awaitTheirEnd();
    await().atMost(30, SECONDS).until(() -> governor().equals("before"));
  }

  @Test
  void endsAllAndPutsBackAfterKill9() {
    profiler.destroyForcibly();
    awaitTheirEnd();
    await().atMost(30, SECONDS).until(() -> governor().equals("before"));
    await().atMost(30, SECONDS).until(() -> !Files.exists(state()));
    await().atMost(30, SECONDS).until(() -> !Files.exists(Path.of(text("scratch"))));
  }

  @Test
  void endsAllAtAnOrdinaryEnd() {
    profiler.destroy();
    awaitTheirEnd();
    await().atMost(30, SECONDS).until(() -> governor().equals("before"));
  }

  @Test
  void leavesAloneWhatAnotherProfilerUses() throws IOException {
    Guard.clear(state());
    assertThat(DESCENDANTS).allMatch(this::runs);
    assertThat(governor()).isEqualTo("changed");
    assertThat(state()).exists();
  }

  @Test
  void theNextStartDoesWhatAGuardCouldNotThatWasKilledToo() throws Exception {
    killGuardAndProfiler();
    assertThat(DESCENDANTS).allMatch(this::runs);
    assertThat(governor()).isEqualTo("changed");
    Guard.clear(state());
    awaitTheirEnd();
    assertThat(governor()).isEqualTo("before");
    assertThat(Path.of(text("scratch"))).doesNotExist();
  }

  @Test
  void killsNoStrangerThatHasTheNumberOfACommand() throws Exception {
    killGuardAndProfiler();
    Process stranger = new ProcessBuilder("setsid", "sleep", "300").start();
    try {
      Path other = told.resolve("other");
      String number = String.valueOf(stranger.pid());
      Files.writeString(
          other,
          ShellFields.line("boot", ProcessStat.boot())
              + ShellFields.line("marker", "ESPALIER_PROFILE_none")
              + ShellFields.line("run", number, number, "1"));
      Guard.clear(other);
      assertThat(other).doesNotExist();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
      Guard.clear(state());
    }
  }

  @Test
  void leavesTheKernelAloneAfterARestart() throws Exception {
    killGuardAndProfiler();
    Path file = Files.writeString(directory.resolve("file"), "changed");
    Path ofTheKernel = Path.of("/proc", text("command"), "oom_score_adj");
    String left = textOf(ofTheKernel);
    String kept =
        Files.readString(state())
            + ShellFields.line("put", ofTheKernel.toString(), "777")
            + ShellFields.line("put", file.toString(), "before");
    Path state =
        Files.writeString(directory.resolve("late"), kept.replace(ProcessStat.boot(), "another"));
    Guard.clear(state);
    assertThat(state).doesNotExist();
    assertThat(file).hasContent("before");
    assertThat(textOf(ofTheKernel)).isEqualTo(left).isNotEqualTo("777");
    assertThat(DESCENDANTS).allMatch(this::runs);
    Guard.clear(Files.writeString(state, kept));
  }

  private void killGuardAndProfiler() throws Exception {
    long guard =
        Files.readAllLines(state()).stream()
            .map(line -> line.split("\u001f"))
            .filter(fields -> fields[0].equals("guard"))
            .mapToLong(fields -> Long.parseLong(fields[1]))
            .findFirst()
            .orElseThrow();
    ProcessHandle.of(guard).orElseThrow().destroyForcibly();
    profiler.destroyForcibly().waitFor();
  }

  private void awaitTheirEnd() {
    await()
        .atMost(30, SECONDS)
        .untilAsserted(() -> {
          List<String> running = DESCENDANTS.stream().filter(this::runs).toList();
          assertThat(running).as(GuardTest::processes).isEmpty();
        });
  }

  /** The shells and what they run, to see from a failure what a guard was doing. */
  private static String processes() {
    return ProcessHandle.allProcesses()
        .map(process -> stat(String.valueOf(process.pid())))
        .filter(Pattern.compile("\\((bash|sleep|grep)\\)").asPredicate())
        .collect(Collectors.joining());
  }

  private boolean has(String name) {
    return Files.exists(told.resolve(name)) && !text(name).isEmpty();
  }

  /** Whether it runs; one that is dead but that nobody waits for does not. */
  private boolean runs(String name) {
    String stat = stat(text(name));
    return !stat.isEmpty() && !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
  }

  private static String stat(String process) {
    try {
      return Files.readString(Path.of("/proc", process, "stat"));
    } catch (IOException e) {
      return "";
    }
  }

  private Path state() {
    return Path.of(text("scratch"), ".state");
  }

  private String governor() {
    return textOf(root.resolve("sys/governor"));
  }

  private String text(String name) {
    return textOf(told.resolve(name));
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
