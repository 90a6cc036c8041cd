package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.espalier.service.files.PrivateFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file beside a data directory that says that a store was begun for it. So a directory that has
 * vanished, as when its volume is not mounted, is told from one that never was. Where it cannot be
 * written, or others may write, there is none.
 */
final class StoreNote {
  private static final Logger LOG = LoggerFactory.getLogger(StoreNote.class);
  private static final String TEXT =
      "The service whose data directory is %s has a store. Remove this file to begin a new one"
          + " without a warning.%n";

  private StoreNote() {}

  private static Path of(Path data) {
    return data.resolveSibling("." + data.getFileName() + ".store");
  }

  /** What is odd about it that the store of a data directory is new; empty if nothing is. */
  static Optional<String> doubt(Path data) {
    return Optional.of(of(data))
        .filter(Files::exists)
        .map(note ->
            "one was begun before, as %s says: if %s or a database was moved or is not mounted, stop this service and bring it back"
                .formatted(note, data));
  }

  /** Notes that there is a store. */
  static void write(Path data) {
    Path note = of(data);
    try {
      if (!Files.exists(note) && !PrivateFiles.isWritableByOthers(note.resolveSibling("."))) {
        Files.writeString(note, TEXT.formatted(data), StandardOpenOption.CREATE_NEW);
      }
    } catch (IOException e) {
      LOG.debug("no note was left beside {}", data, e);
    }
  }
}
