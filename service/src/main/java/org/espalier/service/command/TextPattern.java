package org.espalier.service.command;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;

/**
 * A regular expression that the whole of a text matches. It is one of RE2: the time of a comparison
 * grows with the steps of the pattern and with the length of the text, and no faster. A pattern for
 * which that may be long is refused.
 */
public record TextPattern(Pattern compiled) {
  /** Steps of the pattern times characters; a tenth of a second has room for several times that. */
  static final int MOST_STEPS = 250_000;

  private static final int LEAST_LENGTH = 100;
  private static final long HUGE = 1L << 40;

  /** What a pattern is made of, seen from how often it is repeated. */
  private static final java.util.regex.Pattern TOKEN =
      java.util.regex.Pattern.compile(
          "(?s)\\((?:\\?(?:P?<\\w+>|[a-zA-Z-]*:))?" // a group begins
              + "|\\{(\\d{1,4})(?:,(\\d{0,4}))?}" // so often
              + "|\\[\\^?]?(?:\\[:\\^?[a-z]+:]|\\\\.|[^]\\\\])*+]" // one of some characters
              + "|\\\\Q.*?(?:\\\\E|$)|\\\\[pPx]\\{[^}]*}|\\\\.|.");

  /**
   * Reads a pattern.
   *
   * @param name of its parameter
   * @param longest most characters of a text
   * @throws IllegalArgumentException if it is none, or comparing may take long
   */
  static TextPattern of(String name, String regex, int longest) {
    int most = MOST_STEPS / Math.max(longest, LEAST_LENGTH);
    long steps = leastSteps(regex);
    if (steps <= most) {
      Pattern compiled = compile(name, regex);
      steps = compiled.programSize();
      if (steps <= most) {
        return new TextPattern(compiled);
      }
    }
    throw new IllegalArgumentException(
        "pattern of parameter %s is '%s' and has %s steps; for texts of up to %s characters expected at most %s: repeat less often, as [a-z]+ with longest: 80 for [a-z]{1,80}"
            .formatted(name, Parameter.show(regex), steps, longest, most));
  }

  private static Pattern compile(String name, String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "pattern of parameter %s is '%s'; expected a regular expression of RE2: %s"
              .formatted(name, regex, e.getDescription()),
          e);
    }
  }

  /** Steps that a pattern has at least, without making them: nested repetition has very many. */
  private static long leastSteps(String regex) {
    Deque<long[]> open = new ArrayDeque<>(); // of each group its steps, and those of its last part
    open.push(new long[2]);
    Matcher token = TOKEN.matcher(regex);
    while (token.find()) {
      char first = regex.charAt(token.start());
      if (first == '(') {
        open.push(new long[2]);
      } else if (first == ')' && open.size() > 1) {
        add(open.pop()[0] + 2, open.element());
      } else if (token.group(1) != null) {
        long last = open.element()[1];
        add(last * (times(token) - 1), open.element());
        open.element()[1] = Math.min(HUGE, last * times(token));
      } else {
        add(token.group().startsWith("\\Q") ? token.group().length() : 1, open.element());
      }
    }
    return open.stream().mapToLong(group -> group[0]).sum();
  }

  private static void add(long steps, long[] group) {
    group[0] = Math.min(HUGE, group[0] + steps);
    group[1] = Math.min(HUGE, steps);
  }

  private static long times(Matcher counts) {
    String most = counts.group(2);
    return Math.max(1, Integer.parseInt(most == null || most.isEmpty() ? counts.group(1) : most));
  }

  /** Whether the whole of a text matches. */
  boolean matches(String text) {
    return compiled.matcher(text).matches();
  }

  @Override
  public String toString() {
    return compiled.pattern();
  }
}
