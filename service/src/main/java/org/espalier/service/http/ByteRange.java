package org.espalier.service.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a whole, as asked for by the header {@code Range} (RFC 9110, section 14).
 *
 * @param first its first byte
 * @param last its last byte, which is in it
 */
record ByteRange(long first, long last) {
  private static final Pattern ONE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /**
   * The range that a header asks for; empty where all is to be sent: several ranges, other units
   * and what is no range are not looked at, as the standard allows, and the last bytes of nothing
   * are nothing.
   *
   * @param size bytes of the whole
   */
  static Optional<ByteRange> of(String header, long size) {
    Matcher parts = ONE.matcher(header.replace(" ", ""));
    if (!parts.matches()) {
      return Optional.empty();
    }
    return parts.group(1).isEmpty()
        ? suffix(parts.group(2), size)
        : from(Long.parseLong(parts.group(1)), parts.group(2), size);
  }

  private static Optional<ByteRange> suffix(String length, long size) {
    if (length.isEmpty() || size == 0) {
      return Optional.empty();
    }
    long bytes = Long.parseLong(length);
    return Optional.of(new ByteRange(Math.max(0, size - bytes), size - 1))
        .map(r -> r.checked(size));
  }

  private static Optional<ByteRange> from(long first, String last, long size) {
    long end = last.isEmpty() ? size - 1 : Long.parseLong(last);
    return last.isEmpty() || end >= first
        ? Optional.of(new ByteRange(first, Math.min(end, size - 1)).checked(size))
        : Optional.empty();
  }

  private ByteRange checked(long size) {
    if (first >= size) {
      throw new ProblemAnswer(
          416, "No such range", "there are %d bytes; the range begins behind them".formatted(size));
    }
    return this;
  }

  /** How many bytes it has. */
  long length() {
    return last - first + 1;
  }

  /** The header that says which part is sent. */
  String contentRange(long size) {
    return "bytes %d-%d/%d".formatted(first, last, size);
  }
}
