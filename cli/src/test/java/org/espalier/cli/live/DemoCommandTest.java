package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** A live system under a load, from the command line. */
final class DemoCommandTest {
  /** Far longer than a demo takes to start and to stop, on a busy computer too. */
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path directory;

  @Test
  void fortySimulatedMachinesAreTriedWhereNoFileIsNamed() {
    CommandRun run = CommandRun.of("demo", "--seconds", "2", "--rate", "10", "--policy", "SQ");

    assertThat(run.err()).doesNotContain("ERROR");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("policy SQ", "m7-4")
        .contains("All tasks of the demo are forgotten");
    assertThat(run.lines().getLast())
        .matches(
            "Of \\d+ tasks, 0\\.\\d times what the machines can do, SQ had \\d+ on time .*\\.");
  }

  @Test
  @Sampled(0.25)
  void theSameTasksAreSentUnderTwoPolicies() {
    CommandRun run = CommandRun.of("demo", "--seconds", "4");

    assertThat(run.err()).doesNotContain("ERROR");
    assertThat(run.lines().getLast())
        .matches(
            "Of the same \\d+ tasks, 3\\.0 times what the machines can do, JIT had \\d+ on time"
                + " \\((> )?\\d+ %\\) and MM \\d+ \\((> )?\\d+ %\\): .*\\.");
  }

  /** Each task has a word of its own for a parameter that takes one of some. */
  @Test
  void commandsRunWithWordsChosenAtRandom() throws IOException {
    Path words = directory.resolve("words");
    Path live =
        live(
            """
            a:
              command: [sh, -c, 'echo "$1" >>"$0"', "%s", "{word}"]
              parameters:
                word: {choice: [left, right]}
            """
                .formatted(words)
                .indent(2),
            "0.02");
    // So that a busy computer runs them too.
    Files.writeString(
        live, "settings: {deadlines: soft, dropping_scope: none}\n", StandardOpenOption.APPEND);

    CommandRun run =
        CommandRun.of(
            "demo", live, "--seconds", "2", "--rate", "20", "--load", "1", "--policy", "FCFS");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("espalier submit a word=left --deadline \"in 5 s\" --url ");
    assertThat(Files.readAllLines(words)).contains("left", "right");
  }

  @Test
  void whatAFullServiceRefusesIsCounted() throws IOException {
    Path live = live("  a: {command: [\"true\"]}\n", "0.5");
    Files.writeString(live, "system: system.yaml\nbackend: simulated\nbatch_queue: 1\n");

    CommandRun run =
        CommandRun.of("demo", live, "--seconds", "2", "--rate", "50", "--policy", "FCFS");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("The service refused tasks, .*: \\d+ with FCFS");
  }

  @Test
  @Sampled(0.5)
  void theTasksOfAStudyAreSent() throws IOException {
    Path live = live("  a: {command: [\"true\"]}\n", "0.05");
    Files.writeString(live, "system: system.yaml\nbackend: simulated\n");
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: s
            system: system.yaml
            workload:
              pattern: poisson
              duration: 100 s
              types: {a: {rate: 10/s, deadline: 5 s, worth: 3}}
            axes: {load: [1, 4], policy: [FCFS]}
            """);

    CommandRun run =
        CommandRun.of(
            "demo", live, "--study", study, "--load", "2", "--seconds", "2", "--policy", "FCFS");

    assertThat(run.status()).as(run.err()).isZero();
    Matcher said = Pattern.compile("Of (\\d+) tasks").matcher(run.out());
    assertThat(said.find()).isTrue();
    assertThat(Integer.parseInt(said.group(1))).isBetween(20, 60);
  }

  @Test
  void aStudyThatDoesNotFitIsRefused() throws IOException {
    Path live = live("  a: {command: [\"true\"]}\n", "0.05");
    Files.writeString(live, "system: system.yaml\nbackend: simulated\n");

    CommandRun run =
        CommandRun.of("demo", live, "--study", Repository.file("examples/inference/study.yaml"));

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--study: the service has no task type classify-small");
    assertRefused("--rate beside --study", "--study", "study.yaml", "--rate", "3");
  }

  @Test
  void whatIsWrongWithAnOptionIsToldBeforeAnythingStarts() {
    assertRefused("--seconds is 0; expected a number above 0", "--seconds", "0");
    assertRefused("--load is NaN; expected a number above 0", "--load", "NaN");
    assertRefused("--rate is -1; expected a number above 0", "--rate=-1");
    assertRefused("--port is 70000; expected 0 to 65535", "--port", "70000");
    assertRefused("--policy: there is no policy NOPE; ", "--policy", "JIT,NOPE");
    assertRefused("--policy: there is no policy NADA; ", "--policy", "NOPE,NADA");
  }

  private static void assertRefused(String message, String... options) {
    CommandRun run = CommandRun.of(Stream.concat(Stream.of("demo"), Stream.of(options)).toArray());
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message);
  }

  /** A service that stays could go on with what runs; a demo could not. */
  @Test
  @Sampled(0.5)
  void nothingIsLeftOfOneThatIsBrokenOff() throws Exception {
    Path log = directory.resolve("log");
    List<String> program = CommandJvm.command(List.of("demo", stubborn(), "--rate", "5"));
    program.add(1, "-Djava.io.tmpdir=" + directory);
    Process demo =
        new ProcessBuilder(program).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      await().atMost(LONG).until(() -> commands().findAny().isPresent());
      demo.destroy();

      assertThat(demo.waitFor(LONG)).isTrue();
      await("killed processes are gone").atMost(LONG).until(() -> commands().findAny().isEmpty());
      assertThat(directory).isDirectoryNotContaining("glob:**/espalier-demo*");
      assertThat(Files.readString(log))
          .contains("Stop with Ctrl-C; what runs is stopped then")
          .doesNotContain("the next start", "internal error");
    } finally {
      demo.destroyForcibly();
      commands().forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** A live system whose commands run for minutes, and end at the signal KILL only. */
  private Path stubborn() throws IOException {
    return live(
        """
        a: {command: [sh, -c, 'trap "" TERM; sleep 300; :', "%s"]}
        """
            .formatted(directory.resolve("command"))
            .indent(2),
        "60");
  }

  /** A live system of two machines. */
  private Path live(String taskTypes, String seconds) throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: one\ntick: 1 ms\nmachines: [{type: m, count: 2}]\n"
            + "pet: {samples: times.csv, step: 10 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\na,m,%s\n".formatted(seconds));
    return Files.writeString(
        directory.resolve("live.yaml"),
        "system: system.yaml\npolicy: FCFS\nmachines:\n  m: {grace: 1 s}\ntask_types:\n"
            + taskTypes);
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

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("live.yaml:3: sed: unknown key", "seed");
  }
}
