package org.espalier.service.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/**
 * The native library of SQLite. Its driver puts it into a directory of temporary files and takes it
 * away when the process ends; here it is taken away as soon as it is loaded, so that a process that
 * is killed leaves nothing.
 */
final class SqliteLibrary {
  private static final String DIRECTORY = "org.sqlite.tmpdir";
  private static boolean isLoaded;

  private SqliteLibrary() {}

  /** Loads it, once. */
  static synchronized void load() {
    if (isLoaded) {
      return;
    }
    @Nullable String given = System.getProperty(DIRECTORY);
    try {
      Path parent = Path.of(given == null ? System.getProperty("java.io.tmpdir") : given);
      Path own = Files.createTempDirectory(parent, "espalier-sqlite-");
      System.setProperty(DIRECTORY, own.toString());
      try {
        SQLiteJDBCLoader.initialize();
      } finally {
        remove(own);
      }
      isLoaded = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException("the library of SQLite cannot be loaded", e);
    } finally {
      restore(given);
    }
  }

  private static void restore(@Nullable String given) {
    if (given == null) {
      System.clearProperty(DIRECTORY);
    } else {
      System.setProperty(DIRECTORY, given);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
