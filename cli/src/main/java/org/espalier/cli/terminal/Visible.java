package org.espalier.cli.terminal;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;

/**
 * Text in which nothing acts on the terminal that shows it. What commands, files and services say
 * may hold sequences that set its title or clipboard, clear it, or turn the direction of writing.
 * Their characters are shown as {@code \}{@code u001b}, which in JSON means the same.
 */
public final class Visible {
  private Visible() {}

  /** A writer to another one. */
  public static PrintWriter writer(PrintWriter raw) {
    return new PrintWriter(new Shown(raw), true);
  }

  /**
   * The control characters but for line feed and tab, and those that order lines and directions.
   */
  private static boolean acts(char c) {
    return (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7f && c < 0xa0)
        || c == 0x61c
        || c == 0x200e
        || c == 0x200f
        || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
  }

  private static final class Shown extends Writer {
    private final PrintWriter raw;

    Shown(PrintWriter raw) {
      super(raw);
      this.raw = raw;
    }

    @Override
    public void write(char[] text, int offset, int length) {
      int from = offset;
      for (int i = offset; i < offset + length; i++) {
        if (acts(text[i])) {
          raw.write(text, from, i - from);
          raw.print(String.format(Locale.ROOT, "\\u%04x", (int) text[i]));
          from = i + 1;
        }
      }
      raw.write(text, from, offset + length - from);
    }

    @Override
    public void flush() {
      raw.flush();
    }

    @Override
    public void close() {
      raw.close();
    }
  }
}
