package org.espalier.service.command;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What holds for all parameters. */
final class ParameterChecks {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final int SHOWN = 60;

  private ParameterChecks() {}

  /** The name can stand in a template, and the default is a value that is taken. */
  static void check(Parameter parameter) {
    String name = parameter.name();
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "parameter name is '%s'; expected a letter, then at most 63 letters, digits, _ or -"
              .formatted(show(name)));
    }
    Optional<String> wrong = parameter.faultOfDefault();
    if (wrong.isPresent()) {
      throw new IllegalArgumentException(
          "default of parameter %s: %s".formatted(name, wrong.get()));
    }
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
    return clean.length() <= SHOWN ? clean : clean.substring(0, SHOWN) + "...";
  }
}
