package org.espalier.service.store;

import java.util.Locale;
import org.espalier.service.live.Submission;

/** Texts as both engines keep them. */
final class StoredTexts {
  /** Stands between the key and the values in a search text, and nowhere else. */
  private static final char SEPARATOR = '\u001f';

  private static final char REPLACEMENT = '\ufffd';

  private StoredTexts() {}

  /**
   * A text with what PostgreSQL cannot keep replaced: NUL and surrogates that are not in pairs. So
   * one odd text does not keep all others from being written.
   */
  static String storable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || Character.isSurrogate(text.charAt(i))) {
        return replaced(text);
      }
    }
    return text;
  }

  private static String replaced(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  /** What {@link #searched} texts are found in. */
  static String searchText(Submission submission) {
    StringBuilder text = new StringBuilder();
    submission.key().ifPresent(key -> text.append(searched(key)));
    submission.parameters().values().forEach(v -> text.append(SEPARATOR).append(searched(v)));
    return text.toString();
  }

  /** A text as it is searched for: capitals are as good as small letters. */
  static String searched(String text) {
    return storable(text).toLowerCase(Locale.ROOT).replace(SEPARATOR, REPLACEMENT);
  }

  /** A pattern for LIKE with the escape character {@code !}. */
  static String pattern(String text) {
    return "%" + searched(text).replaceAll("[!%_]", "!$0") + "%";
  }
}
