package org.espalier.core.registry;

/** Which parts of the pruner are put around a heuristic; a suffix of the policy's name says so. */
public enum PruningParts {
  /** None. */
  NONE("", false, false),
  /** Dropping and deferring: {@code MM-P}. */
  WHOLE("-P", true, true),
  /** Deferring only: {@code MM-D}. */
  DEFERRING("-D", false, true),
  /** Dropping only: {@code MM-Drop}. */
  DROPPING("-Drop", true, false);

  private final String suffix;
  private final boolean drops;
  private final boolean defers;

  PruningParts(String suffix, boolean drops, boolean defers) {
    this.suffix = suffix;
    this.drops = drops;
    this.defers = defers;
  }

  /** What is appended to the name of the heuristic. */
  public String suffix() {
    return suffix;
  }

  /** Whether mapped tasks are dropped. */
  public boolean drops() {
    return drops;
  }

  /** Whether tasks are deferred. */
  public boolean defers() {
    return defers;
  }
}
