package org.espalier.report;

import java.util.regex.Pattern;

/** The checks that the records of a report share; each refuses with what, which value and why. */
final class Check {

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  private Check() {}

  static void that(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  static void text(String what, String value) {
    that(!value.isBlank(), what + " must not be blank");
  }

  /** Refuses all but letters, digits, dots, underscores and hyphens: ids become file names. */
  static void identifier(String what, String value) {
    that(
        IDENTIFIER.matcher(value).matches(),
        what
            + " \""
            + value
            + "\" must be letters, digits, '.', '_' or '-', not begin with a sign");
  }
}
