package org.espalier.service.command;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A parameter that takes a number: a whole one in digits, or one written as {@code 12}, {@code 0.5}
 * or {@code 1e-3}.
 *
 * @param isWhole whether only whole numbers are taken
 * @param least the least; if it is negative, a negative number may stand where an argument begins
 * @param most the greatest
 */
public record NumberParameter(
    String name, Optional<String> fallback, boolean isWhole, Number least, Number most)
    implements Parameter {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,18})");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,20}(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?");

  public NumberParameter {
    if (!Double.isFinite(least.doubleValue())
        || !Double.isFinite(most.doubleValue())
        || exact(least).compareTo(exact(most)) > 0) {
      throw new IllegalArgumentException(
          "range of parameter %s is %s to %s; expected finite numbers, the least first"
              .formatted(name, least, most));
    }
  }

  /** One that takes whole numbers. */
  public static NumberParameter whole(
      String name, Optional<String> fallback, long least, long most) {
    return new NumberParameter(name, fallback, true, least, most);
  }

  /** One that takes all numbers; minus zero as a bound is zero. */
  public static NumberParameter real(
      String name, Optional<String> fallback, double least, double most) {
    return new NumberParameter(name, fallback, false, least + 0.0, most + 0.0);
  }

  private static BigDecimal exact(Number number) {
    return new BigDecimal(number.toString());
  }

  /** {@inheritDoc} Minus zero is in [0, 1], but looks like an option. */
  @Override
  public Optional<String> fault(String value) {
    boolean holds =
        (least.doubleValue() < 0 || !value.startsWith("-"))
            && (isWhole ? WHOLE : NUMBER).matcher(value).matches()
            && exact(least).compareTo(new BigDecimal(value)) <= 0
            && exact(most).compareTo(new BigDecimal(value)) >= 0;
    return holds
        ? Optional.empty()
        : Optional.of(
            "value '%s' is not a %s; give one, %s"
                .formatted(
                    Parameter.show(value),
                    values(),
                    isWhole ? "in digits" : "as in 12, 0.5 or 1e-3"));
  }

  @Override
  public boolean mayLookLikeAnOption() {
    return least.doubleValue() < 0;
  }

  @Override
  public String values() {
    return "%s from %s to %s".formatted(isWhole ? "whole number" : "number", least, most);
  }
}
