package org.espalier.service.command;

import java.util.Optional;
import java.util.function.Function;

/**
 * The numbers of one kind from a least to a greatest, as text.
 *
 * @param kind what such a number is called
 * @param manner how it is to be given
 * @param reader reads a number; empty if a text is none of this kind
 */
record NumberRange<N extends Number & Comparable<N>>(
    String kind, String manner, Function<String, Optional<N>> reader, N least, N most) {
  Optional<String> fault(String value) {
    return holds(value)
        ? Optional.empty()
        : Optional.of(
            "value '%s' is not a %s; give one, %s"
                .formatted(ParameterChecks.show(value), this, manner));
  }

  /** Minus zero is in [0, 1], but looks like an option. */
  private boolean holds(String value) {
    return (mayBeNegative() || !value.startsWith("-"))
        && reader
            .apply(value)
            .filter(number -> least.compareTo(number) <= 0 && number.compareTo(most) <= 0)
            .isPresent();
  }

  boolean mayBeNegative() {
    return least.doubleValue() < 0;
  }

  /** The range for people. */
  @Override
  public String toString() {
    return "%s from %s to %s".formatted(kind, least, most);
  }
}
