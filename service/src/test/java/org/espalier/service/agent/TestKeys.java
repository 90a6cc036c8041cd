package org.espalier.service.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.service.files.PrivateFiles;

/** A key for all tests: to make one starts a process. */
public final class TestKeys {
  private TestKeys() {}

  /** Writes it to a file. */
  public static void write(Path file) throws IOException {
    PrivateFiles.file(file);
    Files.write(file, Made.KEY);
  }

  private static final class Made {
    static final byte[] KEY = made();

    private static byte[] made() {
      try {
        Path directory = Files.createTempDirectory("espalier-key");
        Path file = directory.resolve("key");
        KeyFiles.make(file);
        byte[] key = Files.readAllBytes(file);
        PrivateFiles.delete(directory);
        return key;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
