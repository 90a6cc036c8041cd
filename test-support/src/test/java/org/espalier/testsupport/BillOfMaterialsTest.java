package org.espalier.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials names what is published, in the version of this source tree. */
class BillOfMaterialsTest {
  private static final Set<String> NOT_PUBLISHED =
      Set.of("bom", "test-support", "benchmarks", "browser-tests", "fuzz-tests");

  @Test
  void itHasEveryPublishedModuleAndNoOther() throws IOException {
    List<String> published =
        all("pom.xml", "<module>([^<]+)</module>").stream()
            .filter(module -> !NOT_PUBLISHED.contains(module))
            .map("espalier-"::concat)
            .toList();

    assertThat(all("bom/pom.xml", "<artifactId>(espalier-[^<]+)</artifactId>"))
        .filteredOn(artifact -> !artifact.equals("espalier-bom"))
        .containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void itHasTheVersionOfTheOthers() throws IOException {
    String version = "(?s)<artifactId>espalier(?:-bom)?</artifactId>\\s*<version>([^<]+)</version>";

    assertThat(all("bom/pom.xml", version)).isEqualTo(all("pom.xml", version));
  }

  private static List<String> all(String file, String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(Repository.file(file)))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }
}
