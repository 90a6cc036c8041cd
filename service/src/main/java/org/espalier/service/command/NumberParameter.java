package org.espalier.service.command;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A parameter that takes a number, written as {@code 12}, {@code 0.5} or {@code 1e-3}.
 *
 * @param least the least; if it is negative, a negative number may stand where an argument begins
 * @param most the greatest
 */
public record NumberParameter(String name, Optional<String> fallback, double least, double most)
    implements Parameter {
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?");

  public NumberParameter {
    if (!Double.isFinite(least) || !Double.isFinite(most) || least > most) {
      throw new IllegalArgumentException(
          "range of parameter %s is %s to %s; expected finite numbers, the least first"
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
    return "number from %s to %s".formatted(least, most);
  }

  private static Optional<String> fault(String value, double least, double most) {
    return isIn(value, least, most)
        ? Optional.empty()
        : Optional.of(
            "value '%s' is not a number from %s to %s; give one, as in 12, 0.5 or 1e-3"
                .formatted(Checks.show(value), least, most));
  }

  private static boolean isIn(String value, double least, double most) {
    if (!NUMBER.matcher(value).matches()) {
      return false;
    }
    double number = Double.parseDouble(value);
    boolean looksNegative = value.charAt(0) == '-'; // minus zero is in [0, 1], but looks so
    return least <= number && number <= most && (least < 0 || !looksNegative);
  }
}
