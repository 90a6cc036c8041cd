package org.espalier.cli.terminal;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A command cannot go on for a reason that the user can mend; the message says all there is. */
public class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailure(String message) {
    super(message);
  }

  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Fails where something is wrong.
   *
   * @param message a format of the values
   */
  public static void when(boolean wrong, String message, Object... values) {
    if (wrong) {
      throw new CommandFailure(String.format(Locale.ROOT, message, values));
    }
  }

  /** Fails where there are problems, and tells all of them, each on its own line. */
  public static void whenAny(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), problems));
    }
  }

  /** What is made; where it is refused, the command fails with the same words. */
  public static <T> T unlessRefused(Supplier<T> made) {
    return unlessRefused("", made);
  }

  /** The same, where what is refused is told before those words. */
  public static <T> T unlessRefused(String what, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(what + e.getMessage(), e);
    }
  }
}
