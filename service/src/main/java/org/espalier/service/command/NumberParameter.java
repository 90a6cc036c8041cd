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
    ParameterChecks.check(name, fallback, range(least, most)::fault);
  }

  private static NumberRange<Double> range(double least, double most) {
    return new NumberRange<>(
        "number", "as in 12, 0.5 or 1e-3", NumberParameter::read, least + 0.0, most + 0.0);
  }

  private static Optional<Double> read(String value) {
    return NUMBER.matcher(value).matches() ? Optional.of(Double.valueOf(value)) : Optional.empty();
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
