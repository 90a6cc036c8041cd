package org.espalier.service.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Which file a file is: its number in the file system and, where that is known, when it was made. A
 * file that is moved stays the same; a copy is another, whatever is in it.
 */
public final class FilePlace {
  private static final String UNKNOWN = "-";

  private FilePlace() {}

  /** Two words for a file or directory that is there. */
  public static String of(Path file) throws IOException {
    BasicFileAttributes own = attributes(file);
    BasicFileAttributes above = attributes(file.toAbsolutePath().resolveSibling("."));
    // Where a file system does not know when files were made, Java says when they were changed.
    boolean isKnown = !above.creationTime().equals(above.lastModifiedTime());
    return Files.getAttribute(file, "unix:ino") + " " + (isKnown ? own.creationTime() : UNKNOWN);
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class);
  }

  /** Whether what was noted of a file may be said of another, or of the same one. */
  public static boolean isSame(String noted, String now) {
    String[] before = noted.split(" ", 2);
    String[] after = now.split(" ", 2);
    return before[0].equals(after[0])
        && (before[1].equals(after[1]) || before[1].equals(UNKNOWN) || after[1].equals(UNKNOWN));
  }
}
