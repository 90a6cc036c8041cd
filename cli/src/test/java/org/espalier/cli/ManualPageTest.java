package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Manual pages, made of what the command line knows about itself. */
final class ManualPageTest {
  @TempDir private Path directory;

  @Test
  void nothingInATextIsTakenForARequest() {
    assertThat(new ManualPage(new CommandLine(odd()), "1.2").text())
        .isEqualTo(
            """
            .TH ODD 1 "" "espalier 1.2"
            .SH NAME
            odd \\- Shows 50 % of \\en
            .SH SYNOPSIS
            odd [\\-n=N]
            .SH DESCRIPTION
            Shows 50 % of \\en. More is told here.
            .SH OPTIONS
            .TP
            \\fB\\-n, \\-\\-number=N\\fR
            \\&'quoted' at the beginning
            \\&.not a request
            """);
  }

  private static CommandSpec odd() {
    CommandSpec spec = CommandSpec.create().name("odd");
    spec.usageMessage().description("Shows 50 %% of \\n. More is told here.");
    return spec.addOption(
        OptionSpec.builder("-n", "--number")
            .type(int.class)
            .paramLabel("N")
            .description("'quoted' at the beginning%n.not a request")
            .build());
  }

  @Test
  void thereIsOneForEachCommand() throws IOException {
    ManualPages.main(new String[] {directory.toString()});

    List<String> expected = names(Espalier.commandLine()).map(name -> name + ".1").toList();
    try (Stream<Path> pages = Files.list(directory)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(expected)
          .contains("espalier.1", "espalier-pet-build.1");
    }
    assertThat(directory.resolve("espalier-run.1"))
        .content()
        .contains("\\-\\-threads=N", "espalier run studies/journal", "espalier(1)");
  }

  private static Stream<String> names(CommandLine command) {
    Stream<String> own = Stream.of(command.getCommandSpec().qualifiedName("-"));
    return Stream.concat(
        own, command.getSubcommands().values().stream().flatMap(ManualPageTest::names));
  }
}
