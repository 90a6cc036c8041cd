package org.espalier.workload.text;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A CSV file that is written: a header, then rows, in UTF-8, each line with a line feed. */
public final class CsvFile {
  private CsvFile() {}

  /**
   * A column of a file.
   *
   * @param name its name in the header
   * @param field what a row has in it
   */
  public record Column<T>(String name, Function<T, String> field) {
    /** A column of numbers; one that is not finite is left empty. */
    public static <T> Column<T> ofNumber(String name, ToDoubleFunction<T> number) {
      return new Column<>(name, row -> text(number.applyAsDouble(row)));
    }

    /** A column of whole numbers; one that is not there is left empty. */
    public static <T> Column<T> ofWhole(String name, Function<T, OptionalInt> number) {
      return new Column<>(
          name,
          row -> number.apply(row).stream().mapToObj(Integer::toString).findFirst().orElse(""));
    }
  }

  /** A number, or nothing if it is not finite. */
  public static String text(double number) {
    return Double.isFinite(number) ? Double.toString(number) : "";
  }

  /** A line of such a file, with its line feed. */
  public static String line(List<String> fields) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(fields);
    } catch (IOException e) {
      throw new IllegalStateException("nothing can fail in memory", e);
    }
    return text.toString();
  }

  /** Writes a row for each of some things. */
  public static <T> void writeRows(Path file, List<Column<T>> columns, Stream<T> rows)
      throws IOException {
    write(
        file,
        columns.stream().map(Column::name).toList(),
        rows.map(row -> columns.stream().map(column -> column.field().apply(row)).toList()));
  }

  /** Writes rows as they come, so that they need not be there at once. */
  public static void write(Path file, List<String> header, Stream<List<String>> rows)
      throws IOException {
    write(file, List.of(), header, rows);
  }

  /**
   * Writes rows as they come below comments.
   *
   * @param comments without the sign that makes them one
   */
  public static void write(
      Path file, List<String> comments, List<String> header, Stream<List<String>> rows)
      throws IOException {
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      comments.forEach(comment -> csv.writeComment(" " + comment));
      csv.writeRecord(header);
      rows.forEach(csv::writeRecord);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
