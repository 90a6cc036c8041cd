package org.espalier.simulator.result;

/**
 * A unit in which numbers are easy to read.
 *
 * @param name for example kJ
 * @param size how much of the basic unit it is
 */
record ShownUnit(String name, double size) {
  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};
  private static final double PER_MINUTE = 60;
  private static final double PER_HOUR = 3600;

  /** A few of a unit are better told in the next smaller one. */
  private static final double FEW = 3;

  /** The unit for times up to some seconds. */
  static ShownUnit ofSeconds(double most) {
    if (most >= FEW * PER_HOUR) {
      return new ShownUnit("h", PER_HOUR);
    }
    return most >= FEW * PER_MINUTE ? new ShownUnit("min", PER_MINUTE) : new ShownUnit("s", 1);
  }

  /** The unit for energies up to some joules. */
  static ShownUnit ofJoules(double most) {
    int thousands = most < 1e4 ? 0 : (int) Math.floor(Math.log10(most) / 3);
    int known = Math.min(thousands, PREFIXES.length - 1);
    return new ShownUnit(PREFIXES[known] + "J", Math.pow(1000, known));
  }

  /** An amount of the basic unit in this one. */
  double of(double amount) {
    return amount / size;
  }
}
