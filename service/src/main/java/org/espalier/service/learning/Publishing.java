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
}
