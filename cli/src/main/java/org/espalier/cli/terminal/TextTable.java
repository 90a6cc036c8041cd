package org.espalier.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.simulator.result.SummaryTable;

/** A table of aligned columns for the terminal; the last column is wrapped to the width. */
public final class TextTable {
  private static final String GAP = "  ";
  private static final int LEAST_LAST_WIDTH = 20;

  private final String indent;
  private final boolean ruled;
  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  private record Column(String title, boolean right, boolean optional) {}

  private TextTable(String indent, boolean ruled, List<Column> columns) {
    this.indent = indent;
    this.ruled = ruled;
    this.columns = columns;
  }

  /** A table of results, with a rule below its titles. */
  public static TextTable of(SummaryTable results) {
    List<Column> columns = new ArrayList<>();
    for (String title : results.header()) {
      columns.add(new Column(title, columns.size() >= results.labels(), false));
    }
    TextTable table = new TextTable("", true, columns);
    results.rows().forEach(table::add);
    return table;
  }

  /**
   * A table of columns with some titles. A title may begin with signs, which are not printed: # for
   * a column of numbers, ? for one that is left out if no row has anything in it.
   */
  public static TextTable of(String indent, String... titles) {
    return of(indent, List.of(titles));
  }

  /** A table of columns with some titles, which may begin with # and ?. */
  public static TextTable of(String indent, List<String> titles) {
    return new TextTable(indent, false, titles.stream().map(TextTable::column).toList());
  }

  private static Column column(String title) {
    String plain = title.replaceFirst("^[#?]*", "");
    String signs = title.substring(0, title.length() - plain.length());
    return new Column(plain, signs.contains("#"), signs.contains("?"));
  }

  /** Adds a row. */
  public void add(String... cells) {
    add(List.of(cells));
  }

  /** Adds a row. */
  public void add(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%s cells in a row of %s columns".formatted(cells.size(), columns.size()));
    }
    rows.add(List.copyOf(cells));
  }

  /** Prints it with its titles, the last column wrapped to a width. */
  public void print(PrintWriter out, int width) {
    int[] shown =
        IntStream.range(0, columns.size())
            .filter(i ->
                !columns.get(i).optional() || rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
            .toArray();
    TextTable table =
        new TextTable(indent, ruled, IntStream.of(shown).mapToObj(columns::get).toList());
    rows.forEach(row -> table.add(IntStream.of(shown).mapToObj(row::get).toList()));
    table.printAll(out, width);
  }

  private void printAll(PrintWriter out, int width) {
    int[] widths = widths();
    int last = columns.size() - 1;
    int before = indent.length() + Arrays.stream(widths).limit(last).sum() + last * GAP.length();
    if (!columns.get(last).right()) {
      widths[last] = Math.min(widths[last], Math.max(LEAST_LAST_WIDTH, width - before));
    }
    if (columns.stream().anyMatch(column -> !column.title().isEmpty())) {
      printRow(columns.stream().map(Column::title).toList(), widths, out);
    }
    if (ruled) {
      out.println("-".repeat(Arrays.stream(widths).sum() + last * GAP.length()));
    }
    rows.forEach(row -> printRow(row, widths, out));
  }

  /** Prints it for a paper (LaTeX) or a page (Markdown). */
  public void print(PrintWriter out, Markup markup) {
    boolean latex = markup == Markup.latex;
    String flush =
        columns.stream()
            .map(column -> latex ? (column.right() ? "r" : "l") : (column.right() ? "--:" : "---"))
            .collect(Collectors.joining(latex ? "" : " | "));
    if (latex) {
      out.println("\\begin{tabular}{" + flush + "}\n\\hline");
    }
    out.println(markup.row(columns.stream().map(Column::title).toList()));
    out.println(latex ? "\\hline" : "| " + flush + " |");
    rows.forEach(row -> out.println(markup.row(row)));
    if (latex) {
      out.println("\\hline\n\\end{tabular}");
    }
  }

  /** How tables are written for other programs. */
  public enum Markup {
    /** A tabular. */
    latex,
    /** A table of GitHub's dialect, and others'. */
    markdown;

    private String row(List<String> cells) {
      Stream<String> plain = cells.stream().map(cell -> cell.replaceAll(" +", " "));
      return this == latex
          ? plain.map(Markup::ofLatex).collect(Collectors.joining(" & ", "", " \\\\"))
          : plain
              .map(cell -> cell.replaceAll("([\\\\|*_`<\\[])", "\\\\$1"))
              .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String ofLatex(String cell) {
      return cell.replace("\\", "\0") // stands for a backslash while others are written
          .replaceAll("([&%$#_{}])", "\\\\$1")
          .replace("\0", "\\textbackslash{}")
          .replace("~", "\\textasciitilde{}")
          .replace("^", "\\textasciicircum{}")
          .replace("<", "\\textless{}")
          .replace(">", "\\textgreater{}")
          .replace("|", "\\textbar{}")
          .replace("±", "$\\pm$")
          .replace("µ", "$\\mu$")
          .replaceAll("^-(?=[0-9])", "\\$-\\$");
    }
  }

  private int[] widths() {
    int[] widths = columns.stream().mapToInt(column -> column.title().length()).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private void printRow(List<String> row, int[] widths, PrintWriter out) {
    int last = widths.length - 1;
    List<String> lines = wrapped(row.get(last), widths[last]);
    for (int i = 0; i < lines.size(); i++) {
      StringBuilder line = new StringBuilder(indent);
      for (int j = 0; j < last; j++) {
        line.append(padded(i == 0 ? row.get(j) : "", j, widths)).append(GAP);
      }
      line.append(padded(lines.get(i), last, widths));
      out.println(line.toString().stripTrailing());
    }
  }

  private String padded(String text, int column, int[] widths) {
    String blanks = " ".repeat(Math.max(0, widths[column] - text.length()));
    return columns.get(column).right() ? blanks + text : text + blanks;
  }

  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      int end = blank > 0 ? blank : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
