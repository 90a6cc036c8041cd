package org.espalier.service.command;

import java.util.Optional;

/**
 * A parameter that takes text.
 *
 * @param pattern what the whole text matches; empty for any
 * @param longest most characters, from 1 to {@link #LONGEST}
 * @param mayLookLikeAnOption whether it may begin with a hyphen where an argument begins
 */
public record TextParameter(
    String name,
    Optional<String> fallback,
    Optional<TextPattern> pattern,
    int longest,
    boolean mayLookLikeAnOption)
    implements Parameter {
  /** The longest text that can be allowed. */
  public static final int LONGEST = 10_000;

  /**
   * One with a pattern.
   *
   * @param regex of RE2, or empty for any text
   * @throws IllegalArgumentException also if comparing a text with it may take long
   */
  public static TextParameter of(
      String name,
      Optional<String> fallback,
      Optional<String> regex,
      int longest,
      boolean mayLookLikeAnOption) {
    Optional<TextPattern> pattern = regex.map(each -> TextPattern.of(name, each, longest));
    return new TextParameter(name, fallback, pattern, longest, mayLookLikeAnOption);
  }

  @Override
  public Optional<String> fault(String value) {
    int length = value.codePointCount(0, value.length());
    if (length > longest) {
      return Optional.of(
          "value '%s' has %s characters; give at most %s"
              .formatted(Parameter.show(value), length, longest));
    }
    return Parameter.characterFault(value)
        .or(() ->
            pattern
                .filter(each -> !each.matches(value))
                .map(each ->
                    "value '%s' does not match %s; give one that does"
                        .formatted(Parameter.show(value), each)));
  }

  @Override
  public String values() {
    return "text of at most %s characters%s"
        .formatted(longest, pattern.map(" that matches %s"::formatted).orElse(""));
  }
}
