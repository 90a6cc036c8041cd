package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleSessionTest {
  @Test
  void commandsAreReadWithWhatTheyShow() {
    String block =
        """
        $ espalier run \\
            --seed 2
        first
        ...
        second
        $ espalier check x.yaml  # exit code 2
        """;

    assertThat(ConsoleSession.commands(block))
        .containsExactly(
            new ConsoleSession.Command("espalier run --seed 2", 0, List.of("first", "second")),
            new ConsoleSession.Command("espalier check x.yaml", 2, List.of()));
  }

  @Test
  void shownLinesMustComeInTheirOrder() {
    ConsoleSession.Command command = new ConsoleSession.Command("x", 0, List.of("a", "b"));

    assertThat(command.missingFrom("a\nother\nb  \n")).isEmpty();
    assertThat(command.missingFrom("b\na\n")).containsExactly("b");
    assertThat(command.missingFrom("a and more\nb\n")).containsExactly("a");
  }
}
