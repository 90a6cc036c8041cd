package org.espalier.cli.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;

/** A file that an option names to be written, whole or not at all. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Refuses a file that cannot be written, or that is also read.
   *
   * @param option the option that names it
   */
  public static void check(String option, Path file, Path input) throws IOException {
    check(option, file);
    if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
      throw new CommandFailure(
          "%s: %s is the file that is read; name another file".formatted(option, file));
    }
  }

  /**
   * Refuses a file that cannot be written.
   *
   * @param option the option that names it
   */
  public static void check(String option, Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new CommandFailure("%s: %s is a directory; name a file in it".formatted(option, file));
    } else if (directory == null || !Files.isDirectory(directory)) {
      throw new CommandFailure(
          "%s: there is no directory %s; make it first".formatted(option, directory));
    } else if (isOrdinary(file) ? !takesFiles(directory) : !Files.isWritable(file)) {
      throw new CommandFailure(
          "%s: %s cannot be written; name a file where you may write".formatted(option, file));
    }
  }

  /** Tried, since rights alone do not tell it: not to root, and not of a file system. */
  private static boolean takesFiles(Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, ".espalier", null));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Refuses a name for a workload that says that it is no CSV. */
  public static void checkWorkload(String option, Path file) {
    if (file.toString().matches("(?i).*\\.(dat|swf|swf\\.gz)")) {
      throw new CommandFailure(
          "%s: workloads are written as CSV; name a .csv file in place of %s"
              .formatted(option, file));
    }
  }

  /**
   * Refuses a directory that results cannot go to.
   *
   * @param obstacle why they cannot
   */
  public static void refuse(Path directory, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      throw new CommandFailure(
          "%s %s; give another directory with --out".formatted(directory, obstacle.get()));
    }
  }

  /** Writes content to the file that it is given. */
  public interface Content {
    void writeTo(Path file) throws IOException;
  }

  /**
   * Writes a file beside its place and then moves it there, so that a failure leaves what was there
   * before. A link is followed. What is there and no ordinary file, as a device or a pipe, stays
   * what it is and is written to.
   */
  public static void write(Path file, Content content) throws IOException {
    if (isOrdinary(file)) {
      Path place = Files.exists(file) ? file.toRealPath() : file;
      Path part =
          place.resolveSibling("." + place.getFileName() + "." + ProcessHandle.current().pid());
      write(content, part, () -> move(part, place));
    } else {
      Path directory = Files.createTempDirectory("espalier");
      try {
        Path part = directory.resolve("part");
        write(content, part, () -> copy(part, file));
      } finally {
        Files.delete(directory);
      }
    }
  }

  /** Whether a file may be replaced: it is an ordinary one, or none yet. */
  private static boolean isOrdinary(Path file) {
    Path place = file.toAbsolutePath().normalize();
    return !place.startsWith("/dev")
        && !place.startsWith("/proc")
        && (Files.isRegularFile(file) || !Files.exists(file));
  }

  /** What is done with a file that is complete. */
  private interface Ending {
    void run() throws IOException;
  }

  private static void write(Content content, Path part, Ending ending) throws IOException {
    try {
      content.writeTo(part);
      ending.run();
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void copy(Path part, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
      Files.copy(part, out);
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
