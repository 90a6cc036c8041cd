package org.espalier.service;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.service.backend.BackendException;
import org.espalier.service.files.PrivateFiles;

/** The directory in which a service keeps its files. */
final class DataDirectory {
  private DataDirectory() {}

  /** Makes it, if it is not there and can be made. */
  static void make(Path directory) {
    try {
      PrivateFiles.directories(directory);
      refuseIfOpen(directory);
    } catch (IOException e) {
      throw cannotBeMade(directory, e);
    }
  }

  /** Says whether it could be made and written to; nothing new is left behind. */
  static void check(Path directory) {
    try {
      if (Files.isDirectory(directory)) {
        refuseIfOpen(directory);
      } else if (Files.exists(directory)) {
        throw new FileAlreadyExistsException(directory.toString());
      }
      Files.delete(Files.createTempDirectory(nearest(directory), ".espalier-check-"));
    } catch (IOException e) {
      throw Files.isDirectory(directory)
          ? new BackendException(
              "nothing can be written to the directory %s (%s); name another as data"
                  .formatted(directory, reason(e)),
              e)
          : cannotBeMade(directory, e);
    }
  }

  /** The directory itself, or the one above it in which it or what leads to it would be made. */
  private static Path nearest(Path directory) {
    Path place = directory.toAbsolutePath();
    while (!Files.exists(place)) {
      place = Optional.ofNullable(place.getParent()).orElseThrow();
    }
    return place;
  }

  /**
   * Notes in a file beside it that a store was begun for it. So one that has vanished, as when its
   * volume is not mounted, is told from one that never was.
   *
   * @return the file, if it was there before
   */
  static Optional<Path> noteStore(Path directory) {
    Path note = directory.resolveSibling("." + directory.getFileName() + ".store");
    try {
      if (Files.exists(note)) {
        return Optional.of(note);
      }
      if (!PrivateFiles.isWritableByOthers(note.resolveSibling("."))) {
        Files.createFile(note);
      }
    } catch (IOException e) {
      return Optional.empty(); // where it cannot be written nothing is told
    }
    return Optional.empty();
  }

  private static void refuseIfOpen(Path directory) throws IOException {
    if (PrivateFiles.isWritableByOthers(directory)) {
      throw new BackendException(
          List.of(
              "others may write to the directory %s; forbid it with chmod go-w %s, or name another as data"
                  .formatted(directory, directory)));
    }
  }

  private static BackendException cannotBeMade(Path directory, IOException e) {
    return new BackendException(
        "the directory %s cannot be made (%s); name another as data"
            .formatted(directory, reason(e)),
        e);
  }

  private static String reason(IOException e) {
    return switch (e) {
      case FileAlreadyExistsException file -> file.getFile() + " is a file";
      case AccessDeniedException denied -> "that is not allowed";
      case NoSuchFileException none -> "no directory can be made there";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> e.toString();
    };
  }
}
