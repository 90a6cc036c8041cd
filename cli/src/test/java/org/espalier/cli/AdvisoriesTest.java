package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class AdvisoriesTest {
  /** Names a database; see CONTRIBUTING.md. */
  private static final String DATABASE = "ESPALIER_ADVISORIES";

  @TempDir private Path directory;

  @Test
  @Tag("slow")
  void noBundledLibraryHasOne() throws IOException {
    String database = System.getenv(DATABASE);
    Assumptions.assumeTrue(
        database != null, DATABASE + " names no database of known vulnerabilities (OSV, Maven)");
    Advisories advisories = Advisories.of(Path.of(database));

    assertThat(advisories.isEmpty()).as("%s has no advisory for Maven", database).isFalse();
    assertThat(advisories.of(bundled())).isEmpty();
  }

  @Test
  void allBundledLibrariesAreListed() throws IOException {
    List<String> listed =
        bundled().path("components").valueStream().map(AdvisoriesTest::jarName).toList();

    String classPath = Files.readString(Repository.file("cli/target/espalier/classpath"));
    assertThat(classPath.replace("lib/", "").split(":")).hasSizeGreaterThan(50).isSubsetOf(listed);
  }

  private static String jarName(JsonNode library) {
    return library.path("name").asString() + "-" + library.path("version").asString() + ".jar";
  }

  private static JsonNode bundled() throws IOException {
    return JsonMapper.shared()
        .readTree(Files.readString(Repository.file("cli/target/espalier/sbom.cdx.json")));
  }

  @Test
  void findsVersionsThatAreNamedAndThoseInARange() throws IOException {
    Advisories advisories =
        Advisories.of(
            database(
                Map.of(
                    "named",
                    advisory("named", "'versions': ['1.0', '1.2']"),
                    "range",
                    advisory("range", events("'introduced': '1.1'", "'fixed': '1.10'")),
                    "last",
                    advisory("last", events("'introduced': '0'", "'last_affected': '1.0'")),
                    "withdrawn",
                    advisory("withdrawn", "'versions': ['1.0']")
                        .replace("{'id'", "{'withdrawn': '2026-01-01T00:00:00Z', 'id'"))));

    assertThat(found(advisories, "1.0")).containsExactlyInAnyOrder("named", "last");
    assertThat(found(advisories, "1.1")).containsExactly("range");
    assertThat(found(advisories, "1.2")).containsExactlyInAnyOrder("named", "range");
    assertThat(found(advisories, "1.9")).as("1.9 is before 1.10").containsExactly("range");
    assertThat(found(advisories, "1.10")).isEmpty();
    assertThat(
            advisories.of(json("{'components': [{'group': 'a', 'name': 'c', 'version': '1.0'}]}")))
        .isEmpty();
  }

  private static List<String> found(Advisories advisories, String version) {
    String library = "{'components': [{'group': 'a', 'name': 'b', 'version': '%s'}]}";
    return advisories.of(json(library.formatted(version))).stream()
        .map(line -> line.substring(line.indexOf(": ") + 2).strip())
        .toList();
  }

  private static String events(String introduced, String end) {
    return "'ranges': [{'type': 'ECOSYSTEM', 'events': [{%s}, {%s}]}]".formatted(introduced, end);
  }

  private static String advisory(String id, String affected) {
    return "{'id': '%s', 'affected': [{'package': {'ecosystem': 'Maven', 'name': 'a:b'}, %s}]}"
        .formatted(id, affected);
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }

  private Path database(Map<String, String> advisories) throws IOException {
    Path file = directory.resolve("all.zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> advisory : advisories.entrySet()) {
        zip.putNextEntry(new ZipEntry(advisory.getKey() + ".json"));
        zip.write(json(advisory.getValue()).toString().getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }
}
