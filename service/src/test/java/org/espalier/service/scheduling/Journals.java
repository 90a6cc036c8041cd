package org.espalier.service.scheduling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.live.JournalLine;
import org.espalier.service.store.Store;
import org.espalier.simulator.replay.Difference;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.workload.journal.JournalFiles;

/** Journals of stores, as they are written and read. */
public final class Journals {
  private Journals() {}

  /** The entries that a store keeps, from its first beginning. */
  public static List<Journal.Entry> read(Store store) {
    try {
      Path file = Files.createTempFile("journal", ".jsonl");
      try {
        Stream<JournalLine> lines = store.journal(0, Integer.MAX_VALUE).stream();
        Files.write(
            file, lines.dropWhile(line -> !line.isBeginning()).map(JournalLine::json).toList());
        return JournalFiles.read(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first difference of a replay from the journal of a store. */
  public static Optional<Difference> difference(Store store, PolicyRegistry registry) {
    return JournalDriver.run(read(store), new RegisteredPolicies(registry)).difference();
  }
}
