package org.espalier.workload.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Seeks programs on a path, as a shell does. */
public final class ProgramPath {
  private ProgramPath() {}

  /**
   * Finds the first program of a name in the directories of a path.
   *
   * @param directory where relative directories of the path begin
   */
  public static Optional<Path> find(String name, String path, Path directory) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .map(each -> directory.resolve(each).resolve(name))
        .filter(ProgramPath::isProgram)
        .findFirst();
  }

  /** Whether a file can be executed. */
  public static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
