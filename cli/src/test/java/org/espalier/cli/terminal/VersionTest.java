package org.espalier.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.cli.CommandRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@code --version} says. */
final class VersionTest {
  private static final String COMMIT = "espalier.commit";

  @AfterEach
  void forget() {
    System.clearProperty(COMMIT);
  }

  @Test
  void commitAndJavaAreTold() {
    System.setProperty(COMMIT, "0123456789ab-modified");

    assertThat(CommandRun.of("--version").out())
        .matches("(?s)espalier \\d\\S+ \\(commit 0123456789ab-modified\\)\nJava 2.*")
        .contains(Runtime.version().toString(), System.getProperty("java.home"));
  }

  @Test
  void aCommitThatNobodyKnowsIsNotMadeUp() {
    System.setProperty(COMMIT, "");

    assertThat(Version.commit()).isEmpty();
    assertThat(CommandRun.of("--version").out()).contains("(commit unknown)");
  }
}
