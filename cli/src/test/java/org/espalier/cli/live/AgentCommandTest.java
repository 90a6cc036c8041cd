package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of an agent before it dials. */
final class AgentCommandTest {
  @TempDir private Path directory;

  @Test
  void aKeyIsMadeForItsOwnerOnce() throws Exception {
    String file = directory.resolve("gate.key").toString();

    CommandRun made = CommandRun.of("agent", "--make-key", file);
    CommandRun again = CommandRun.of("agent", "--make-key", file);

    assertThat(made.status()).as(made.err()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file))))
        .isEqualTo("rw-------");
    assertThat(again.status()).isNotZero();
    assertThat(again.err()).contains("gate.key is there already");
  }

  @Test
  void allThatIsWrongIsToldTogether() {
    CommandRun run =
        CommandRun.of(
            "agent", "--gate", "here", "--machines", "m-3..m-1,n,n,k0..k99999999999999999999");

    assertThat(run.status()).isNotZero();
    assertThat(run.err())
        .contains("--gate is no address")
        .contains("--key is missing")
        .contains("m-3..m-1 is no range", "k0..k99999999999999999999 is no range")
        .contains("--machines names n twice");
  }

  /** As clusters write them: node08..node10 is not node8. */
  @Test
  void rangesKeepTheirZeros() {
    CommandRun run = CommandRun.of("agent", "--machines", "node08..node10,node10,m8..m10,m08");

    assertThat(run.err()).contains("--machines names node10 twice").doesNotContain("m08 twice");
    assertThat(CommandRun.of("agent", "--machines", "node08..node10,node08").err())
        .contains("--machines names node08 twice");
  }

  @Test
  void aKeyThatOthersMayReadIsRefused() throws Exception {
    Path file = directory.resolve("gate.key");
    CommandRun.of("agent", "--make-key", file.toString());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    CommandRun run =
        CommandRun.of(
            "agent", "--gate", "127.0.0.1:9", "--key", file.toString(), "--machines", "m-0..m-1");

    assertThat(run.status()).isNotZero();
    assertThat(run.err()).contains("can be read by all users").contains("chmod o-r");
  }
}
