package org.espalier.profiler.host;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.profiler.host.RunOutcome.End;
import org.espalier.testsupport.PlainStart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands through a program that stands for ssh and runs a shell on this machine. */
class RemoteHostTest {
  /** Writes what logins write, tells its number, and runs what it is given as sshd does. */
  private static final String FAKE_SSH =
      """
      #!/bin/bash
      echo "Welcome to $0"
      echo $$ > "$(dirname "$0")/pid"
      exec bash -c "${*: -1}"
      """;

  @TempDir private Path directory;
  private Host host;

  @BeforeEach
  void open() throws Exception {
    host = Hosts.ssh(Ssh.to("elsewhere").by(List.of(program("ssh", FAKE_SSH))));
  }

  @AfterEach
  void close() {
    host.close();
    assertThat(Path.of(host.scratch())).doesNotExist();
  }

  private String program(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  private static RunRequest shell(String script) {
    return RunRequest.of(List.of("bash", "-c", script)).keeping(10_000);
  }

  @Test
  void tellsExitCodesAndSignals() throws Exception {
    assertThat(host.name()).isEqualTo("elsewhere");
    assertThat(host.run(RunRequest.of(List.of("true"))).succeeded()).isTrue();
    assertThat(host.run(shell("exit 7")).code()).isEqualTo(7);
    assertThat(host.run(shell("exit 137")).end()).isEqualTo(End.EXITED);
    RunOutcome terminated = host.run(shell("kill -TERM $$"));
    assertThat(terminated.end()).isEqualTo(End.SIGNALLED);
    assertThat(terminated.code()).isEqualTo(15);
    assertThat(host.run(shell("kill -KILL $$")).end()).isEqualTo(End.SIGNALLED);
  }

  @Test
  void handsOnWordsEnvironmentDirectoryCoresAndNiceness() throws Exception {
    List<String> words = List.of("printf", "<%s>", "", "a b", "*", "$HOME", "'\"\\", "-e", "ü\n\t");
    assertThat(host.run(RunRequest.of(words).keeping(100)).output())
        .isEqualTo("<><a b><*><$HOME><'\"\\><-e><ü\n\t>");
    int last = Posix.cores(0).getLast();
    RunRequest request =
        new RunRequest(
            List.of(
                "bash",
                "-c",
                "echo \"$A:$PWD:$(nice)\"; grep -h Cpus_allowed_list /proc/$$/status"),
            Map.of("A", "x y", "file", "1"),
            Optional.of(directory.toString()),
            List.of(last),
            5,
            Optional.empty(),
            1_000);
    int niceness = Integer.parseInt(host.run(shell("nice")).output().strip()) + 5;
    assertThat(host.run(request).output())
        .isEqualTo(
            "x y:%s:%d\nCpus_allowed_list:\t%d\n"
                .formatted(directory.toRealPath(), niceness, last));
    assertThat(host.run(shell("grep -hE 'SigBlk|SigIgn' /proc/self/status; cat")).output())
        .containsPattern("SigBlk:\t0+\nSigIgn:\t[0-9a-f]+0000000\n$");
  }

  @Test
  void measuresTimeProcessorTimeAndMemory() throws Exception {
    double limit = 0.2 + Math.max(0.01, 3 * PlainStart.seconds());
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 100 && least > limit; i++) {
      least = Math.min(least, host.run(RunRequest.of(List.of("sleep", "0.2"))).seconds());
    }
    assertThat(least).isBetween(0.2, limit);
    RunOutcome counting = host.run(shell("i=0; while ((i < 300000)); do ((i++)); done"));
    assertThat(counting.resources().userSeconds().orElseThrow())
        .isBetween(0.05, counting.seconds() + 0.02);
    RunOutcome large =
        host.run(
            RunRequest.of(List.of("dd", "bs=200M", "count=1", "if=/dev/zero", "of=/dev/null")));
    assertThat(large.succeeded()).as(large.toString()).isTrue();
    if (Files.isExecutable(Path.of("/usr/bin/time"))) {
      assertThat(large.resources().peakMemoryBytes().orElseThrow())
          .isBetween(200L << 20, 215L << 20);
    } else {
      assertThat(large.resources().peakMemoryBytes()).isEmpty();
    }
  }

  @Test
  void killsAtTheLimitAndOnClose() throws Exception {
    RunOutcome late = host.run(shell("echo a; sleep 300").within(Duration.ofMillis(200)));
    assertThat(late.end()).isEqualTo(End.TIMED_OUT);
    assertThat(late.output()).isEqualTo("a\n");
    Path pid = directory.resolve("pid-of-run");
    Running running = host.start(shell("echo $$ > %s; sleep 300".formatted(pid)));
    await().atMost(30, SECONDS).until(() -> Files.exists(pid) && Files.size(pid) > 0);
    running.close();
    assertThat(running.await().end()).isEqualTo(End.CLOSED);
    assertThat(runs(pid)).isFalse();
  }

  @Test
  void keepsTheEndOfMuchOutputAndWaitsForNoGrandchild() throws Exception {
    RunOutcome much = host.run(shell("yes 0123456789 | head -c 100M; echo end").keeping(20));
    assertThat(much.output()).hasSize(20).endsWith("end\n");
    assertThat(host.run(shell("echo some").keeping(0)).output()).isEmpty();
    RunOutcome kept = host.run(shell("setsid sleep 300 & sleep 300 & echo done"));
    assertThat(kept.output()).isEqualTo("done\n");
    assertThat(kept.seconds()).isLessThan(5);
  }

  @Test
  void runsEightAtOnce() throws Exception {
    List<Running> all = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < 8; i++) {
      all.add(host.start(shell("sleep 2; exit " + i)));
    }
    List<Integer> codes = new ArrayList<>();
    for (Running running : all) {
      codes.add(running.await().code());
    }
    assertThat(codes).isEqualTo(IntStream.range(0, 8).boxed().toList());
    assertThat(System.nanoTime() - start).isLessThan(15_000_000_000L);
  }

  @Test
  void readsListsFindsAndWrites() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), " a\\b\n\tü\n");
    assertThat(host.read(file.toString())).contains("a\\b\n\tü");
    assertThat(host.read("/no/such/file")).isEmpty();
    assertThat(host.read("/proc/self/status").orElseThrow()).startsWith("Name:");
    assertThat(host.list(directory.toString())).containsExactly("file", "pid", "ssh");
    assertThat(host.list("/no/such/directory")).isEmpty();
    assertThat(host.find("bash")).hasValueSatisfying(path -> assertThat(path).endsWith("/bash"));
    assertThat(host.find("no-such-program")).isEmpty();
    assertThat(host.write(file.toString(), "x\\n\n")).isEmpty();
    assertThat(file).hasContent("x\\n\n");
    assertThat(host.write("/no/such/file", "x")).contains("there is no /no/such/file");
    assertThat(host.write(directory.toString(), "x").orElseThrow()).contains("Is a directory");
  }

  @Test
  void saysWhyACommandCannotBeStarted() {
    assertThatThrownBy(() -> host.run(RunRequest.of(List.of("no-such-program"))))
        .isInstanceOf(CannotRunException.class)
        .hasMessage(
            "cannot start no-such-program: there is no such program on the PATH; "
                + "install it or give its path (on elsewhere)");
    assertThatThrownBy(() -> host.run(RunRequest.of(List.of(directory.toString()))))
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> host.run(shell("true").on(List.of(0, 900))))
        .hasMessageContaining("cannot pin to cores 0,900: only ");
    RunRequest elsewhere =
        new RunRequest(
            List.of("true"), Map.of(), Optional.of("/no/where"), List.of(), 0, Optional.empty(), 0);
    assertThatThrownBy(() -> host.run(elsewhere))
        .hasMessageContaining("in /no/where: there is no such directory");
  }

  @Test
  void losesRunsWhenTheConnectionBreaksAndTheOtherSideCleansUp() throws Exception {
    Path changed = Files.writeString(directory.resolve("changed"), "before");
    host.putBack(changed.toString(), "be\\fore\n");
    assertThat(host.write(changed.toString(), "after")).isEmpty();
    Path pid = directory.resolve("pid-of-run");
    Running running =
        host.start(shell("setsid sleep 300 & echo $! > %s; sleep 300".formatted(pid)));
    await().atMost(30, SECONDS).until(() -> Files.exists(pid) && Files.size(pid) > 0);
    String agent = Files.readString(directory.resolve("pid")).strip();
    ProcessHandle.of(Long.parseLong(agent)).orElseThrow().destroyForcibly();
    assertThat(running.await().end()).isEqualTo(End.LOST);
    await().atMost(30, SECONDS).until(() -> !runs(pid));
    await().atMost(30, SECONDS).until(() -> Files.readString(changed).equals("be\\fore\n"));
    await().atMost(30, SECONDS).until(() -> !Files.exists(Path.of(host.scratch())));
    assertThat(host.read(changed.toString())).isEmpty();
    assertThatThrownBy(() -> host.start(shell("true")))
        .hasMessageContaining("the connection to elsewhere is lost");
  }

  @Test
  void putsBackWhenItIsClosed() throws Exception {
    Path changed = Files.writeString(directory.resolve("changed"), "before");
    host.putBack(changed.toString(), "before");
    assertThat(host.write(changed.toString(), "after")).isEmpty();
    Running running = host.start(shell("sleep 300"));
    host.close();
    assertThat(running.await().end()).isEqualTo(End.CLOSED);
    assertThat(changed).hasContent("before");
  }

  @Test
  void explainsWhatSshComplainsOf() throws Exception {
    assertThat(
            failure(
                "echo 'ssh: Could not resolve hostname x: Name or service not known' >&2; exit"
                    + " 255"))
        .isEqualTo(
            "cannot reach x: ssh: Could not resolve hostname x: Name or service not known; "
                + "check the name, or give it a Host entry in ~/.ssh/config");
    assertThat(failure("echo 'u@x: Permission denied (publickey).' >&2; exit 255"))
        .contains("let a key log in without a password (ssh-copy-id x, ssh-add)");
    assertThat(failure("echo 'sh: bash: not found' >&2; exit 127"))
        .isEqualTo(
            "cannot measure on x: there is no bash to start (sh: bash: not found); install it"
                + " there");
    assertThat(failure("echo 'espalier-refused bash is 3.2; expected 5 or later'; exit 1"))
        .isEqualTo("cannot measure on x: bash is 3.2; expected 5 or later");
    assertThatThrownBy(() -> Hosts.ssh(Ssh.to("x").by(List.of("/no/such/ssh"))))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("cannot start /no/such/ssh to reach x");
  }

  private String failure(String script) throws IOException {
    String ssh = program("failing", "#!/bin/bash\n" + script);
    try {
      Hosts.ssh(Ssh.to("x").by(List.of(ssh))).close();
      return "";
    } catch (CannotRunException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Whether it runs; one that is dead but that nobody waits for does not. */
  private static boolean runs(Path pid) throws IOException {
    Path stat = Path.of("/proc", Files.readString(pid).strip(), "stat");
    try {
      return !Files.readString(stat).contains(") Z");
    } catch (IOException gone) {
      return false;
    }
  }
}
