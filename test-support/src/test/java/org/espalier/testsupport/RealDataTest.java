package org.espalier.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Where real data are looked for, and what a test says that does not find them. */
class RealDataTest {
  @Test
  void anEmptyVariableIsAnUnsetOne(@TempDir Path directory) {
    Path repository = directory.resolve("espalier");

    assertThat(RealData.root("", repository)).isEqualTo(directory.resolve("shared/data"));
    assertThat(RealData.root(" ", repository)).isEqualTo(directory.resolve("shared/data"));
    assertThat(RealData.root("/data", repository)).isEqualTo(Path.of("/data"));
  }

  @Test
  void aTestWithoutItsDataIsSkippedAndSaysWhy() {
    assertThatThrownBy(() -> RealData.path("no-such-file"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no-such-file")
        .hasMessageContaining("ESPALIER_DATA");
  }

  @Test
  void theRepositoryIsTheOneOfThisModule() {
    assertThat(Files.isRegularFile(Repository.file("test-support/pom.xml"))).isTrue();
  }
}
