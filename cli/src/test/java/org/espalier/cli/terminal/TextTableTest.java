package org.espalier.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TextTableTest {
  private static String row(TextTable.Markup markup, String cell) {
    TextTable table = TextTable.of("", "name");
    table.add(cell);
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text, true), markup);
    return text.toString();
  }

  @Test
  void signsOfLatexAreEscaped() {
    assertThat(row(TextTable.Markup.latex, "a\\b~c^d<e>f|g & 5 % of $x_1 {#2}"))
        .contains(
            "a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d\\textless{}e"
                + "\\textgreater{}f\\textbar{}g \\& 5 \\% of \\$x\\_1 \\{\\#2\\}");
    assertThat(row(TextTable.Markup.latex, "-1.5 ± 0.2")).contains("$-$1.5 $\\pm$ 0.2");
  }

  @Test
  void signsOfMarkdownAreEscaped() {
    assertThat(row(TextTable.Markup.markdown, "a\\b|c*d_e`f<g[h"))
        .contains("a\\\\b\\|c\\*d\\_e\\`f\\<g\\[h");
  }
}
