package org.espalier.testsupport;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * Data that are not part of this repository, such as the pruning papers' files. They lie in the
 * directory that the environment variable {@code ESPALIER_DATA} names, or, where it is unset or
 * empty, in {@code ../shared/data} beside the repository.
 */
public final class RealData {
  private static final Path ROOT =
      root(System.getenv().getOrDefault("ESPALIER_DATA", ""), Repository.root());

  private RealData() {}

  /** A file or directory of the real data; the test that asks is skipped where it is absent. */
  public static Path path(String name) {
    Path found = ROOT.resolve(name);
    Assumptions.assumeTrue(
        Files.exists(found),
        () ->
            "real data: there is no %s in %s; set ESPALIER_DATA to the directory that has it"
                .formatted(name, ROOT));
    return found;
  }

  /** The directory of the pruning papers' files. */
  public static Path papers() {
    path("hcw19/classes_2.etc");
    return path("hcw19");
  }

  static Path root(String given, Path repository) {
    return given.isBlank()
        ? repository.resolveSibling("shared").resolve("data")
        : Path.of(given).toAbsolutePath().normalize();
  }
}
