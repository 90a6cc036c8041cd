package org.espalier.workload.document;

import java.util.regex.Pattern;

/** Texts as YAML scalars. */
public final class YamlText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./-]*");

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
        quoted.append("\\x%02x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** A text without quotes where that says the same. */
  public static String scalar(String text) {
    boolean isNull = text.equals("null");
    return PLAIN.matcher(text).matches() && !isNull ? text : quoted(text);
  }
}
