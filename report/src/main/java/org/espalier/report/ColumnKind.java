package org.espalier.report;

/** What the numbers of a column are, which decides how they are formatted and where axes begin. */
public enum ColumnKind {
  /** A share in percent, 0 to 100. */
  PERCENT,
  /** A number of things; its mean may be fractional. */
  COUNT,
  /** A duration in seconds. */
  SECONDS,
  /** An energy in joules. */
  JOULES,
  /** An amount of money. */
  COST,
  /** Any other number. */
  NUMBER;

  /** Unit of its numbers; empty for numbers of things and amounts of money. */
  public String unit() {
    return switch (this) {
      case PERCENT -> "%";
      case SECONDS -> "s";
      case JOULES -> "J";
      case COUNT, COST, NUMBER -> "";
    };
  }
}
