package org.espalier.core.model;

/**
 * A P-state: how fast a machine executes and what it draws meanwhile. P-state 0 of a machine type
 * is its fastest and the one of the highest power.
 *
 * @param name what users call it, unique in its machine type
 * @param activeWatts what a machine draws while it executes a task in it; 0 when not given
 */
public record PState(String name, double activeWatts) {
  public PState {
    Arguments.notNegative(activeWatts, "activeWatts of P-state " + name);
  }

  /** The one P-state of machines that do not change theirs. */
  static PState only(double activeWatts) {
    return new PState(defaultName(0), activeWatts);
  }

  /** What the P-state at an index is called if users give it no name. */
  public static String defaultName(int index) {
    return "P" + index;
  }
}
