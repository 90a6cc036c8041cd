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
          "range of parameter %s is %d to %d; the least must not exceed the greatest"
              .formatted(name, least, most));
    }
    Checks.check(name, fallback, value -> fault(value, least, most));
  }

  @Override
  public Optional<String> fault(String value) {
    return fault(value, least, most);
  }

  @Override
  public boolean mayLookLikeAnOption() {
    return least < 0;
  }

  @Override
  public String values() {
    return "whole number from %d to %d".formatted(least, most);
  }

  private static Optional<String> fault(String value, long least, long most) {
    return isIn(value, least, most)
        ? Optional.empty()
        : Optional.of(
            "value '%s' is not a whole number from %d to %d; give one, in digits"
                .formatted(Checks.show(value), least, most));
  }

  private static boolean isIn(String value, long least, long most) {
    if (!WHOLE.matcher(value).matches()) {
      return false;
    }
    try {
      long number = Long.parseLong(value);
      return least <= number && number <= most;
    } catch (NumberFormatException tooLarge) {
      return false;
    }
  }
}
