package org.espalier.service.http;

import java.time.Duration;

/**
 * How long a connection may take for what. What takes longer is closed; a request that is not whole
 * by then is answered with 408 before.
 *
 * @param idle how long one may wait for its next request
 * @param head for the request line and headers; of the first request from the beginning of the
 *     connection, with TLS
 * @param body for the body; {@link #LEAST_BYTES_PER_SECOND} gain a second
 * @param answer for the other side to take each part of an answer; {@link #LEAST_BYTES_PER_SECOND}
 *     gain a second
 * @param follow how long events are sent in one answer, and how long output is waited for in one
 */
record TimeLimits(Duration idle, Duration head, Duration body, Duration answer, Duration follow) {
  /** The limits of the service. All is released within a minute. */
  static final TimeLimits USUAL =
      new TimeLimits(
          Duration.ofSeconds(45),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30));

  /** Whoever is faster is given more time than the limits say. */
  private static final int LEAST_BYTES_PER_SECOND = 8192;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** What some bytes gain, in nanoseconds. */
  static long gain(long bytes) {
    return bytes * NANOS_PER_SECOND / LEAST_BYTES_PER_SECOND;
  }
}
