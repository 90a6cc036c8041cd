package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live system under a load, from the command line. */
final class DemoCommandTest {
  @TempDir private Path directory;

  @Test
  void aThousandSimulatedMachinesAreTried() {
    Path live = Repository.file("examples/simulated/live.yaml");

    CommandRun run =
        CommandRun.of("demo", live.toString(), "--seconds", "2", "--rate", "100", "--policy", "SQ");

    assertThat(run.err()).doesNotContain("ERROR");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("policy SQ", "10 of 1,000 machines", "All tasks of the demo are forgotten");
    assertThat(run.lines().getLast())
        .matches(
            "Of \\d+ tasks, 0\\.\\d times what the machines can do, SQ had \\d+ on time .*\\.");
  }

  /** However slow the computer is: times are measured there, and the load follows. */
  @Test
  void theSameTasksAreSentUnderTwoPoliciesOnAComputerThatIsBusy() throws Exception {
    try (BusyProcessors _ = new BusyProcessors()) {
      CommandRun run = CommandRun.of("demo", "--seconds", "8");

      assertThat(run.err()).doesNotContain("ERROR");
      assertThat(run.status()).isZero();
      assertThat(run.out())
          .contains("This computer is busy: ", "Measuring", "Dashboard: ", "Other programs took");
      assertThat(run.lines().getLast())
          .matches(
              "Of the same \\d+ tasks, 3\\.0 times what the machines can do, JIT had \\d+ on time"
                  + " \\(\\d+ %\\) and MM \\d+ \\(\\d+ %\\): .*\\.");
    }
  }

  /** A process for each processor that does nothing but count. */
  private static final class BusyProcessors implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    BusyProcessors() throws IOException {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
    }

    @Override
    public void close() {
      processes.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void allThatIsWrongWithTheOptionsIsToldBeforeAnythingStarts() {
    CommandRun run =
        CommandRun.of(
            "demo",
            "--seconds",
            "0",
            "--load",
            "NaN",
            "--rate",
            "-1",
            "--port",
            "70000",
            "--policy",
            "JIT,NOPE,");

    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains(
            "--seconds is 0.0; expected a number above 0",
            "--load is NaN; expected a number above 0",
            "--rate is -1.0; expected a number above 0",
            "--port is 70000; expected 0 to 65535",
            "--policy is JIT,NOPE,; expected names with commas between them, as in JIT,MM",
            "--policy: there is no policy NOPE; ");
    assertThat(CommandRun.of("demo", "--policy", ",").err()).contains("--policy is ,; expected");
  }

  /** A service that stays could go on with what runs; a demo could not. */
  @Test
  void nothingIsLeftOfOneThatIsBrokenOff() throws Exception {
    Path log = directory.resolve("log");
    Process demo =
        new ProcessBuilder(
                TestJvm.of("-Djava.io.tmpdir=" + directory)
                    .command(
                        "org.espalier.cli.Espalier", "demo", stubborn().toString(), "--rate", "5"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> commands().findAny().isPresent());
      demo.destroy();

      assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(commands()).isEmpty();
      assertThat(directory).isDirectoryNotContaining("glob:**/espalier-demo*");
      assertThat(Files.readString(log))
          .contains("Stop with Ctrl-C; what runs is stopped then")
          .doesNotContain("the next start", "internal error");
    } finally {
      demo.destroyForcibly();
      commands().forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** A live system whose commands run for ever, and end at the signal KILL only. */
  private Path stubborn() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: one\ntick: 1 ms\nmachines: [{type: m, count: 2}]\n"
            + "pet: {samples: times.csv, step: 1 s}\n");
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\na,m,60\n");
    return Files.writeString(
        directory.resolve("live.yaml"),
        """
        system: system.yaml
        policy: FCFS
        task_types:
          a: {command: [sh, -c, 'trap "" TERM; while :; do sleep 0.1; done', "%s"]}
        machines:
          m: {grace: 1 s}
        """
            .formatted(directory.resolve("command")));
  }

  private Stream<ProcessHandle> commands() {
    String name = directory.resolve("command").toString();
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(name));
  }

  @Test
  void whatIsWrongWithTheFileIsTold() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: one\ntick: 1 ms\nmachines: [{type: m, count: 3}]\n"
            + "pet: {samples: times.csv, step: 10 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\na,m,0.1\n");
    Path live =
        Files.writeString(
            directory.resolve("live.yaml"), "system: system.yaml\nbackend: simulated\nsed: 3\n");

    CommandRun run = CommandRun.of("demo", live.toString());

    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("live.yaml:3: sed: unknown key", "seed");
  }
}
