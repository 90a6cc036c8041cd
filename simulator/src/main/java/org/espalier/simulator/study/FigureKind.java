package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.simulator.column.Column;
import org.jspecify.annotations.Nullable;

/** Kinds of figures of a report, by their names in studies. */
public enum FigureKind {
  BARS(Column.ROBUSTNESS),
  LINES(Column.ROBUSTNESS),
  /** The distribution of a column over trials. */
  DISTRIBUTION(Column.MISSES),
  /** What was earned or spent by when, in the mean of all trials. */
  CUMULATIVE(null),
  /** All traces, machine by machine. */
  GANTT(null);

  private final @Nullable Column column;

  FigureKind(@Nullable Column column) {
    this.column = column;
  }

  /** The column of one that names none; empty where figures show no column. */
  Optional<Column> column() {
    return Optional.ofNullable(column);
  }

  /** Whether it has an x axis of values that the study varies. */
  boolean isChart() {
    return this == BARS || this == LINES;
  }
}
