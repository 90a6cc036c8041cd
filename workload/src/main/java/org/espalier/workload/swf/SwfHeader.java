package org.espalier.workload.swf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The comments of a trace, which tell of the machine and the log: most are {@code Key: value}.
 *
 * @param comments their texts without semicolons, in the order of the file; at most {@value
 *     #MOST_COMMENTS}
 */
public record SwfHeader(List<String> comments) {
  /** How many comments are kept. */
  public static final int MOST_COMMENTS = 10_000;

  /** The value of the first comment with a key, in capitals or not. */
  public Optional<String> find(String key) {
    String begin = key.toLowerCase(Locale.ROOT) + ":";
    return comments.stream()
        .filter(comment -> comment.toLowerCase(Locale.ROOT).startsWith(begin))
        .map(comment -> comment.substring(begin.length()).strip())
        .findFirst();
  }
}
