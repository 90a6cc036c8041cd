package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** The command line with the options of only those subcommands that arguments name. */
class EspalierTest {
  @Test
  void helpIsThatOfAllSubcommands() {
    assertThat(CommandRun.of("--help").out())
        .isEqualTo(Espalier.commandLine().getUsageMessage())
        .contains("run", "Prints a script with which bash and zsh complete");
  }

  @Test
  void suggestsSubcommandsThatWereNotNamed() {
    CommandRun run = CommandRun.of("polices");

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("policies");
  }

  @Test
  void argumentsMayStandInAFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("arguments"), "policies MM --stacktrace");

    CommandRun run = CommandRun.of("@" + file);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("Min-Min");
  }

  @Test
  void theMessageOfAFaultIsPrintedThatAnotherThreadHandsOn() {
    CommandLine line = Espalier.commandLine();
    StringWriter err = new StringWriter();
    Throwable copy = new OutOfMemoryError().initCause(new OutOfMemoryError("no heap"));

    int status = new FailurePrinter(line.getCommand(), line).print(copy, new PrintWriter(err));

    assertThat(status).isEqualTo(ExitCode.SOFTWARE);
    assertThat(err.toString()).contains("internal error: java.lang.OutOfMemoryError: no heap (");
  }

  @Test
  void completionScriptNamesTheCommands() {
    CommandRun cli = CommandRun.of("completion");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    assertThat(cli.out())
        .contains("complete -F _complete_espalier")
        .contains("policies", "--threads");
  }

  @Test
  void completionScriptCompletesFilesThatMayBeLeftOut() {
    String script = CommandRun.of("completion").out();
    int check = script.indexOf("function _picocli_espalier_check()");
    int system = script.indexOf("'--system')", check);
    assertThat(script.substring(system, script.indexOf(";;", system))).contains("compgen -f");
  }

  @Test
  void everyCommandShowsAnExample() {
    Espalier.commandLine()
        .getSubcommands()
        .keySet()
        .forEach(name -> assertThat(CommandRun.of(name, "--help").out()).contains("Example"));
    assertThat(CommandRun.of("pet", "build", "--help").out()).contains("Examples");
  }
}
