package org.espalier.cli;

import java.time.DateTimeException;
import java.time.Instant;
import org.espalier.workload.document.Quantities;

/** Times that users give: a duration before now, or a point in time. */
final class PastTime {
  private PastTime() {}

  /**
   * The point in time that an option means.
   *
   * @throws CommandFailure if it means none
   */
  static Instant of(String option, String text, Instant now) {
    return Quantities.duration(text).map(now::minus).orElseGet(() -> parse(option, text));
  }

  private static Instant parse(String option, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new CommandFailure(
          "%s %s; expected a duration before now, as \"1 h\", or a time, as 2030-01-31T12:00:00Z"
              .formatted(option, text),
          e);
    }
  }
}
