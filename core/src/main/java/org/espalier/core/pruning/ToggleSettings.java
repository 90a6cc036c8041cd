package org.espalier.core.pruning;

/**
 * When dropping is engaged (JOURNAL 5.4).
 *
 * @param mode always, never, or by the oversubscription level
 * @param on level at or above which dropping engages
 * @param off level at or below which it stops; equal to {@code on} means that it is engaged exactly
 *     while the level is at or above {@code on} (no Schmitt trigger)
 * @param lambda weight of the latest mapping event in the level, in (0, 1]
 */
public record ToggleSettings(Mode mode, double on, double off, double lambda) {
  /** How dropping is engaged. */
  public enum Mode {
    ALWAYS,
    NEVER,
    BY_LEVEL
  }

  /** The separation of the Schmitt trigger in JOURNAL 5.4: off at 80 % of on. */
  public static final double SCHMITT_SHARE = 0.8;

  /** Dropping is always engaged. */
  public static final ToggleSettings ALWAYS = new ToggleSettings(Mode.ALWAYS, 0, 0, 1);

  /** Dropping is never engaged. */
  public static final ToggleSettings NEVER = new ToggleSettings(Mode.NEVER, 0, 0, 1);

  public ToggleSettings {
    if (!(on >= 0) || !(off >= 0) || off > on) {
      throw new IllegalArgumentException(
          "toggle on at %s and off at %s; expected 0 <= off <= on".formatted(on, off));
    }
    if (!(lambda > 0 && lambda <= 1)) {
      throw new IllegalArgumentException("lambda is %s; expected (0, 1]".formatted(lambda));
    }
  }

  /** Engaged while the level is at or above {@code on}. */
  public static ToggleSettings at(double on, double lambda) {
    return new ToggleSettings(Mode.BY_LEVEL, on, on, lambda);
  }

  /** With a Schmitt trigger that stops at 80 % of {@code on}. */
  public static ToggleSettings schmitt(double on, double lambda) {
    return new ToggleSettings(Mode.BY_LEVEL, on, SCHMITT_SHARE * on, lambda);
  }
}
