package org.espalier.workload.document;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What can be the name of a file. */
public final class FileNames {
  private FileNames() {}

  /**
   * Whether a text can be the name of a file in the present locale: in C, names have ASCII letters
   * only.
   */
  public static boolean isOne(String text) {
    try {
      return !Path.of(text).toString().isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
