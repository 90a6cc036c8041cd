package org.espalier.testsupport;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of this repository. */
public final class Repository {
  private static final Path ROOT = find();

  private Repository() {}

  /** The repository's directory, absolute. */
  public static Path root() {
    return ROOT;
  }

  /** A file of the repository, absolute, by its path from the root. */
  public static Path file(String path) {
    return ROOT.resolve(path);
  }

  /** As the build says; otherwise the next directory upwards that Maven takes for a root. */
  private static Path find() {
    String given = System.getProperty("espalier.root", "");
    if (!given.isEmpty()) {
      return Path.of(given).toAbsolutePath().normalize();
    }
    Path start = Path.of("").toAbsolutePath();
    for (Path directory = start; directory != null; directory = directory.getParent()) {
      if (Files.exists(directory.resolve(".mvn"))) {
        return directory;
      }
    }
    return start;
  }
}
