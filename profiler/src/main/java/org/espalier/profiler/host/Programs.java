package org.espalier.profiler.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.workload.process.ProgramPath;

/** Finds programs on this machine, and says why one cannot be executed. */
final class Programs {
  static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

  private Programs() {}

  /** Seeks a program as a shell does: on the path, unless its name has a slash. */
  static Optional<String> find(String program, String path, Path directory) {
    if (program.indexOf('/') < 0) {
      return onPath(program, path);
    }
    return Optional.of(directory.resolve(program))
        .filter(ProgramPath::isProgram)
        .map(Path::toString);
  }

  /** Seeks a name in the directories of a path. */
  static Optional<String> onPath(String name, String path) {
    return ProgramPath.find(name, path, Path.of("").toAbsolutePath()).map(Path::toString);
  }

  /** Returns the path of a program, or says why it cannot be executed. */
  static String locate(String program, String path, Path directory)
      throws MeasuringFailedException {
    return find(program, path, directory)
        .orElseThrow(() -> new MeasuringFailedException(whyNot(program, directory)));
  }

  private static String whyNot(String program, Path directory) {
    if (program.isEmpty()) {
      return "the name of the program is empty; expected a program";
    }
    if (program.indexOf('/') < 0) {
      return "cannot start %s: there is no such program on the PATH; install it or give its path"
          .formatted(program);
    }
    Path file = directory.resolve(program);
    if (!Files.exists(file)) {
      return "cannot start %s: there is no %s; give the path of a program".formatted(program, file);
    }
    if (Files.isDirectory(file)) {
      return "cannot start %s: it is a directory; give the path of a program".formatted(program);
    }
    return "cannot start %s: it is not executable; use chmod +x %s".formatted(program, file);
  }
}
