package org.espalier.workload.document;

import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * One thing that is wrong with an input file: where, what value, what was expected, and what to do.
 *
 * @param file the file
 * @param line line in the file, from 1; 0 when it concerns the file as a whole
 * @param path where in the structure of the file, for example {@code machines[2].type}; may be
 *     empty
 * @param value the offending text; may be empty
 * @param message what is wrong
 * @param remedy what to do about it; may be empty
 */
public record Problem(
    Path file, int line, String path, String value, String message, String remedy) {
  private static final int LONGEST_VALUE = 80;
  private static final int LONGEST_PATH = 400;
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]");

  public Problem {
    path = printable(cut(path, LONGEST_PATH));
    value = printable(cut(value, LONGEST_VALUE));
    message = printable(message);
    remedy = printable(remedy);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest) + "...";
  }

  /** What users wrote may hold what breaks a line or speaks to a terminal. */
  private static String printable(String text) {
    return UNPRINTABLE.matcher(text).replaceAll("?");
  }

  /** The problem on one line: {@code file:line: path: message (value ...); remedy}. */
  @Override
  public String toString() {
    String place = printable(file.toString()) + (line > 0 ? ":" + line : "");
    return (path.isEmpty() ? place : place + ": " + path)
        + ": "
        + message
        + (value.isEmpty() ? "" : " (value " + value + ")")
        + (remedy.isEmpty() ? "" : "; " + remedy);
  }
}
