package org.espalier.workload.swf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.LineReader;

/**
 * Traces in the Standard Workload Format of the Parallel Workloads Archive. Header comments stand
 * behind semicolons, then there is for each job a line of 18 numbers, of which -1 says that
 * something is not known. Files may be compressed with gzip, which is told by their content.
 *
 * <p>Reads line by line and holds one job. A negative number other than -1 is a problem in the
 * submit time and in the run times, and not known elsewhere.
 */
public final class SwfFiles {
  private static final int FIELDS = SwfField.values().length;
  private static final double MOST_SECONDS = 1e10;
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(?:\\.\\d{0,15})?");

  private final FileProblems problems;
  private final Consumer<SwfJob> jobs;
  private final List<String> comments = new ArrayList<>();
  private long lines;
  private int number;

  private SwfFiles(FileProblems problems, Consumer<SwfJob> jobs) {
    this.problems = problems;
    this.jobs = jobs;
  }

  /**
   * Hands the jobs of a file to {@code jobs} in the order of their lines, and returns its header.
   * What is wrong goes to {@code problems}.
   *
   * @param bytes is told now and then how many bytes of the file were read so far
   */
  public static SwfHeader read(
      Path file, Consumer<SwfJob> jobs, LongConsumer bytes, Problems problems) {
    SwfFiles reader = new SwfFiles(problems.in(file), jobs);
    reader.read(bytes);
    return new SwfHeader(reader.comments);
  }

  private void read(LongConsumer bytes) {
    try (LineReader reader = LineReader.plainOrGzip(problems.file(), bytes)) {
      reader.forEachNotBlank(this::readLine);
      if (lines == 0) {
        problems.report(0, "", "", "has no jobs", "give at least one");
      }
    } catch (EOFException | ZipException e) {
      String message = "the compressed data are cut short or damaged behind this line";
      problems.report(number, "", "", message, "fetch the file again");
    } catch (IOException e) {
      problems.report(e);
    }
  }

  private void readLine(String line, int at) {
    number = at;
    if (line.startsWith(";")) {
      if (comments.size() < SwfHeader.MOST_COMMENTS) {
        comments.add(line.replaceFirst("^;+", "").strip());
      }
      return;
    }
    lines++;
    String[] texts = SPACE.split(line);
    if (texts.length == FIELDS) {
      readJob(texts);
    } else {
      reportLength(line, texts.length);
    }
  }

  private void reportLength(String line, int fields) {
    problems.report(
        number,
        "",
        line,
        "%s: it has %s of %s fields"
            .formatted(fields < FIELDS ? "line is cut short" : "line is too long", fields, FIELDS),
        "complete or remove the line; -1 stands for what is not known");
  }

  private void readJob(String[] texts) {
    double[] fields = new double[FIELDS];
    boolean good = true;
    for (SwfField field : SwfField.values()) {
      OptionalDouble value = value(texts[field.ordinal()]);
      if (value.isEmpty() || !isFit(field, value.getAsDouble())) {
        good = false;
        reportField(field, texts[field.ordinal()], value.isPresent());
      }
      fields[field.ordinal()] = value.orElse(-1);
    }
    if (good) {
      jobs.accept(new SwfJob(number, fields));
    }
  }

  private static OptionalDouble value(String text) {
    return NUMBER.matcher(text).matches()
        ? OptionalDouble.of(Double.parseDouble(text))
        : OptionalDouble.empty();
  }

  private static boolean isFit(SwfField field, double value) {
    return !field.isCheckedTime() || value == -1 || (value >= 0 && value <= MOST_SECONDS);
  }

  private void reportField(SwfField field, String text, boolean isNumber) {
    problems.report(
        number,
        "field %s, %s".formatted(field.number(), field.label()),
        text,
        isNumber ? "is not a time in seconds" : "is not a number",
        isNumber ? "expected 0 to 10000000000, or -1 if it is not known" : "-1 if it is not known");
  }
}
