package org.espalier.simulator.replay;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;

/**
 * What a replay did.
 *
 * @param entries all that was told and what followed, up to the first difference
 * @param difference the first difference from the journal, if any
 */
public record Replayed(List<Journal.Entry> entries, Optional<Difference> difference) {
  /** The decisions, in order. */
  public List<Journal.Decided> decisions() {
    return entries.stream()
        .filter(Journal.Decided.class::isInstance)
        .map(Journal.Decided.class::cast)
        .toList();
  }
}
