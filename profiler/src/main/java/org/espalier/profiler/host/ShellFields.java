package org.espalier.profiler.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line of fields, as the shell scripts of this package read and write them. Fields are separated
 * by the unit separator (U+001F), with control characters and backslashes as {@code printf %b}
 * knows them.
 */
final class ShellFields {
  private static final char SEPARATOR = '\u001f';
  private static final Pattern SPECIAL = Pattern.compile("[\\x00-\\x1f\\x7f\\\\]");

  private ShellFields() {}

  /** Joins fields to a line with its end. */
  static String line(List<String> fields) {
    return fields.stream()
        .map(ShellFields::escape)
        .collect(Collectors.joining(String.valueOf(SEPARATOR), "", SEPARATOR + "\n"));
  }

  /** Joins fields to a line with its end. */
  static String line(String... fields) {
    return line(Arrays.asList(fields));
  }

  private static String escape(String text) {
    return SPECIAL
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                String.format(Locale.ROOT, "\\0%03o", (int) found.group().charAt(0))));
  }

  /** The bytes of a line. */
  static byte[] bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }
}
