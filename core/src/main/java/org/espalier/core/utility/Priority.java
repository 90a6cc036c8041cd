package org.espalier.core.utility;

/** How important a task is: what it is worth at most (DISSERTATION 2.2.2). */
public enum Priority {
  CRITICAL,
  HIGH,
  MEDIUM,
  LOW;

  /** What tasks of each priority are worth at most. */
  public enum Scale {
    /** 8, 4, 2 and 1 (DISSERTATION 2.7.3). */
    EIGHT(8, 4, 2, 1),
    /** 1000, 100, 10 and 1 (DISSERTATION appendix H). */
    THOUSAND(1000, 100, 10, 1);

    private final double[] values;

    Scale(double... values) {
      this.values = values;
    }

    /** What a task of a priority is worth at most. */
    public double of(Priority priority) {
      return values[priority.ordinal()];
    }

    /** What any task is worth at most. */
    public double highest() {
      return of(CRITICAL);
    }
  }
}
