package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.service.live.JournalLine;

/**
 * The last committed entries of the journal, so that those who follow it need not ask the store.
 * Safe for use by many threads.
 */
final class RecentJournal {
  private static final int KEPT = 1 << 14;

  private final TimeSource time;
  private final JournalLine[] ring = new JournalLine[KEPT];
  private long first;
  private long last;

  /**
   * An empty one.
   *
   * @param last the last sequence number there is
   */
  RecentJournal(long last, TimeSource time) {
    this.time = time;
    this.last = last;
    this.first = last + 1;
  }

  synchronized void add(List<JournalLine> lines) {
    for (JournalLine line : lines) {
      last = line.sequence();
      ring[place(last)] = line;
    }
    first = Math.max(first, last - KEPT + 1);
    notifyAll();
  }

  private static int place(long sequence) {
    return (int) (sequence & (KEPT - 1));
  }

  /** Entries after a sequence number, or empty if the store must be asked for them. */
  synchronized Optional<List<JournalLine>> after(long sequence, int limit) {
    if (sequence + 1 < first) {
      return Optional.empty();
    }
    List<JournalLine> lines = new ArrayList<>();
    for (long s = sequence + 1; s <= last && lines.size() < limit; s++) {
      lines.add(ring[place(s)]);
    }
    return Optional.of(lines);
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
