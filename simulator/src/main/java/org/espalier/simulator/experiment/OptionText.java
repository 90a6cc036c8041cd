package org.espalier.simulator.experiment;

import java.time.Duration;
import java.util.Arrays;
import org.espalier.workload.document.Names;

/**
 * The value of an option as a study writes it.
 *
 * @param word the text
 * @param tick of the system, for times
 */
record OptionText(String word, Duration tick) {

  /** Says that a text is no value of its option; the option knows what would be. */
  static final class Unfit extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Unfit(String text) {
      super("\"%s\" does not fit".formatted(text));
    }
  }

  boolean is(String other) {
    return word.equals(other);
  }

  Unfit unfit() {
    return new Unfit(word);
  }

  int integer(int min, int max) {
    try {
      int value = Integer.parseInt(word);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw unfit();
    }
    throw unfit();
  }

  double number(double min, double max) {
    if (word.matches("[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?")) {
      double value = Double.parseDouble(word);
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw unfit();
  }

  boolean flag() {
    if (is("true") || is("false")) {
      return is("true");
    }
    throw unfit();
  }

  <E extends Enum<E>> E choice(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> Names.word(value).equals(word))
        .findFirst()
        .orElseThrow(this::unfit);
  }
}
