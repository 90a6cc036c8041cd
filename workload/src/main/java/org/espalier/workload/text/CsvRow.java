package org.espalier.workload.text;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Numbers;

/** One row of a CSV file. */
public class CsvRow {
  private final CsvRecord fields;
  private final Map<String, Integer> places;
  private final FileProblems problems;

  /**
   * A row.
   *
   * @param places of the columns in the header
   */
  CsvRow(CsvRecord fields, Map<String, Integer> places, FileProblems problems) {
    this.fields = fields;
    this.places = places;
    this.problems = problems;
  }

  /** The same row. */
  protected CsvRow(CsvRow row) {
    this(row.fields, row.places, row.problems);
  }

  /** Line in the file, from 1. */
  public final int line() {
    return (int) fields.getStartingLineNumber();
  }

  /** Whether the file has a column. */
  public final boolean has(String column) {
    return places.containsKey(column);
  }

  /** The field of a column, without white space around; empty if the file has no such column. */
  public final String get(String column) {
    int place = places.getOrDefault(column, Integer.MAX_VALUE);
    return place < fields.getFieldCount() ? fields.getField(place).strip() : "";
  }

  /** The number in a column; empty if there is none that fits, which is reported. */
  public final OptionalDouble number(
      String column, DoublePredicate fits, String message, String remedy) {
    OptionalDouble number = Numbers.real(get(column));
    if (number.isPresent() && fits.test(number.getAsDouble())) {
      return number;
    }
    report(column, message, remedy);
    return OptionalDouble.empty();
  }

  /** Reports what is wrong with the field of a column. Gives nothing. */
  public final <T> Optional<T> report(String column, String message, String remedy) {
    return problems.report(line(), column, get(column), message, remedy);
  }
}
