package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("policies");
  }

  @Test
  void argumentsMayStandInAFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("arguments"), "policies MM --stacktrace");

    CommandRun run = CommandRun.of("@" + file);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("Min-Min");
  }
}
