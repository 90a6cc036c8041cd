package org.espalier.service.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Makes files and directories that nobody but their owner gets at. */
public final class PrivateFiles {
  /** How the name ends of what is yet to come in the place of a file. */
  public static final String NEXT = ".next";

  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = rights("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> FILE = rights("rw-------");

  private PrivateFiles() {}

  /** What is done with files. */
  public interface Deed<T> {
    /** Does it. */
    T done() throws IOException;
  }

  /**
   * Does something where nobody expects that it fails.
   *
   * @throws UncheckedIOException if it fails
   */
  public static <T> T unchecked(Deed<T> deed) {
    try {
      return deed.done();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a directory, and those above it that are not there; one that is there stays as it is. */
  public static Path directories(Path directory) throws IOException {
    return Files.createDirectories(directory, DIRECTORY);
  }

  /** The same; from one that is there others are shut out too. */
  public static Path ownDirectory(Path directory) throws IOException {
    directories(directory);
    shut(directory, DIRECTORY);
    return directory;
  }

  /** Makes an empty file, or shuts others out from the one that is there. */
  public static void file(Path file) throws IOException {
    try {
      Files.createFile(file, FILE);
    } catch (FileAlreadyExistsException e) {
      shut(file, FILE);
    }
  }

  /** Shuts others out from a file if it is there. */
  public static void shut(Path file) throws IOException {
    if (Files.exists(file)) {
      shut(file, FILE);
    }
  }

  private static void shut(Path path, FileAttribute<Set<PosixFilePermission>> rights)
      throws IOException {
    if (!rights.value().containsAll(Files.getPosixFilePermissions(path))) {
      Files.setPosixFilePermissions(path, rights.value());
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> rights(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  /**
   * Puts a text in the place of what a file says, so that nobody ever finds a part of it, after a
   * crash neither.
   */
  public static Path replace(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + NEXT);
    Files.writeString(
        next,
        text,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE,
        StandardOpenOption.DSYNC);
    return Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes a directory with all that is in it; what is gone already is passed over. */
  public static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          delete(entry);
        } else {
          Files.deleteIfExists(entry);
        }
      }
    } catch (NoSuchFileException gone) {
      return;
    }
    Files.deleteIfExists(directory);
  }

  /**
   * Takes a directory for this process alone, until what is given is closed; empty if it is taken.
   */
  public static Optional<FileChannel> lock(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException usedHere) {
      // by this process
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether others than its owner may change what is in a directory. */
  public static boolean isWritableByOthers(Path directory) throws IOException {
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(directory);
    return rights.contains(PosixFilePermission.GROUP_WRITE)
        || rights.contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** Whether any user may read a file; a group may be meant to. */
  public static boolean isReadableByAll(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException e) {
      return false; // whoever reads it says so
    }
  }

  /** How many names a file has. */
  public static int names(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:nlink");
  }
}
