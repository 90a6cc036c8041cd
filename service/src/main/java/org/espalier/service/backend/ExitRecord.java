package org.espalier.service.backend;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the keeper of a command wrote when it was over.
 *
 * @param status exit status, 128 + n after signal n
 * @param begin when it began, in milliseconds since the boot
 * @param end when it was over, in milliseconds since the boot
 */
record ExitRecord(int status, long begin, long end) {
  /** Times are told in whole hundredths of a second. */
  static final long HUNDREDTH_MILLIS = 10;

  private static final Pattern COMPLETE =
      Pattern.compile("(\\d+) (\\d+\\.\\d+) (\\d+\\.\\d+) \\.\n *");

  /** Reads the file, which may end in blanks; empty if it is blank or half-written. */
  static Optional<ExitRecord> parse(String text) {
    Matcher matcher = COMPLETE.matcher(text);
    return matcher.matches()
        ? Optional.of(of(matcher.group(1), matcher.group(2), matcher.group(3)))
        : Optional.empty();
  }

  /** From the words of the launcher, times in seconds. */
  static ExitRecord of(String status, String begin, String end) {
    return new ExitRecord(Integer.parseInt(status), milliseconds(begin), milliseconds(end));
  }

  long milliseconds() {
    return end - begin;
  }

  private static long milliseconds(String seconds) {
    return Math.round(Double.parseDouble(seconds) * 1000);
  }
}
