package org.espalier.service.command;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A parameter that takes a whole number.
 *
 * @param least the least; if it is negative, a negative number may stand where an argument begins
 * @param most the greatest
 */
public record IntegerParameter(String name, Optional<String> fallback, long least, long most)
    implements Parameter {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,18})");

  public IntegerParameter {
    if (least > most) {
      throw new IllegalArgumentException(
          "range of parameter %s is %s to %s; the least must not exceed the greatest"
              .formatted(name, least, most));
    }
    ParameterChecks.check(name, fallback, range(least, most)::fault);
  }

  private static NumberRange<Long> range(long least, long most) {
    return new NumberRange<>("whole number", "in digits", IntegerParameter::read, least, most);
  }

  private static Optional<Long> read(String value) {
    try {
      return WHOLE.matcher(value).matches() ? Optional.of(Long.valueOf(value)) : Optional.empty();
    } catch (NumberFormatException tooLarge) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> fault(String value) {
    return range(least, most).fault(value);
  }

  @Override
  public boolean mayLookLikeAnOption() {
    return range(least, most).mayBeNegative();
  }

  @Override
  public String values() {
    return range(least, most).toString();
  }
}
