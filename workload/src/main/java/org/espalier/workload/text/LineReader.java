package org.espalier.workload.text;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.NotUtf8Exception;
import org.espalier.workload.document.Utf8Input;

/**
 * The lines of a text file with their numbers, in bounded memory. What goes beyond the longest
 * line, {@value #LONGEST} characters if nothing else is said, is replaced by an ellipsis. A byte
 * order mark at the beginning is no part of the first line. Bytes that are not UTF-8 end the
 * reading with a {@link NotUtf8Exception}.
 */
public final class LineReader implements Closeable {
  static final int LONGEST = 8192;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final BufferedReader reader;
  private final int longest;
  private int number;

  /** Opens a file. */
  public LineReader(Path file) throws IOException {
    this(file, LONGEST);
  }

  /**
   * Opens a file.
   *
   * @param longest characters of the longest line that is read whole
   */
  public LineReader(Path file, int longest) throws IOException {
    this(Files.newInputStream(file), longest);
  }

  private LineReader(InputStream in, int longest) {
    this.longest = longest;
    reader = new BufferedReader(new InputStreamReader(new Utf8Input(in), StandardCharsets.UTF_8));
  }

  /** Opens a file that may be compressed with gzip, which is told by its content. */
  public static LineReader plainOrGzip(Path file) throws IOException {
    return new LineReader(PlainOrGzip.open(file), LONGEST);
  }

  /** Number of the line read last, from 1. */
  public int number() {
    return number;
  }

  /** The next line without white space at its ends, or empty at the end of the file. */
  public Optional<String> next() throws IOException {
    int c = reader.read();
    if (number == 0 && c == BYTE_ORDER_MARK) {
      c = reader.read();
    }
    if (c < 0) {
      return Optional.empty();
    }
    number++;
    StringBuilder line = new StringBuilder();
    for (; c >= 0 && c != '\n'; c = reader.read()) {
      if (line.length() < longest) {
        line.append((char) c);
      } else if (line.length() == longest) {
        line.append('\u2026');
      }
    }
    return Optional.of(line.toString().strip());
  }

  /** The next line that is not blank, or empty at the end of the file. */
  public Optional<String> nextNotBlank() throws IOException {
    Optional<String> line = next();
    while (line.isPresent() && line.get().isEmpty()) {
      line = next();
    }
    return line;
  }

  /** Hands all further lines that are not blank, each with its number, to {@code lines}. */
  public void forEachNotBlank(ObjIntConsumer<String> lines) throws IOException {
    for (Optional<String> line = nextNotBlank(); line.isPresent(); line = nextNotBlank()) {
      lines.accept(line.get(), number);
    }
  }

  /**
   * The groups of a header, which is the next line that is not blank; empty if it is none, which is
   * reported.
   *
   * @param what the file is no such thing without it
   * @param example a header
   */
  public Optional<Matcher> header(
      Pattern pattern, String what, String example, FileProblems problems) throws IOException {
    String line = nextNotBlank().orElse("");
    Matcher header = pattern.matcher(line);
    if (header.matches()) {
      return Optional.of(header);
    }
    String message = "is not a " + what;
    return problems.report(Math.max(1, number), "", line, message, "begin it with " + example);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
