package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.CommandRun;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ExitCode;

/** The line that lets a user in says the name and the role that were asked for, and no more. */
final class TokenCommandTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice",
        "alice, role: operate",
        "x, role: operate, sha256: 00} #",
        "a: b",
        "a #b",
        "{a",
        "\"a\"",
        "'a",
        "a\\b",
        "- a",
        "&a",
        "*a",
        "!a",
        "%a",
        "@a",
        "`a",
        "null",
        "yes",
        "12",
        "1e3",
        "2030-01-31",
        "J\u00fcrgen M.",
        "a'b\"c",
        "~"
      })
  void anyNameIsReadBack(String name) throws Exception {
    CommandRun run = CommandRun.of("token", "--name", name, "--role", "read", "--expires", "9 d");

    assertThat(run.status()).as(run.err()).isZero();
    Path file = directory.resolve("tokens.yaml");
    Files.writeString(file, "tokens:\n" + run.lines().getLast() + "\n");
    List<DocumentNode> entries =
        Problems.demand(problems ->
            Document.read(file, problems).flatMap(root -> root.list("tokens").required()));
    assertThat(entries).hasSize(1);
    assertThat(entries.getFirst().keys()).containsExactly("name", "role", "sha256", "expires");
    assertThat(entries.getFirst().string("name").find()).contains(name);
    assertThat(entries.getFirst().string("role").find()).contains("read");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void plainNamesStayAsTheyAre() {
    assertThat(CommandRun.of("token", "--name", "alice", "--role", "submit").lines().getLast())
        .startsWith("  - {name: \"alice\", role: submit, sha256: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u0007", "a\u0085b", "a\u202eb", "a\u2028b"})
  void whatCannotBePrintedIsNoName(String name) {
    CommandRun run = CommandRun.of("token", "--name", name, "--role", "read");

    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("espalier: --name is \"").contains("can be printed");
  }
}
