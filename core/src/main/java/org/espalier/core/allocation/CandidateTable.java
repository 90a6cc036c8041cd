package org.espalier.core.allocation;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of each candidate of a batch queue, found by its slot. Of a candidate that is
 * in no batch queue nothing is remembered.
 */
final class CandidateTable<T> {
  private static final int AT_FIRST = 64;

  /** Something of a candidate, as long as it has the slot. */
  private record Entry<T>(Candidate candidate, T value) {}

  private final Function<Candidate, T> first;
  private @Nullable Entry<T>[] entries;

  /**
   * An empty table.
   *
   * @param first what there is to begin with
   */
  @SuppressWarnings("unchecked")
  CandidateTable(Function<Candidate, T> first) {
    this.first = first;
    this.entries = (Entry<T>[]) new Entry<?>[AT_FIRST];
  }

  /** What is remembered of a candidate. */
  T of(Candidate candidate) {
    int slot = candidate.slot();
    if (slot >= 0 && slot < entries.length) {
      Entry<T> entry = entries[slot];
      if (entry != null && entry.candidate == candidate) {
        return entry.value;
      }
    }
    return anew(candidate, slot);
  }

  private T anew(Candidate candidate, int slot) {
    T value = first.apply(candidate);
    if (slot != Candidate.NO_SLOT) {
      if (slot >= entries.length) {
        entries = Arrays.copyOf(entries, Math.max(2 * entries.length, slot + 1));
      }
      entries[slot] = new Entry<>(candidate, value);
    }
    return value;
  }
}
