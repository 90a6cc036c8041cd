package org.espalier.service.live;

/**
 * One entry of the journal as it is stored and sent.
 *
 * @param sequence its number, from 1 without gaps
 * @param time when, in ticks
 * @param task the task it is about, or -1
 * @param json the entry as one line of JSON, as in journal files
 */
public record JournalLine(long sequence, long time, long task, String json) {
  /** The task of an entry that is about none. */
  public static final long NO_TASK = -1;

  private static final String BEGINNING = "{\"event\":\"began\"";

  /** Whether it says all that was known, so that the journal can be replayed from it on. */
  public boolean isBeginning() {
    return json.startsWith(BEGINNING);
  }
}
