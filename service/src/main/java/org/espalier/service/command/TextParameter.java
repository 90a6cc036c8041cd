package org.espalier.service.command;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A parameter that takes text.
 *
 * @param pattern regular expression that the whole text matches; empty for any
 * @param longest most characters, from 1 to {@link #LONGEST}
 * @param mayLookLikeAnOption whether it may begin with a hyphen where an argument begins
 */
public record TextParameter(
    String name,
    Optional<String> fallback,
    Optional<String> pattern,
    int longest,
    boolean mayLookLikeAnOption)
    implements Parameter {
  /** The longest text that can be allowed. */
  public static final int LONGEST = 10_000;

  public TextParameter {
    pattern.ifPresent(regex -> checkPattern(name, regex));
    if (longest < 1 || longest > LONGEST) {
      throw new IllegalArgumentException(
          "longest text of parameter %s is %s; expected 1 to %s".formatted(name, longest, LONGEST));
    }
    ParameterChecks.check(name, fallback, value -> fault(value, pattern, longest));
  }

  @Override
  public Optional<String> fault(String value) {
    return fault(value, pattern, longest);
  }

  @Override
  public String values() {
    return "text of at most %s characters%s"
        .formatted(longest, pattern.map(" that matches %s"::formatted).orElse(""));
  }

  private static Optional<String> fault(String value, Optional<String> pattern, int longest) {
    int length = value.codePointCount(0, value.length());
    if (length > longest) {
      return Optional.of(
          "value '%s' has %s characters; give at most %s"
              .formatted(ParameterChecks.show(value), length, longest));
    }
    return ParameterChecks.characterFault(value)
        .or(() -> pattern.flatMap(regex -> patternFault(value, regex)));
  }

  /** The library walks alternatives by recursion, as deep as the text is long. */
  private static Optional<String> patternFault(String value, String regex) {
    try {
      return Pattern.matches(regex, value)
          ? Optional.empty()
          : Optional.of(
              "value '%s' does not match %s; give one that does"
                  .formatted(ParameterChecks.show(value), regex));
    } catch (StackOverflowError e) {
      return Optional.of(
          "value '%s' is too long to be compared with %s; give a shorter one"
              .formatted(ParameterChecks.show(value), regex));
    }
  }

  private static void checkPattern(String name, String regex) {
    try {
      Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "pattern of parameter %s is '%s'; expected a regular expression: %s"
              .formatted(name, regex, e.getDescription()),
          e);
    }
  }
}
