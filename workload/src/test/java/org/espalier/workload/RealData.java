package org.espalier.workload;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The pruning papers' files and other real data, which are not part of this repository: in {@code
 * ../shared/data} beside it, or where the environment variable {@code ESPALIER_DATA} says.
 */
public final class RealData {
  private RealData() {}

  /** A file or directory of the real data; the test that asks is skipped where it is absent. */
  public static Path path(String name) {
    Path found = root().resolve(name);
    Assumptions.assumeTrue(
        Files.exists(found),
        () -> "skipped: real data %s is absent; set ESPALIER_DATA".formatted(name));
    return found;
  }

  private static Path root() {
    String given = System.getenv("ESPALIER_DATA");
    return given != null ? Path.of(given) : repository().resolveSibling("shared").resolve("data");
  }

  /** The root of the repository. */
  public static Path repository() {
    String given = System.getProperty("espalier.root");
    if (given != null) {
      return Path.of(given).toAbsolutePath();
    }
    Path directory = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    while (directory != null && !Files.exists(directory.resolve(".mvn"))) {
      directory = directory.getParent();
    }
    return directory == null ? Path.of("").toAbsolutePath() : directory;
  }
}
