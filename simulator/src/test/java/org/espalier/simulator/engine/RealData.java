package org.espalier.simulator.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The pruning papers' files, which are not part of this repository: in {@code ../shared/data}
 * beside it, or where the environment variable {@code ESPALIER_DATA} says.
 */
final class RealData {
  private RealData() {}

  /** A file of the real data; the test that asks is skipped where it is absent. */
  static Path path(String name) {
    Path found = root().resolve(name);
    Assumptions.assumeTrue(
        Files.exists(found),
        () -> "skipped: real data %s is absent; set ESPALIER_DATA".formatted(name));
    return found;
  }

  private static Path root() {
    String given = System.getenv("ESPALIER_DATA");
    Path repository = Path.of(System.getProperty("espalier.root", "..")).toAbsolutePath();
    return given != null
        ? Path.of(given)
        : repository.normalize().resolveSibling("shared").resolve("data");
  }
}
