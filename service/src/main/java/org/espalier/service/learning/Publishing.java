package org.espalier.service.learning;

/**
 * When a learned distribution takes the place of the one believed: when all three hold.
 *
 * @param completions new completions of the cell, at least
 * @param ticks ticks since the cell's last publication, at least
 * @param change Kolmogorov distance from what is believed, more than
 */
public record Publishing(int completions, long ticks, double change) {
  /** As the service does it. */
  static final Publishing USUAL = new Publishing(10, 5_000, 0.02);

  public Publishing {
    if (completions < 1 || ticks < 0 || !(change >= 0 && change < 1)) {
      throw new IllegalArgumentException(
          "published after %s completions and %s ticks if changed by %s; expected at least 1, at"
                  .formatted(completions, ticks, change)
              + " least 0, and a change in [0, 1)");
    }
  }
}
