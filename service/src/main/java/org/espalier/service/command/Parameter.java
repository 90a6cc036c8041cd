package org.espalier.service.command;

import java.util.Locale;
import java.util.Optional;

/** A parameter of a command: which values it takes, and what stands in the command for each. */
public sealed interface Parameter
    permits TextParameter, NumberParameter, ChoiceParameter, FileParameter {
  /** What users call it. */
  String name();

  /** The value if none is given; a parameter without one must be given. */
  Optional<String> fallback();

  /** What is wrong with a value, with the value and the remedy; empty if nothing is. */
  Optional<String> fault(String value);

  /** What is wrong with the default, wherever files are by now. */
  default Optional<String> faultOfDefault() {
    return fallback().flatMap(this::fault);
  }

  /**
   * Checks the name, which is to stand in a template, and the default.
   *
   * @throws IllegalArgumentException if one of them is wrong
   */
  default void check() {
    if (!name().matches("[A-Za-z][A-Za-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "parameter name is '%s'; expected a letter, then at most 63 letters, digits, _ or -"
              .formatted(show(name())));
    }
    faultOfDefault()
        .ifPresent(wrong -> {
          throw new IllegalArgumentException(
              "default of parameter %s: %s".formatted(name(), wrong));
        });
  }

  /**
   * Whether a value may begin with a hyphen where an argument begins, so that it can be an option.
   */
  boolean mayLookLikeAnOption();

  /** What stands in the command for a value. */
  default String expand(String value) {
    return value;
  }

  /** The values it takes, for people. */
  String values();

  /** The parameter in one line, for people. */
  default String description() {
    return "%s: %s, %s"
        .formatted(
            name(),
            values(),
            fallback().map(value -> "default '%s'".formatted(value)).orElse("required"));
  }

  /** Why a value cannot stand in any command: it has characters that no argument should have. */
  static Optional<String> characterFault(String value) {
    for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
      int character = value.codePointAt(i);
      if (Character.isISOControl(character)
          || Character.getType(character) == Character.SURROGATE) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "value '%s' has the control character U+%04X at position %s; remove it",
                show(value),
                character,
                i + 1));
      }
    }
    return Optional.empty();
  }

  /** A value as it can be shown: not too long, and without control characters. */
  static String show(String value) {
    String clean = value.replaceAll("[\\p{Cntrl}\\p{Cs}]", "\uFFFD");
    return clean.length() <= 60 ? clean : clean.substring(0, 60) + "...";
  }
}
