package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.espalier.service.live.JournalLine;

/**
 * The last committed entries of the journal, so that those who follow it need not ask the store.
 * Safe for use by many threads.
 */
final class RecentJournal {
  private static final int KEPT = 1 << 14;

  private final TimeSource time;
  private final NavigableMap<Long, JournalLine> lines = new TreeMap<>();
  private long last;

  /**
   * An empty one.
   *
   * @param last the last sequence number there is
   */
  RecentJournal(long last, TimeSource time) {
    this.time = time;
    this.last = last;
  }

  synchronized void add(List<JournalLine> more) {
    for (JournalLine line : more) {
      last = line.sequence();
      lines.put(last, line);
    }
    lines.headMap(last - KEPT, true).clear();
    notifyAll();
  }

  /** Entries after a sequence number, or empty if the store must be asked for them. */
  synchronized Optional<List<JournalLine>> after(long sequence, int limit) {
    return sequence < last - lines.size()
        ? Optional.empty()
        : Optional.of(lines.tailMap(sequence, false).values().stream().limit(limit).toList());
  }

  synchronized OptionalLong awaitAfter(long sequence, Duration patience)
      throws InterruptedException {
    long until = time.nanos() + patience.toNanos();
    while (last <= sequence) {
      long left = until - time.nanos();
      if (left <= 0) {
        return OptionalLong.empty();
      }
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
    return OptionalLong.of(last);
  }
}
