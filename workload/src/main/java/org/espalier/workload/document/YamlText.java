package org.espalier.workload.document;

import java.util.Locale;

/** Texts as YAML scalars. */
public final class YamlText {
  private YamlText() {}

  /** A text in double quotes. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c == '\n') {
        quoted.append("\\n");
      } else if (c < ' ' || c == 0x7f) {
        quoted.append(String.format(Locale.ROOT, "\\x%02x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
