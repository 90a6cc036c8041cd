package org.espalier.profiler.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of commands and changed files when a profiler is killed. */
class GuardTest {
  /** Where other tests keep the processors busy and memory is short, a guard may take a minute. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

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
    profiler =
        new ProcessBuilder(
                TestJvm.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED")
                    .command(KilledProfiler.class.getName(), root.toString(), told.toString()))
            .inheritIO()
            .start();
    await()
        .atMost(PATIENCE)
        .until(() -> has("scratch") && DESCENDANTS.stream().allMatch(this::has));
    assertThat(governor()).isEqualTo("changed");
    assertThat(DESCENDANTS).allMatch(this::runs);
  }

  @AfterEach
  void end() {
    profiler.destroyForcibly();
    await().atMost(PATIENCE).until(() -> DESCENDANTS.stream().noneMatch(this::runs));
  }

  @Test
  void endsAllEvenIfItsStateFileIsGone() throws IOException {
    Files.delete(told.resolve("state"));
    profiler.destroyForcibly();
    await().atMost(PATIENCE).until(() -> DESCENDANTS.stream().noneMatch(this::runs));
    await().atMost(PATIENCE).until(() -> governor().equals("before"));
  }

  @Test
  void endsAllAndPutsBackAfterKill9() {
    profiler.destroyForcibly();
    await().atMost(PATIENCE).until(() -> DESCENDANTS.stream().noneMatch(this::runs));
    await().atMost(PATIENCE).until(() -> governor().equals("before"));
    await().atMost(PATIENCE).until(() -> !Files.exists(told.resolve("state")));
    await().atMost(PATIENCE).until(() -> !Files.exists(Path.of(text("scratch"))));
  }

  @Test
  void endsAllAtAnOrdinaryEnd() {
    profiler.destroy();
    await().atMost(PATIENCE).until(() -> DESCENDANTS.stream().noneMatch(this::runs));
    await().atMost(PATIENCE).until(() -> governor().equals("before"));
  }

  @Test
  void refusesWhatAnotherProfilerUses() {
    assertThatThrownBy(() -> Hosts.local(root, Optional.of(told.resolve("state"))))
        .isInstanceOf(CannotOpenException.class)
        .hasMessageContaining("process %d measures with".formatted(profiler.pid()));
    assertThat(DESCENDANTS).allMatch(this::runs);
  }

  @Test
  void theNextStartDoesWhatAGuardCouldNotThatWasKilledToo() throws Exception {
    killGuardAndProfiler();
    assertThat(DESCENDANTS).allMatch(this::runs);
    assertThat(governor()).isEqualTo("changed");
    List<String> done = Leftovers.clear(told.resolve("state"));
    assertThat(done).anyMatch(line -> line.startsWith("put back 'before' into "));
    assertThat(done).anyMatch(line -> line.startsWith("killed the processes of group "));
    assertThat(done).contains("killed process " + text("escaped"));
    await().atMost(PATIENCE).until(() -> DESCENDANTS.stream().noneMatch(this::runs));
    assertThat(governor()).isEqualTo("before");
    assertThat(told.resolve("state")).doesNotExist();
    assertThat(Path.of(text("scratch"))).doesNotExist();
    assertThat(Leftovers.clear(told.resolve("state"))).isEmpty();
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
          Fields.line("boot", ProcessFacts.boot())
              + Fields.line("marker", "ESPALIER_PROFILE_none")
              + Fields.line("run", number, number, "1"));
      assertThat(Leftovers.clear(other)).isEmpty();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
      Leftovers.clear(told.resolve("state"));
    }
  }

  @Test
  void leavesTheKernelAloneAfterARestart() throws Exception {
    killGuardAndProfiler();
    Path state = told.resolve("state");
    Path file = Files.writeString(directory.resolve("file"), "changed");
    Files.writeString(
        state,
        Files.readString(state).replace(ProcessFacts.boot(), "another")
            + Fields.line("put", "/proc/self/comm", "before")
            + Fields.line("put", file.toString(), "before"));
    String kept = Files.readString(state);
    List<String> done = Leftovers.clear(state);
    assertThat(done).hasSize(2).allMatch(line -> line.startsWith("put back"));
    assertThat(file).hasContent("before");
    assertThat(DESCENDANTS).allMatch(this::runs);
    Files.writeString(state, kept.replace("another", ProcessFacts.boot()));
    assertThat(Leftovers.clear(state)).isNotEmpty();
  }

  private void killGuardAndProfiler() throws Exception {
    long guard =
        Files.readAllLines(told.resolve("state")).stream()
            .map(Fields::split)
            .filter(fields -> fields.getFirst().equals("guard"))
            .mapToLong(fields -> Long.parseLong(fields.get(1)))
            .findFirst()
            .orElseThrow();
    ProcessHandle.of(guard).orElseThrow().destroyForcibly();
    profiler.destroyForcibly().waitFor();
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
