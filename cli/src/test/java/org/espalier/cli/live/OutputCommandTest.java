package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command wrote, by the command line, from a service with real commands. */
final class OutputCommandTest {
  private static final String WILD =
      "\u001b]0;title\u0007\u001b]52;c;ZXZpbA==\u0007\u00c2\u009b \u00e2\u0080\u00ae \u00ff"
          + " \u00c3\u00a9\n";

  @TempDir private Path directory;
  private LiveServer server;

  @BeforeEach
  void serve() throws IOException {
    write(
        "system.yaml",
        """
        name: one
        tick: 1 ms
        task_types: [say, much, wild, twice, flaky]
        machine_types: [{name: box}]
        machines: [{type: box, count: 1}]
        pet: {samples: times.csv, step: 10 ms}
        """);
    write(
        "times.csv",
        "task_type,machine_type,execution_time_s\n"
            + "say,box,0.1\n"
            + "say,box,0.2\n"
            + "much,box,0.1\n"
            + "wild,box,0.1\n"
            + "twice,box,0.1\n"
            + "flaky,box,0.1\n");
    write(
        "live.yaml",
        """
        system: system.yaml
        policy: MM
        http: {port: 0}
        task_types:
          say:
            command:
              - sh
              - -c
              - 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "line $i"; done; until [ -e "$1" ]; do sleep 0.05; done; echo ended; echo bad luck >&2; exit 3'
              - say
              - "{gate}"
            parameters: {gate: {text: "[a-z]+"}}
          much:
            command: [sh, -c, 'head -c 3000 /dev/zero | tr "\\0" x; head -c 1024 /dev/zero | tr "\\0" y >&2']
          wild: {command: [printf, '\\033]0;title\\007\\033]52;c;ZXZpbA==\\007\\302\\233 \\342\\200\\256 \\377 \\303\\251\\n']}
          twice: {command: [sh, -c, 'echo run $ESPALIER_ATTEMPT; until [ -e gate ]; do sleep 0.05; done; [ $ESPALIER_ATTEMPT = 2 ] && echo ends'], retry: {count: 1, on: [failed]}}
          flaky: {command: [sh, -c, 'kill -9 $$'], retry: {count: 1, on: [failed]}}
        machines:
          box: {output: 1 KiB}
        """);
    server =
        new Serving(
                Optional.of(directory.resolve("live.yaml")),
                Optional.empty(),
                Optional.empty(),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(new StringWriter()));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(directory.resolve(file), text);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CommandRun run(String... args) {
    return CommandRun.at(server.address(), args);
  }

  private String submit() {
    return run("submit", "say", "gate=gate", "--deadline", "in 5 min").out().strip();
  }

  @Test
  void aTaskIsFollowedToItsEnd() throws Exception {
    String id = submit();
    CompletableFuture<CommandRun> followed =
        CompletableFuture.supplyAsync(() -> run("output", id, "--follow"));
    Files.createFile(directory.resolve("gate"));

    CommandRun run = followed.get();

    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("line 1\nline 2\n").endsWith("line 12\nended\n");
    assertThat(run.err()).isEqualTo("bad luck\n");
    assertThat(run("output", id).out()).isEqualTo(run.out());
  }

  @Test
  void theLastLinesOfAFailedTaskStandInItsStatus() throws Exception {
    String id = submit();
    Files.createFile(directory.resolve("gate"));
    run("output", id, "--follow");

    String status = run("status", id).out();

    assertThat(status)
        .contains("failed on box-0, exit status 3")
        .contains("stdout, last lines\n  line 4\n", "  ended\n", "stderr, last lines\n  bad luck\n")
        .doesNotContain("line 3\n");
    assertThat(run("status", "--tasks").out()).contains("failed, exit status");
  }

  /** 3,000 bytes of standard output, of which 1,024 are kept; of standard error as many as that. */
  @Test
  void howMuchIsNotKeptIsTold() {
    String id = run("submit", "much", "--deadline", "in 5 min").out().strip();
    String cut = "1,976 bytes written after that are not kept";

    CommandRun followed = run("output", id, "--follow");
    assertThat(followed.out()).hasSize(1024);
    assertThat(followed.err())
        .startsWith("y".repeat(1024) + "espalier: stdout: " + cut)
        .hasLineCount(1);
    assertThat(run("output", id).err()).contains("stdout: " + cut).doesNotContain("stderr:");
    assertThat(run("status", id).out())
        .contains("stdout, last lines of what is kept; " + cut, "stderr, last lines\n");
    assertThat(run("status", id, "--json").out().replaceAll("\\s", ""))
        .contains("\"output_not_kept\":{\"stdout\":1976}");
  }

  @Test
  void whatRunsAgainIsFollowedFromItsBeginning() throws Exception {
    String id = run("submit", "twice", "--deadline", "in 5 min").out().strip();
    CompletableFuture<CommandRun> following =
        CompletableFuture.supplyAsync(() -> run("output", id, "--follow"));
    Thread.sleep(1_000); // by then it follows the first run, where the computer is not too slow
    Files.createFile(directory.resolve("gate"));

    CommandRun followed = following.get();

    String first = followed.err().contains("stdout: what run 2 writes follows") ? "run 1\n" : "";
    assertThat(followed.out()).isEqualTo(first + "run 2\nends\n");
  }

  @Test
  void aCommandThatFailedAndRunsAgainIsNotCalledLost() {
    String id = run("submit", "flaky", "--deadline", "in 5 min").out().strip();
    run("output", id, "--follow");

    assertThat(run("status", id).out())
        .contains("attempts   2, to run again: 1", "  to run again  box-0")
        .doesNotContain("lost");
    assertThat(run("status", "--state", "failed").out()).contains("probably ended", "by signal 9");
  }

  @Test
  void whatIsNotThereIsTold() {
    assertThat(run("output", "7").err()).contains("no task 7");
    assertThat(run("output", "7", "--follow").err()).contains("no task 7");
  }

  /** A title, the clipboard, a C1 character, a turn of direction and a byte that is no letter. */
  @Test
  void whatActsOnATerminalIsShownInTheStatusAndExactInAPipe() throws Exception {
    String id = run("submit", "wild", "--deadline", "in 5 min").out().strip();
    run("output", id, "--follow");
    String shown =
        "\\u001b]0;title\\u0007\\u001b]52;c;ZXZpbA==\\u0007\\u009b \\u202e \ufffd \u00e9\n";

    assertThat(run("status", id).out()).contains("stdout, last lines\n  " + shown);
    for (String option : List.of("--follow", "--raw")) {
      ByteArrayOutputStream exact = new ByteArrayOutputStream();
      assertThat(CommandRun.to(exact, "output", id, option, "--url", server.address())).isZero();
      assertThat(exact.toByteArray()).isEqualTo(WILD.getBytes(StandardCharsets.ISO_8859_1));
    }
    assertThat(onTerminal("output " + id)).isEqualTo(shown.replace("\n", "\r\n"));
    assertThat(onTerminal("output " + id + " --raw")).contains("\u001b]52;c;ZXZpbA==\u0007");
  }

  /** What a terminal gets from the program. */
  private String onTerminal(String command) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script of util-linux");
    Path line = directory.resolve("line.sh");
    List<String> program = CommandJvm.command(List.of());
    program.add(1, "-Dstdout.encoding=UTF-8");
    String java = program.stream().map("'%s'"::formatted).collect(Collectors.joining(" "));
    Files.writeString(line, "exec %s %s --url %s\n".formatted(java, command, server.address()));
    Process process =
        new ProcessBuilder("script", "-qec", "sh " + line, "/dev/null")
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(shown).isZero();
    return shown;
  }
}
