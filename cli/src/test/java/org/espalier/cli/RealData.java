package org.espalier.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The pruning papers' files and other real data, which are not part of this repository: in {@code
 * ../shared/data} beside it, or where the environment variable {@code ESPALIER_DATA} says.
 */
final class RealData {
  private RealData() {}

  /** The root of the repository. */
  static Path repository() {
    return Path.of(System.getProperty("espalier.root", "..")).toAbsolutePath().normalize();
  }

  /** A file of the real data; the test that asks is skipped where it is absent. */
  static Path path(String name) {
    String given = System.getenv("ESPALIER_DATA");
    Path root =
        given != null ? Path.of(given) : repository().resolveSibling("shared").resolve("data");
    Path found = root.resolve(name);
    Assumptions.assumeTrue(
        Files.exists(found),
        () -> "skipped: real data %s is absent; set ESPALIER_DATA".formatted(name));
    return found;
  }
}
