package org.espalier.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class VisibleTest {
  private final StringWriter shown = new StringWriter();
  private final PrintWriter writer = Visible.writer(new PrintWriter(shown));

  @Test
  void nothingActsOnTheTerminal() {
    writer.print(
        "\u001b]0;title\u0007 \u001b[2J \u009b5m a\rb \u007f \u202eabc\u2066 \u2028 \u200f");
    writer.flush();

    assertThat(shown)
        .hasToString(
            "\\u001b]0;title\\u0007 \\u001b[2J \\u009b5m a\\u000db \\u007f \\u202eabc\\u2066 \\u2028"
                + " \\u200f");
  }

  @Test
  void textStaysAsItIs() {
    String text =
        "a\tb \u00e9 \u6771\u4eac \ud83d\ude42 \u0645\u06cc\u200c\u062e \u2581\u2588 \u00b1\n";
    writer.printf("%s", text);
    writer.flush();

    assertThat(shown).hasToString(text);
  }
}
