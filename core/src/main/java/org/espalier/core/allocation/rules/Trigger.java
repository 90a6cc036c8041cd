package org.espalier.core.allocation.rules;

/**
 * What causes a mapping event; whichever of its conditions comes first.
 *
 * @param arrivals after this many arrivals since the last mapping event; 0: never
 * @param completions after every completion
 * @param period after this many ticks since the last mapping event; 0: never. Where there is
 *     nothing to map then, a period passes without an event, and the next one begins
 */
public record Trigger(int arrivals, boolean completions, long period) {
  /** Every arrival and every completion, as in THESIS 3.2 and JOURNAL 3. */
  public static final Trigger EVERY_EVENT = new Trigger(1, true, 0);

  public Trigger {
    if (arrivals < 0 || period < 0) {
      throw new IllegalArgumentException(
          "trigger: %s arrivals, period %s; expected numbers that are not negative"
              .formatted(arrivals, period));
    }
    if (arrivals == 0 && !completions && period == 0) {
      throw new IllegalArgumentException(
          "trigger: nothing causes a mapping event; set arrivals, completions or a period");
    }
  }
}
