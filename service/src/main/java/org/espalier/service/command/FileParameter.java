package org.espalier.service.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.workload.document.FileNames;

/**
 * A parameter that takes the name of a file in a directory; its full path stands in the command.
 * The path of what is there already, links followed, is in the directory too.
 *
 * @param directory the directory
 * @param mustExist whether the file must be there when a task is submitted
 */
public record FileParameter(
    String name, Optional<String> fallback, Path directory, boolean mustExist)
    implements Parameter {
  private static final int LONGEST_NAME = 255;

  public FileParameter {
    directory = directory.toAbsolutePath().normalize();
  }

  @Override
  public Optional<String> fault(String value) {
    return nameFault(value).or(() -> fileFault(value));
  }

  @Override
  public Optional<String> faultOfDefault() {
    return fallback.flatMap(this::nameFault);
  }

  @Override
  public boolean mayLookLikeAnOption() {
    return false;
  }

  @Override
  public String expand(String value) {
    return directory.resolve(value).toString();
  }

  @Override
  public String values() {
    return "name of %s file in %s".formatted(mustExist ? "an existing" : "a", directory);
  }

  private Optional<String> nameFault(String value) {
    boolean isName = !value.isEmpty() && value.indexOf('/') < 0 && !value.contains("..");
    if (!isName || value.equals(".") || value.length() > LONGEST_NAME) {
      return Optional.of(
          "value '%s' is not the name of a file; give a name in %s, without / and .."
              .formatted(Parameter.show(value), directory));
    }
    if (value.startsWith("-")) {
      return Optional.of(
          "value '%s' begins with a hyphen; give the file another name"
              .formatted(Parameter.show(value)));
    }
    return Parameter.characterFault(value).or(() -> pathFault(value));
  }

  /** Where names of files are ASCII, as in the locale C, others are none. */
  private static Optional<String> pathFault(String value) {
    return FileNames.isOne(value)
        ? Optional.empty()
        : Optional.of(
            "value '%s' has letters that names of files cannot have here; give another name, or start the service with LC_ALL=C.UTF-8"
                .formatted(Parameter.show(value)));
  }

  private Optional<String> fileFault(String value) {
    Path file = directory.resolve(value);
    if (mustExist && !Files.isRegularFile(file)) {
      return Optional.of(
          "value '%s' names no file in %s; put it there first".formatted(value, directory));
    }
    return leavesDirectory(file)
        ? Optional.of(
            "value '%s' names a link that leads out of %s; give a file of that directory"
                .formatted(value, directory))
        : Optional.empty();
  }

  private boolean leavesDirectory(Path file) {
    try {
      return Files.exists(file)
          ? !file.toRealPath().startsWith(directory.toRealPath())
          : Files.isSymbolicLink(file); // it leads nowhere now
    } catch (IOException unreadable) {
      return true;
    }
  }
}
