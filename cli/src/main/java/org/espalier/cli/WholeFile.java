package org.espalier.cli;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files whole or not at all. */
final class WholeFile {
  private WholeFile() {}

  /** Writes content to the file that it is given. */
  interface Content {
    void writeTo(Path file) throws IOException;
  }

  /**
   * Writes a file beside its place and then moves it there, so that a failure leaves what was there
   * before.
   */
  static void write(Path file, Content content) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid());
    try {
      content.writeTo(part);
      move(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void move(Path part, Path file) throws IOException {
    try {
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
