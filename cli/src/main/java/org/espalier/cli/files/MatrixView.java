package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.terminal.TextTable;

/** A matrix of task types and machine types, in blocks of columns that fit the width. */
record MatrixView(List<String> rows, List<String> columns, Cells cells) {
  private static final String INDENT = "  ";
  private static final int GAP = 2;

  /** The text of each cell. */
  interface Cells {
    String text(int row, int column);
  }

  void print(PrintWriter out, int width) {
    int from = 0;
    while (from < columns.size()) {
      int to = from + fitting(from, width);
      block(from, to).print(out, Integer.MAX_VALUE);
      if (to < columns.size()) {
        out.println();
      }
      from = to;
    }
  }

  /** How many columns from one on fit beside the names; at least one. */
  private int fitting(int from, int width) {
    int used = INDENT.length() + rows.stream().mapToInt(String::length).max().orElse(0);
    int count = 0;
    while (from + count < columns.size()) {
      used += GAP + width(from + count);
      if (count > 0 && used > width) {
        break;
      }
      count++;
    }
    return count;
  }

  private int width(int column) {
    int width = columns.get(column).length();
    for (int i = 0; i < rows.size(); i++) {
      width = Math.max(width, cells.text(i, column).length());
    }
    return width;
  }

  private TextTable block(int from, int to) {
    List<String> titles = new ArrayList<>(List.of(""));
    columns.subList(from, to).forEach(name -> titles.add("#" + name));
    TextTable table = TextTable.of(INDENT, titles);
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = new ArrayList<>(List.of(rows.get(i)));
      for (int j = from; j < to; j++) {
        row.add(cells.text(i, j));
      }
      table.add(row);
    }
    return table;
  }
}
