package org.espalier.workload.document;

import java.util.Locale;

/** Looks at arguments. */
public final class Arguments {
  private Arguments() {}

  /**
   * Throws {@link IllegalArgumentException} where something is wrong.
   *
   * @param message a format of the values
   */
  public static void refuse(boolean wrong, String message, Object... values) {
    if (wrong) {
      throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
  }
}
