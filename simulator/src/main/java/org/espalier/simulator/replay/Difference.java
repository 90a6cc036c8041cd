package org.espalier.simulator.replay;

import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.workload.journal.JournalFiles;

/**
 * The first place where a replay does something else than the journal says.
 *
 * @param entry number of the journal's entry, from 1
 * @param recorded what the journal says; empty if it ends
 * @param replayed what the replay does; empty if it does nothing
 */
public record Difference(
    int entry, Optional<Journal.Entry> recorded, Optional<Journal.Entry> replayed) {

  /** The same in a journal that has so many entries before. */
  public Difference after(int entries) {
    return new Difference(entries + entry, recorded, replayed);
  }

  /** In words. */
  @Override
  public String toString() {
    return "entry %s: the journal says %s, the replay %s"
        .formatted(entry, text(recorded), text(replayed));
  }

  private static String text(Optional<Journal.Entry> entry) {
    return entry.map(JournalFiles::line).orElse("nothing");
  }
}
