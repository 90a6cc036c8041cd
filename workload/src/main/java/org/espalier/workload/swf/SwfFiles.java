package org.espalier.workload.swf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.document.BadLines;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.LineReader;

/**
 * Traces in the Standard Workload Format of the Parallel Workloads Archive. Header comments stand
 * behind semicolons, then there is for each job a line of 18 numbers, of which -1 says that
 * something is not known. Files may be compressed with gzip, which is told by their content. Fields
 * beyond these, and a first line of words only, are ignored and noted.
 *
 * <p>Reads line by line and holds one job. A negative number other than -1 is no time where it is
 * the submit time or a run time, and not known elsewhere.
 */
public final class SwfFiles {
  private static final int FIELDS = SwfField.values().length;
  private static final double MOST_SECONDS = 1e10;
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(?:\\.\\d{0,15})?");

  private final FileProblems problems;
  private final Consumer<SwfJob> jobs;
  private final BadLines bad;
  private final List<String> comments = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long lines;
  private long longer;
  private int number;

  private SwfFiles(FileProblems problems, BadLineHandling handling, Consumer<SwfJob> jobs) {
    this.problems = problems;
    this.jobs = jobs;
    this.bad = new BadLines(problems, handling);
  }

  /**
   * Hands the jobs of a file to {@code jobs} in the order of their lines, and returns its header.
   * What is wrong goes to {@code problems}.
   *
   * @param handling what becomes of lines that are no jobs
   */
  public static Loaded<SwfHeader> read(
      Path file, BadLineHandling handling, Consumer<SwfJob> jobs, Problems problems) {
    SwfFiles reader = new SwfFiles(problems.in(file), handling, jobs);
    reader.read();
    SwfHeader header = new SwfHeader(reader.comments);
    return new Loaded<>(header, reader.notes(header));
  }

  private List<String> notes(SwfHeader header) {
    header
        .find("MaxRecords")
        .flatMap(text -> Numbers.whole(text, lines + 1, Long.MAX_VALUE))
        .ifPresent(all ->
            notes.add(
                "its header tells of %s jobs (MaxRecords), and it has %s: is it cut short?"
                    .formatted(all, lines)));
    if (longer > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d %s more than %s fields: what follows is ignored",
              longer,
              longer == 1 ? "line has" : "lines have",
              FIELDS));
    }
    bad.note().ifPresent(notes::add);
    return notes;
  }

  private void read() {
    try (LineReader reader = LineReader.plainOrGzip(problems.file())) {
      reader.forEachNotBlank(this::readLine);
      if (lines == 0) {
        problems.report("has no jobs", "give at least one");
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
    String[] texts = SPACE.split(line);
    if (lines == 0
        && notes.isEmpty()
        && Arrays.stream(texts).allMatch(text -> value(text).isEmpty())) {
      notes.add("line %s holds words only and is taken for a header".formatted(at));
      return;
    }
    lines++;
    longer += texts.length > FIELDS ? 1 : 0;
    if (texts.length < FIELDS) {
      bad.add(
          number,
          "",
          line,
          "line is cut short: it has %s of %s fields".formatted(texts.length, FIELDS),
          "complete or remove the line; -1 stands for what is not known");
    } else {
      readJob(texts);
    }
  }

  private void readJob(String[] texts) {
    double[] fields = new double[FIELDS];
    List<SwfField> wrong = new ArrayList<>();
    for (SwfField field : SwfField.values()) {
      OptionalDouble value = value(texts[field.ordinal()]);
      if (value.isEmpty() || !isFit(field, value.getAsDouble())) {
        wrong.add(field);
      }
      fields[field.ordinal()] = value.orElse(-1);
    }
    if (wrong.isEmpty()) {
      jobs.accept(new SwfJob(number, fields));
    } else {
      String text = texts[wrong.getFirst().ordinal()];
      reportFields(wrong, text, value(text).isPresent());
    }
  }

  private static OptionalDouble value(String text) {
    return NUMBER.matcher(text).matches()
        ? OptionalDouble.of(Double.parseDouble(text))
        : Numbers.real(text);
  }

  private static boolean isFit(SwfField field, double value) {
    return !field.isCheckedTime() || value == -1 || (value >= 0 && value <= MOST_SECONDS);
  }

  /** One problem a line, of the first field that is wrong. */
  private void reportFields(List<SwfField> wrong, String text, boolean isNumber) {
    SwfField first = wrong.getFirst();
    String others =
        wrong.stream()
            .skip(1)
            .map(field -> Integer.toString(field.number()))
            .collect(Collectors.joining(", "));
    bad.add(
        number,
        "field %s, %s".formatted(first.number(), first.label()),
        text,
        (isNumber ? "is not a time in seconds" : "is not a number")
            + (others.isEmpty() ? "" : "; wrong too: field " + others),
        isNumber ? "expected 0 to 10000000000, or -1 if it is not known" : "-1 if it is not known");
  }
}
