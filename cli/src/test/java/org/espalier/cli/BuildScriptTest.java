package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./espalier} does before it starts Java, on a tree with a Maven that only prints. */
final class BuildScriptTest {
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "[INFO] Building Espalier 0.1.0                 [1/2]"
      echo "Downloaded from somewhere: file.jar (1 kB at 1 kB/s)"
      echo "[INFO] Building jar: file.jar"
      echo "[INFO] Building Espalier command line 0.1.0   [2/2]"
      echo "[ERROR] no compiler today"
      exit 1
      """;

  @TempDir private Path directory;
  private Path tree;
  private Shell shell;

  @BeforeEach
  void copyScripts() throws IOException {
    tree = Files.createDirectories(directory.resolve("tree"));
    Files.createDirectories(tree.resolve("cli/src/main"));
    Files.createDirectories(tree.resolve("scripts"));
    for (String name : List.of("espalier", "pom.xml", "scripts/common.sh", "scripts/launch.sh")) {
      Files.copy(Repository.file(name), tree.resolve(name));
    }
    Path maven = Files.writeString(directory.resolve("mvn"), MAVEN);
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    shell =
        new Shell(tree)
            .with("PATH", directory + ":/usr/bin:/bin")
            .with("JAVA_HOME", System.getProperty("java.home"))
            .with("HOME", directory);
  }

  @Test
  void theBuildTellsHowFarItIs() throws Exception {
    Shell.Outcome outcome = shell.outcome("bash ./espalier run");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.printed().lines())
        .containsExactly(
            "espalier: building (the log is target/build.log)",
            "Building Espalier 0.1.0 [1/2]",
            "Building Espalier command line 0.1.0 [2/2]",
            "[ERROR] no compiler today",
            "espalier: the build failed; the whole log is " + tree + "/target/build.log");
  }

  @Test
  void theCommitIsThatOfTheRepository() throws Exception {
    shell.run(
        "git init -q . && git config user.name a && git config user.email a@b && git add ."
            + " && GIT_COMMITTER_DATE='2026-01-02T03:04:05Z' git commit -qm first");
    String head = shell.run("git rev-parse HEAD").substring(0, 12);

    assertThat(sources()).isEqualTo(head + " 1767323045\n");
    Files.writeString(tree.resolve("new"), "");
    assertThat(sources()).isEqualTo(head + "-modified 1767323045\n");
  }

  @Test
  void withoutRepositoryTheCommitIsThatOfTheArchive() throws Exception {
    Path archived = tree.resolve("scripts/archived-commit");
    Files.writeString(archived, "0123456 1767323045\n");
    assertThat(sources()).isEqualTo("0123456 1767323045\n");

    Files.writeString(archived, "$Format:%h %ct$\n");
    assertThat(sources()).isEqualTo(" 0\n");
  }

  @Test
  void fileNamesHaveAnyLettersWhateverTheLocale() throws Exception {
    assertThat(locale("", "run")).isEqualTo(":C.UTF-8\n");
    assertThat(locale("LANG=POSIX", "compare")).isEqualTo(":C.UTF-8\n");
    assertThat(locale("LC_ALL=C", "run")).isEqualTo("C.UTF-8:\n");
    assertThat(locale("LANG=C.UTF-8", "run")).isEqualTo(":\n");
    assertThat(locale("LANG=xx_XX.UTF-8", "run")).as("not installed").endsWith(":C.UTF-8\n");
    String kept = "echo \"${ESPALIER_LC_ALL-none}:${ESPALIER_LC_CTYPE-none}\"";
    assertThat(locale("", "run; " + kept)).startsWith("none:none\n");
    assertThat(locale("", "serve; " + kept)).isEqualTo("none:\n:C.UTF-8\n");
    assertThat(locale("LC_ALL=C", "profile; " + kept)).isEqualTo("C:none\nC.UTF-8:\n");
  }

  /** LC_ALL and LC_CTYPE as the launcher sets them for a command. */
  private String locale(String given, String command) throws IOException, InterruptedException {
    return shell.run(
        "unset LC_ALL LC_CTYPE LANG; export "
            + given
            + " A=; source scripts/launch.sh; use_utf8_names "
            + command
            + "; echo \"${LC_ALL:-}:${LC_CTYPE:-}\"");
  }

  @Test
  void whatAServiceNoLongerNeedsIsGivenBack() throws Exception {
    assertThat(
            shell.run(
                "source scripts/launch.sh; options=(); choose_compilers_and_collector serve x.yaml;"
                    + " echo \"${options[*]}\""))
        .contains("-XX:G1PeriodicGCInterval=20000");
  }

  private String sources() throws IOException, InterruptedException {
    return shell.run(
        "set -euo pipefail; root=$PWD; source scripts/common.sh;"
            + " echo \"$(source_commit) $(source_time)\"");
  }
}
