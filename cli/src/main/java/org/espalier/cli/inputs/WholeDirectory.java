package org.espalier.cli.inputs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.files.OutputFile;

/** Writes the files of a directory: all of them, or none if one cannot be written. */
final class WholeDirectory {
  private WholeDirectory() {}

  /**
   * Writes files into a directory beside and then moves them to their place. Other files in a
   * directory that is there already stay.
   *
   * @param content writes files, not directories, into the directory that it is given
   */
  static void write(Path directory, OutputFile.Content content) throws IOException {
    Path part =
        directory.resolveSibling(
            "." + directory.getFileName() + "." + ProcessHandle.current().pid());
    Files.createDirectory(part);
    try {
      content.writeTo(part);
      Files.createDirectories(directory);
      for (Path file : files(part)) {
        Path place = directory.resolve(file.getFileName());
        Files.move(file, place, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      for (Path file : files(part)) {
        Files.delete(file);
      }
      Files.delete(part);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
