package org.espalier.profiler.host;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.profiler.host.RunOutcome.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds of a host, wherever it is; tried with real commands on the machine of the test. */
abstract class HostContract {
  /** Nothing gives way more than this. */
  private static final int LEAST_NICE = 19;

  @TempDir Path directory;

  /** The host under test. */
  abstract Host host();

  /** What it adds to the reasons why a command cannot start. */
  abstract String suffix();

  RunOutcome run(RunRequest request) throws MeasuringFailedException, InterruptedException {
    return host().run(request);
  }

  static RunRequest shell(String script) {
    return RunRequest.of(List.of("bash", "-c", script)).keeping(10_000);
  }

  /** A command in a directory, on some cores, so nice. */
  static RunRequest placed(
      String in, Map<String, String> environment, List<Integer> cores, int nice, String... words) {
    return new RunRequest(
        List.of(words), environment, Optional.of(in), cores, nice, Optional.empty(), 1_000, false);
  }

  @Test
  void tellsExitCodesAndSignals() throws Exception {
    assertThat(run(RunRequest.of(List.of("true"))).succeeded()).isTrue();
    RunOutcome seven = run(shell("exit 7"));
    assertThat(seven.end()).isEqualTo(End.EXITED);
    assertThat(seven.code()).isEqualTo(7);
    assertThat(run(shell("exit 137")).end()).isEqualTo(End.EXITED);
    RunOutcome terminated = run(shell("kill -TERM $$"));
    assertThat(terminated.end()).isEqualTo(End.SIGNALLED);
    assertThat(terminated.code()).isEqualTo(15);
    assertThat(run(shell("kill -KILL $$")).end()).isEqualTo(End.SIGNALLED);
  }

  @Test
  void handsOnWordsEnvironmentAndDirectoryAsTheyAre() throws Exception {
    List<String> words = List.of("printf", "<%s>", "", "a b", "*", "$HOME", "'\"\\", "-e", "ü\n\t");
    assertThat(run(RunRequest.of(words).keeping(100)).output())
        .isEqualTo("<><a b><*><$HOME><'\"\\><-e><ü\n\t>");
    Map<String, String> environment = Map.of("A", "x y", "file", "1");
    String script = "echo \"$A:$file:$PWD:$0\"";
    assertThat(
            run(placed(directory.toString(), environment, List.of(), 0, "bash", "-c", script))
                .output())
        .isEqualTo("x y:1:%s:bash\n".formatted(directory.toRealPath()));
  }

  @Test
  void pinsToCoresAndAddsNiceness() throws Exception {
    int last = Posix.cores(0).getLast();
    RunRequest asking = shell("grep -h Cpus_allowed_list /proc/$$/status");
    assertThat(run(asking.on(List.of(last))).output())
        .isEqualTo("Cpus_allowed_list:\t%d\n".formatted(last));
    int before = Integer.parseInt(run(shell("nice")).output().strip());
    RunRequest nice = placed(directory.toString(), Map.of(), List.of(last), 7, "nice");
    assertThat(run(nice).output().strip())
        .isEqualTo(String.valueOf(Math.min(LEAST_NICE, before + 7)));
    assertThat(run(shell("nice")).output().strip()).isEqualTo(String.valueOf(before));
  }

  @Test
  void killsTheWholeGroupAtTheLimit() throws Exception {
    Path pid = directory.resolve("pid-of-run");
    long start = System.nanoTime();
    RunOutcome outcome =
        run(
            shell("sleep 300 & echo $! > %s; echo begun; sleep 300".formatted(pid))
                .within(Duration.ofMillis(300)));
    assertThat(System.nanoTime() - start).isBetween(290_000_000L, 5_000_000_000L);
    assertThat(outcome.end()).isEqualTo(End.TIMED_OUT);
    assertThat(outcome.output()).isEqualTo("begun\n");
    assertThat(runs(pid)).isFalse();
  }

  @Test
  void killsWhatIsLeftOfItsGroupAtTheEnd() throws Exception {
    Path pid = directory.resolve("pid-of-run");
    RunOutcome outcome = run(shell("sleep 300 & echo $! > %s".formatted(pid)));
    assertThat(outcome.succeeded()).isTrue();
    assertThat(outcome.seconds()).isLessThan(5);
    assertThat(runs(pid)).isFalse();
  }

  @Test
  void whatACommandLeavesLivesUntilItIsClosedWhereThatIsWanted() throws Exception {
    Path pid = directory.resolve("pid-of-run");
    RunRequest leaving = shell("sleep 300 >/dev/null & echo $! > %s; exit 3".formatted(pid));
    try (Running running = host().start(leaving.leaving())) {
      assertThat(running.await().code()).isEqualTo(3);
      assertThat(runs(pid)).isTrue();
    }
    await().atMost(60, SECONDS).until(() -> !runs(pid));
  }

  @Test
  void doesNotWaitForAGrandchildThatKeepsTheOutputOpen() throws Exception {
    Path pid = directory.resolve("pid-of-run");
    String script = "setsid sleep 300 & echo $! > %s; sleep 300 & echo done".formatted(pid);
    RunOutcome outcome = run(shell(script));
    assertThat(outcome.output()).isEqualTo("done\n");
    assertThat(outcome.seconds()).isLessThan(5);
    ProcessHandle.of(pid(pid)).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void killsOnClose() throws Exception {
    Path pid = directory.resolve("pid-of-run");
    Running running = host().start(shell("echo $$ > %s; sleep 300".formatted(pid)));
    awaitText(pid);
    running.close();
    running.close();
    assertThat(running.await().end()).isEqualTo(End.CLOSED);
    assertThat(runs(pid)).isFalse();
  }

  @Test
  void keepsTheEndOfAHundredMegabytes() throws Exception {
    RunOutcome outcome = run(shell("yes 0123456789 | head -c 100M; echo end").keeping(20));
    assertThat(outcome.output()).hasSize(20).endsWith("end\n");
    assertThat(outcome.seconds()).isLessThan(10);
    assertThat(run(shell("printf abc; printf def >&2").keeping(4)).output()).isEqualTo("cdef");
    assertThat(run(shell("echo some").keeping(0)).output()).isEmpty();
  }

  @Test
  void runsEightAtOnce() throws Exception {
    List<Running> all = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < 8; i++) {
      all.add(host().start(shell("sleep 2; exit " + i)));
    }
    List<Integer> codes = new ArrayList<>();
    for (Running running : all) {
      codes.add(running.await().code());
    }
    assertThat(codes).isEqualTo(IntStream.range(0, 8).boxed().toList());
    assertThat(System.nanoTime() - start).isLessThan(15_000_000_000L);
  }

  @Test
  void saysWhyACommandCannotBeStarted() {
    assertThatThrownBy(() -> run(RunRequest.of(List.of("no-such-program"))))
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessage(
            "cannot start no-such-program: there is no such program on the PATH; "
                + "install it or give its path"
                + suffix());
    assertThatThrownBy(() -> run(RunRequest.of(List.of(directory.toString()))))
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> run(placed("/no/where", Map.of(), List.of(), 0, "true")))
        .hasMessageContaining("in /no/where: there is no such directory");
  }

  @Test
  void findsProgramsAsAShellDoes() throws Exception {
    assertThat(host().find("bash")).hasValueSatisfying(path -> assertThat(path).endsWith("/bash"));
    assertThat(host().find("no-such-program")).isEmpty();
    assertThat(host().find("/bin/bash")).contains("/bin/bash");
    program("own", "#!/bin/bash\necho own \"$0\" \"$@\"");
    assertThat(run(placed(directory.toString(), Map.of(), List.of(), 0, "./own", "1")).output())
        .startsWith("own ")
        .endsWith("own 1\n");
  }

  @Test
  void readsListsAndWritesFiles() throws Exception {
    Path files = Files.createDirectory(directory.resolve("files"));
    Path file = Files.writeString(files.resolve("file"), " a\\b\n\tü\n");
    assertThat(host().read(file.toString())).contains("a\\b\n\tü");
    assertThat(host().read("/no/such/file")).isEmpty();
    assertThat(host().read("/proc/self/status").orElseThrow()).startsWith("Name:");
    Files.createFile(files.resolve("another"));
    assertThat(host().list(files.toString())).containsExactly("another", "file");
    assertThat(host().list("/no/such/directory")).isEmpty();
    assertThat(host().write(file.toString(), "x\\n\n")).isEmpty();
    assertThat(file).hasContent("x\\n\n");
    assertThat(host().write("/no/such/file", "x")).contains("there is no /no/such/file");
    assertThat(host().write(files.toString(), "x").orElseThrow()).contains("Is a directory");
  }

  /** A program of a text, in the directory. */
  String program(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  static void awaitText(Path file) {
    await().atMost(30, SECONDS).until(() -> Files.exists(file) && Files.size(file) > 0);
  }

  static long pid(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }

  /** Whether it runs; one that is dead but that nobody waits for does not. */
  static boolean runs(Path pid) throws IOException {
    try {
      return !Files.readString(Path.of("/proc/%d/stat".formatted(pid(pid)))).contains(") Z");
    } catch (NoSuchFileException gone) {
      return false;
    }
  }
}
