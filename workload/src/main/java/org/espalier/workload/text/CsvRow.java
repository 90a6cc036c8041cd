package org.espalier.workload.text;

/** One row of a CSV file: the fields of the columns that were asked for, by their order there. */
public interface CsvRow {
  /** Line in the file, from 1. */
  int line();

  /** The field of the column at {@code index} of those asked for, without white space around. */
  String get(int index);
}
