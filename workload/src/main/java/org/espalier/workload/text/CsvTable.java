package org.espalier.workload.text;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a header line, read row by row: columns are found by name, others are ignored,
 * and lines that begin with # are comments.
 *
 * <p>Streams, so that the size of a file does not matter; a field longer than a megabyte ends the
 * reading with a problem.
 */
public final class CsvTable {
  private static final int LONGEST_FIELD = 1 << 20;

  private final FileProblems problems;
  private final List<String> columns;
  private final Consumer<String> comments;
  private final Consumer<CsvRow> rows;
  private int @Nullable [] places;
  private int width;

  private CsvTable(
      FileProblems problems,
      List<String> columns,
      Consumer<String> comments,
      Consumer<CsvRow> rows) {
    this.problems = problems;
    this.columns = columns;
    this.comments = comments;
    this.rows = rows;
  }

  /** Hands the rows of a file to {@code rows}; what is wrong goes to {@code problems}. */
  public static void read(FileProblems problems, List<String> columns, Consumer<CsvRow> rows) {
    read(problems, columns, comment -> {}, rows);
  }

  /** The same, with the text of comment lines. */
  public static void read(
      FileProblems problems,
      List<String> columns,
      Consumer<String> comments,
      Consumer<CsvRow> rows) {
    new CsvTable(problems, columns, comments, rows).read(bytes -> {});
  }

  /** The same without comments; {@code bytes} is told now and then how many were read so far. */
  public static void readCounting(
      FileProblems problems, List<String> columns, LongConsumer bytes, Consumer<CsvRow> rows) {
    new CsvTable(problems, columns, comment -> {}, rows).read(bytes);
  }

  /** The names in the header line of a file, or empty if it cannot be read. */
  public static Optional<List<String>> header(FileProblems problems) {
    try (CsvReader<CsvRecord> reader = open(problems.file(), bytes -> {})) {
      for (CsvRecord line : reader) {
        if (!line.isComment()) {
          return Optional.of(names(line));
        }
      }
      reportEmpty(problems);
    } catch (IOException e) {
      problems.report(e);
    } catch (UncheckedIOException e) {
      problems.report(cause(e));
    } catch (CsvParseException e) {
      report(problems, e, 1);
    }
    return Optional.empty();
  }

  private static CsvReader<CsvRecord> open(Path file, LongConsumer bytes) throws IOException {
    InputStream in = new CountingInput(Files.newInputStream(file), bytes);
    return CsvReader.builder()
        .commentStrategy(CommentStrategy.READ)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .detectBomHeader(true)
        .maxBufferSize(LONGEST_FIELD)
        .ofCsvRecord(in);
  }

  private static List<String> names(CsvRecord header) {
    return header.getFields().stream().map(String::strip).toList();
  }

  private void read(LongConsumer bytes) {
    long line = 0;
    try (CsvReader<CsvRecord> reader = open(problems.file(), bytes)) {
      for (CsvRecord row : reader) {
        line = row.getStartingLineNumber();
        if (!accept(row)) {
          return;
        }
      }
      if (places == null) {
        reportEmpty(problems);
      }
    } catch (IOException e) {
      problems.report(e);
    } catch (UncheckedIOException e) {
      problems.report(cause(e));
    } catch (CsvParseException e) {
      report(problems, e, line + 1);
    }
  }

  private static IOException cause(UncheckedIOException e) {
    IOException cause = e.getCause();
    return cause == null ? new IOException(e) : cause;
  }

  private static void reportEmpty(FileProblems problems) {
    problems.report(0, "", "", "is empty", "begin it with a header line");
  }

  private static void report(FileProblems problems, CsvParseException e, long line) {
    String message = e.getMessage() == null ? "unreadable" : e.getMessage();
    Throwable cause = e.getCause();
    String reason = cause == null || cause.getMessage() == null ? message : cause.getMessage();
    problems.report((int) line, "", "", "is not CSV: " + reason, "check the quotes on this line");
  }

  /** Takes one line; false if nothing more is worth reading. */
  private boolean accept(CsvRecord row) {
    if (row.isComment()) {
      comments.accept(row.getField(0).strip());
      return true;
    }
    int[] known = places;
    if (known == null) {
      places = places(row);
      return problems.isEmpty();
    }
    acceptRow(row, known);
    return true;
  }

  private int[] places(CsvRecord header) {
    List<String> names = names(header);
    width = names.size();
    int[] found = new int[columns.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = names.indexOf(columns.get(i));
      if (found[i] < 0) {
        reportMissing(columns.get(i), names, (int) header.getStartingLineNumber());
      }
    }
    return found;
  }

  private void reportMissing(String column, List<String> names, int line) {
    String hint =
        Names.nearest(column, names)
            .map("rename column %s"::formatted)
            .orElse("expected the columns " + String.join(",", columns));
    problems.report(line, column, String.join(",", names), "column missing from the header", hint);
  }

  private void acceptRow(CsvRecord row, int[] known) {
    int line = (int) row.getStartingLineNumber();
    if (row.getFields().stream().skip(width).anyMatch(field -> !field.isBlank())) {
      problems.report(
          line,
          "",
          String.join(",", row.getFields()),
          "line has %d fields, the header %d".formatted(row.getFieldCount(), width),
          "write decimals with a point, and quote names with commas");
      return;
    }
    List<String> fields = new ArrayList<>(known.length);
    for (int i = 0; i < known.length; i++) {
      if (known[i] >= row.getFieldCount()) {
        problems.report(
            line,
            columns.get(i),
            String.join(",", row.getFields()),
            "line is cut short: it has %d fields, this is number %d"
                .formatted(row.getFieldCount(), known[i] + 1),
            "complete or remove the line");
        return;
      }
      fields.add(row.getField(known[i]).strip());
    }
    rows.accept(new Fields(line, fields));
  }

  private record Fields(int line, List<String> fields) implements CsvRow {
    @Override
    public String get(int index) {
      return fields.get(index);
    }
  }
}
