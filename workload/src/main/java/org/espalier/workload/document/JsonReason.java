package org.espalier.workload.document;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a text is no JSON, in the words of the JSON library without what only programmers know. */
public final class JsonReason {
  private static final String MORE_FOLLOWS = "Trailing token";
  private static final Pattern OF_PROGRAMS =
      Pattern.compile(
          "(?s), from `[^`]*`"
              + "|: enable `[^`]*` to allow"
              + "| \\(not recognized as one since [^)]*\\)"
              + "| require enabling `[^`]*`"
              + "|\\s*\\(consider enabling .*"
              + "|\\s*\\(?(start marker )?at \\[Source:.*");

  private JsonReason() {}

  /**
   * The reason.
   *
   * @param message the library's own, without the place in the text
   */
  public static String of(@Nullable String message) {
    if (message == null || message.isBlank()) {
      return "unreadable";
    }
    return message.startsWith(MORE_FOLLOWS)
        ? "more follows behind its end"
        : OF_PROGRAMS.matcher(message).replaceAll("");
  }
}
