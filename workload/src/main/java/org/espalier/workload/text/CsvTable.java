package org.espalier.workload.text;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Utf8Input;

/**
 * A CSV file with a header line, read row by row. Columns are found by name, others are ignored,
 * and lines that begin with # are comments. It may be compressed with gzip, which is told by its
 * content, and is UTF-8.
 *
 * <p>Streams, so that the size of a file does not matter; a field longer than a megabyte ends the
 * reading with a problem.
 */
public final class CsvTable {
  private static final int LONGEST_FIELD = 1 << 20;

  private static final String OVER_LINES = "a field goes over the end of the line";
  private static final String CHECK_QUOTES = "check the quotes on this line";

  /** What writes fields between bars does not quote them. */
  private static final char NO_QUOTE = '\0';

  private final FileProblems problems;
  private final Function<List<String>, List<String>> needed;
  private final List<String> optional;
  private final Map<String, Integer> places = new HashMap<>();
  private FileProblems rowProblems;
  private char separator = ',';
  private List<String> given = List.of();
  private Consumer<String> comments = comment -> {};
  private List<String> header = List.of();
  private List<String> wanted = List.of();
  private List<String> passedOver = List.of();

  /**
   * A file.
   *
   * @param problems where what is wrong with it goes
   * @param needed columns without which it is not read
   * @param optional columns that it may have besides
   */
  public CsvTable(FileProblems problems, List<String> needed, String... optional) {
    this(problems, header -> needed, optional);
  }

  /**
   * A file whose header tells which columns are needed.
   *
   * @param needed tells them, and reports a header that is none
   */
  public CsvTable(
      FileProblems problems, Function<List<String>, List<String>> needed, String... optional) {
    this.problems = problems;
    this.rowProblems = problems;
    this.needed = needed;
    this.optional = List.of(optional);
  }

  /** Reads fields that something else than a comma parts. */
  public CsvTable separatedBy(char character) {
    separator = character;
    return this;
  }

  /**
   * Reads a file without header line, whose columns have these names; with one if there are none.
   */
  public CsvTable named(List<String> columns) {
    given = List.copyOf(columns);
    return this;
  }

  /** Takes down elsewhere what is wrong with rows that can be passed over. */
  public CsvTable rowProblems(FileProblems other) {
    rowProblems = other;
    return this;
  }

  /** Hands the texts of comment lines to {@code taker} as they come. */
  public CsvTable comments(Consumer<String> taker) {
    comments = taker;
    return this;
  }

  /** Columns that nobody looks at, of which {@link #notes} says nothing. */
  public CsvTable passingOver(List<String> columns) {
    passedOver = List.copyOf(columns);
    return this;
  }

  /** Hands the rows of the file to {@code rows}. */
  public void read(Consumer<CsvRow> rows) {
    long line = 0;
    try (CsvReader<CsvRecord> reader = open(problems.file())) {
      for (CsvRecord row : reader) {
        line = row.getStartingLineNumber();
        if (!accept(row, rows)) {
          return;
        }
      }
      if (header.isEmpty()) {
        problems.report("is empty", "begin it with a header line");
      }
    } catch (IOException e) {
      problems.report(e);
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      problems.report(cause == null ? new IOException(e) : cause);
    } catch (CsvParseException e) {
      report(e, line + 1);
    }
  }

  private CsvReader<CsvRecord> open(Path file) throws IOException {
    InputStream in = new Utf8Input(PlainOrGzip.open(file));
    return CsvReader.builder()
        .fieldSeparator(separator)
        .quoteCharacter(separator == '|' ? NO_QUOTE : '"')
        .commentStrategy(CommentStrategy.READ)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .detectBomHeader(true)
        .maxBufferSize(LONGEST_FIELD)
        .ofCsvRecord(in);
  }

  private void report(CsvParseException e, long line) {
    String message = e.getMessage() == null ? "unreadable" : e.getMessage();
    Throwable cause = e.getCause();
    String reason = cause == null || cause.getMessage() == null ? message : cause.getMessage();
    problems.report((int) line, "", "", "is not CSV: " + reason, CHECK_QUOTES);
  }

  /** Takes one line; false if nothing more is worth reading. */
  private boolean accept(CsvRecord row, Consumer<CsvRow> rows) {
    if (row.isComment()) {
      comments.accept(row.getField(0).strip());
      return true;
    }
    if (header.isEmpty()) {
      List<String> names = given.isEmpty() ? row.getFields() : given;
      if (!acceptHeader(names, (int) row.getStartingLineNumber()) || given.isEmpty()) {
        return problems.isEmpty();
      }
    }
    acceptRow(row, rows);
    return true;
  }

  private boolean acceptHeader(List<String> names, int line) {
    header = names.stream().map(String::strip).toList();
    for (int i = 0; i < header.size(); i++) {
      places.putIfAbsent(header.get(i), i);
    }
    if (header.stream().anyMatch(CsvTable::goesOverLines)) {
      problems.report(line, "", String.join(",", header), OVER_LINES, CHECK_QUOTES);
      return false;
    }
    wanted = needed.apply(header);
    wanted.stream()
        .filter(column -> !places.containsKey(column))
        .forEach(column -> reportMissing(column, line));
    optional.stream()
        .filter(column -> !places.containsKey(column))
        .forEach(column -> reportMisspelt(column, line));
    Stream.concat(wanted.stream(), optional.stream())
        .distinct()
        .filter(column -> problems.isEmpty())
        .filter(column -> Collections.frequency(header, column) > 1)
        .forEach(column ->
            problems.report(
                line, column, "", "column stands twice in the header", "remove or rename one"));
    return problems.isEmpty();
  }

  private void reportMissing(String column, int line) {
    String hint =
        Names.nearest(column, header)
            .map(name -> renamed(name, column))
            .orElse("expected the columns " + String.join(",", wanted));
    problems.report(line, column, String.join(",", header), "column missing from the header", hint);
  }

  /** A column that may be left out is not left out by a slip of the pen. */
  private void reportMisspelt(String column, int line) {
    others()
        .filter(name -> Names.distance(name, column) <= (column.length() < 6 ? 1 : 2))
        .forEach(name ->
            problems.report(
                line, column, name, "column is spelt otherwise", renamed(name, column)));
  }

  private Stream<String> others() {
    return header.stream().filter(name -> !wanted.contains(name) && !optional.contains(name));
  }

  /** The columns of a file read that nobody looks at. */
  public List<String> unread() {
    return others().filter(name -> !passedOver.contains(name)).toList();
  }

  /** A note on those columns; none if there are none. */
  public List<String> notes() {
    String names = String.join(", ", unread());
    String note = "%s: not read: %s".formatted(problems.file().getFileName(), names);
    return names.isEmpty() ? List.of() : List.of(note);
  }

  /** Refuses a file, of which nobody could read such a note, if it has those columns. */
  public void refuseUnread() {
    if (problems.isEmpty() && !unread().isEmpty()) {
      problems.report(
          "has columns that are not read: " + String.join(", ", unread()),
          "remove them; expected " + String.join(",", wanted));
    }
  }

  /** What makes a column of another: values in another unit are not renamed only. */
  private static String renamed(String name, String column) {
    int unit = column.lastIndexOf('_') + 1;
    return unit > 0
            && name.lastIndexOf('_') + 1 == unit
            && name.regionMatches(true, 0, column, 0, unit)
            && !name.equalsIgnoreCase(column)
        ? "give the values of %s in %s, and name it %s"
            .formatted(name, column.substring(unit), column)
        : "rename column " + name;
  }

  private static boolean goesOverLines(String field) {
    return field.indexOf('\n') >= 0;
  }

  private void acceptRow(CsvRecord row, Consumer<CsvRow> rows) {
    int width = header.size();
    Optional<String> cut =
        Stream.concat(wanted.stream(), optional.stream())
            .filter(column -> places.getOrDefault(column, -1) >= row.getFieldCount())
            .findFirst();
    if (row.getFields().stream().skip(width).anyMatch(field -> !field.isBlank())) {
      String message = "line has %s fields, the header %s".formatted(row.getFieldCount(), width);
      refuse(row, "", message, "write decimals with a point, and quote names with commas");
    } else if (row.getFields().stream().anyMatch(CsvTable::goesOverLines)) {
      refuse(row, "", OVER_LINES, CHECK_QUOTES);
    } else if (cut.isPresent()) {
      String message =
          "line is cut short: it has %s fields, this is number %s"
              .formatted(row.getFieldCount(), places.getOrDefault(cut.get(), 0) + 1);
      refuse(row, cut.get(), message, "complete or remove the line");
    } else {
      rows.accept(new CsvRow(row, places, rowProblems));
    }
  }

  private void refuse(CsvRecord row, String column, String message, String remedy) {
    int line = (int) row.getStartingLineNumber();
    rowProblems.report(line, column, String.join(",", row.getFields()), message, remedy);
  }
}
