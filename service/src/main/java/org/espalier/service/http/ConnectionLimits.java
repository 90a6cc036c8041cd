package org.espalier.service.http;

import java.time.Duration;

/**
 * How many connections there may be, and how long each may take for what. What takes longer is
 * closed; a request that is not whole by then is answered with 408 before.
 *
 * @param connections how many there may be at a time; fewer where the process may not open so many
 *     files ({@link #most})
 * @param idle how long one may wait for its next request
 * @param head for the request line and headers; of the first request from the beginning of the
 *     connection, with TLS
 * @param body for the body; {@link #LEAST_BYTES_PER_SECOND} gain a second
 * @param answer for the other side to take each part of an answer; {@link #LEAST_BYTES_PER_SECOND}
 *     gain a second
 * @param follow how long events are sent in one answer, and how long output is waited for in one
 */
public record ConnectionLimits(
    int connections,
    Duration idle,
    Duration head,
    Duration body,
    Duration answer,
    Duration follow) {
  /** What is used where nothing is said. All is released within a minute. */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(
          2000,
          Duration.ofSeconds(45),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30));

  /** Whoever is faster is given more time than the limits say. */
  public static final int LEAST_BYTES_PER_SECOND = 8192;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /**
   * How many connections there may be in this process. Of the descriptors of files that are left
   * now, a quarter stays for the store, the files of runs and commands.
   */
  int most() {
    int descriptors = Math.max(4, Descriptors.most() - Descriptors.open());
    return Math.min(connections, descriptors - descriptors / 4);
  }

  /** What some bytes gain, in nanoseconds. */
  static long gain(long bytes) {
    return bytes * NANOS_PER_SECOND / LEAST_BYTES_PER_SECOND;
  }
}
