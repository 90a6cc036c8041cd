package org.espalier.cli;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.maven.artifact.versioning.ComparableVersion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Known vulnerabilities of libraries, from a database in the format of OSV: a zip file with one
 * JSON file for each advisory, as osv.dev gives it for Maven.
 */
final class Advisories {
  private final Map<String, List<JsonNode>> affected = new HashMap<>();

  static Advisories of(Path database) throws IOException {
    Advisories advisories = new Advisories();
    try (FileSystem zip = FileSystems.newFileSystem(database);
        Stream<Path> files = Files.walk(zip.getPath("/"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        advisories.add(JsonMapper.shared().readTree(Files.readAllBytes(file)));
      }
    }
    return advisories;
  }

  private void add(JsonNode advisory) {
    if (advisory.has("withdrawn")) {
      return;
    }
    for (JsonNode of : advisory.path("affected")) {
      JsonNode library = of.path("package");
      if (library.path("ecosystem").asString("").equals("Maven")) {
        affected
            .computeIfAbsent(library.path("name").asString(), any -> new ArrayList<>())
            .add(JsonMapper.shared().createObjectNode().put("id", id(advisory)).set("of", of));
      }
    }
  }

  private static String id(JsonNode advisory) {
    return advisory.path("id").asString() + " " + advisory.path("summary").asString("");
  }

  boolean isEmpty() {
    return affected.isEmpty();
  }

  /** What is known of the libraries that a CycloneDX list names, one line each. */
  List<String> of(JsonNode sbom) {
    List<String> found = new ArrayList<>();
    for (JsonNode library : sbom.path("components")) {
      String name = library.path("group").asString() + ":" + library.path("name").asString();
      String version = library.path("version").asString();
      for (JsonNode known : affected.getOrDefault(name, List.of())) {
        if (isOf(known.path("of"), version)) {
          found.add(name + " " + version + ": " + known.path("id").asString());
        }
      }
    }
    return found;
  }

  private static boolean isOf(JsonNode affected, String version) {
    for (JsonNode named : affected.path("versions")) {
      if (named.asString().equals(version)) {
        return true;
      }
    }
    for (JsonNode range : affected.path("ranges")) {
      if (isIn(range, new ComparableVersion(version))) {
        return true;
      }
    }
    return false;
  }

  /** Events stand in the order of their versions. */
  private static boolean isIn(JsonNode range, ComparableVersion version) {
    boolean in = false;
    for (JsonNode event : range.path("events")) {
      if (event.has("introduced") && !isBefore(version, event.path("introduced"))) {
        in = true;
      } else if (event.has("fixed") && !isBefore(version, event.path("fixed"))) {
        in = false;
      } else if (event.has("last_affected")
          && new ComparableVersion(event.path("last_affected").asString()).compareTo(version) < 0) {
        in = false;
      }
    }
    return in;
  }

  /** Version 0 is before all others. */
  private static boolean isBefore(ComparableVersion version, JsonNode other) {
    return !other.asString().equals("0")
        && version.compareTo(new ComparableVersion(other.asString())) < 0;
  }
}
