package org.espalier.service.agent;

import java.time.Duration;
import java.time.Instant;

/**
 * The end of a job of Slurm, as the queue shows it.
 *
 * @param job its number
 * @param end seconds since 1970
 */
record JobEnd(String job, long end) {
  /** How long before its end a job is told, and its agent stops what it runs. */
  static final int NOTICE_SECONDS = 60;

  /** How long it is until its agent stops what it runs. */
  Duration left() {
    Instant told = Instant.ofEpochSecond(end).minusSeconds(NOTICE_SECONDS);
    return Duration.between(Instant.now(), told);
  }

  /** For people, behind the place of a machine. */
  String text() {
    return ", until " + Instant.ofEpochSecond(end);
  }
}
