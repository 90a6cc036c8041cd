package org.espalier.profiler.host;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.profiler.host.RunOutcome.End;
import org.espalier.testsupport.PlainStart;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real commands through a program that stands for ssh and runs a shell on this machine. */
@Sampled(0.3)
class RemoteHostTest extends HostContract {
  /**
   * Writes what logins write, tells its number, and runs what it is given as sshd does: with
   * default signals, also where the tests ignore some.
   */
  private static final String FAKE_SSH =
      """
      #!/bin/bash
      echo "Welcome to $0"
      echo $$ > "$(dirname "$0")/pid"
      exec env --default-signal bash -c "${*: -1}"
      """;

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

  @Override
  Host host() {
    return host;
  }

  @Override
  String suffix() {
    return " (on elsewhere)";
  }

  @Test
  void hasTheNameOfItsMachine() {
    assertThat(host.name()).isEqualTo("elsewhere");
  }

  @Test
  void beginsWithDefaultSignalsAndAnEmptyInput() throws Exception {
    assertThat(run(shell("grep -hE 'SigBlk|SigIgn' /proc/self/status; cat")).output())
        .containsPattern("SigBlk:\t0+\nSigIgn:\t[0-9a-f]+0000000\n$");
  }

  @Test
  void refusesCoresThatAreNotThere() {
    assertThatThrownBy(() -> run(shell("true").on(List.of(0, 900))))
        .hasMessageContaining("cannot pin to cores 0,900: only ");
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
  void losesRunsWhenTheConnectionBreaksAndTheOtherSideCleansUp() throws Exception {
    Path changed = Files.writeString(directory.resolve("changed"), "before");
    host.putBack(changed.toString(), "be\\fore\n");
    assertThat(host.write(changed.toString(), "after")).isEmpty();
    Path pid = directory.resolve("pid-of-run");
    Running running =
        host.start(shell("setsid sleep 300 & echo $! > %s; sleep 300".formatted(pid)));
    awaitText(pid);
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
        .isInstanceOf(MeasuringFailedException.class)
        .hasMessageContaining("cannot start /no/such/ssh to reach x");
  }

  private String failure(String script) throws IOException {
    String ssh = program("failing", "#!/bin/bash\n" + script);
    try {
      Hosts.ssh(Ssh.to("x").by(List.of(ssh))).close();
      return "";
    } catch (MeasuringFailedException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
