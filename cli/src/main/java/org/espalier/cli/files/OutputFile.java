package org.espalier.cli.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.report.OwnDirectory;

/** A file that an option names to be written, whole or not at all. */
public final class OutputFile {
  private static final Pattern STANDARD = Pattern.compile("/dev/(stdout|fd/1)|/proc/self/fd/1");

  /** Devices, and what a process has open: all below them but directories, as /dev/shm. */
  private static final Pattern DEVICES = Pattern.compile("/dev/([^/]+|fd/.*)|/proc/.*");

  private OutputFile() {}

  /** Whether an option names standard output to be written, where nothing else is said then. */
  public static boolean isStandard(Stream<String> arguments) {
    return arguments
        .map(given -> given.replaceFirst("^-.*=", ""))
        .anyMatch(STANDARD.asMatchPredicate());
  }

  /**
   * Refuses a file that cannot be written, or that is also read.
   *
   * @param option the option that names it
   */
  public static void check(String option, Path file, Path input) throws IOException {
    check(option, file);
    CommandFailure.when(
        Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input),
        "%s: %s is the file that is read; name another file",
        option,
        file);
  }

  /**
   * Refuses a file that cannot be written.
   *
   * @param option the option that names it
   */
  public static void check(String option, Path file) {
    Path directory = OwnDirectory.target(file).getParent();
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
    CommandFailure.when(
        file.toString().matches("(?i).*\\.(dat|swf|swf\\.gz)"),
        "%s: workloads are written as CSV; name a .csv file in place of %s",
        option,
        file);
  }

  /**
   * Refuses a directory that results cannot go to.
   *
   * @param obstacle why they cannot
   */
  public static void refuse(Path directory, Optional<String> obstacle) {
    obstacle.ifPresent(why -> {
      throw new CommandFailure(
          "%s %s; give another directory with --out".formatted(directory, why));
    });
  }

  /** A path from the current directory where it is below it. */
  public static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path) : path;
  }

  /** Why something could not be written. */
  public static String reason(IOException e) {
    return String.valueOf(e instanceof FileSystemException ? e.toString() : e.getMessage());
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
      Path place = OwnDirectory.target(file);
      Path part =
          place.resolveSibling("." + place.getFileName() + "." + ProcessHandle.current().pid());
      named(
          file,
          () ->
              write(content, part, () -> Files.move(part, place, StandardCopyOption.ATOMIC_MOVE)));
    } else {
      Path directory = Files.createTempDirectory("espalier");
      try {
        Path part = directory.resolve("part");
        named(file, () -> write(content, part, () -> copy(part, file)));
      } finally {
        Files.delete(directory);
      }
    }
  }

  /** What one process at a time does to a file. */
  public interface Change {
    void make() throws IOException;
  }

  /**
   * Changes a file when no other process does, so that what is read of it stays true until it is
   * written anew. The lock is on a hidden file beside it, which stays; it ends with the process
   * that has it, however that ends.
   */
  public static void alone(Path file, Change change) throws IOException {
    Path place = OwnDirectory.target(file);
    Path lock = place.resolveSibling("." + place.getFileName() + ".lock");
    synchronized (OutputFile.class) { // such a lock is one of processes, not of threads
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = channel.lock()) {
        named(file, change);
      }
    }
  }

  /** Whether a file may be replaced: it is an ordinary one, or none yet. */
  private static boolean isOrdinary(Path file) {
    Path place = file.toAbsolutePath().normalize();
    return !DEVICES.matcher(place.toString()).matches()
        && (Files.isRegularFile(file) || !Files.exists(file));
  }

  /** A failure has the name of the file, which a full disk does not tell. */
  private static void named(Path file, Change change) throws IOException {
    try {
      change.make();
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }

  private static void write(Content content, Path part, Change ending) throws IOException {
    try {
      content.writeTo(part);
      ending.make();
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void copy(Path part, Path file) throws IOException {
    if (STANDARD.matcher(file.toString()).matches()) {
      Files.copy(part, System.out);
      return;
    }
    try (OutputStream out =
        Files.newOutputStream(
            file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      Files.copy(part, out);
    }
  }
}
