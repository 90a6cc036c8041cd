package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table for a terminal: a header, a rule, and rows whose labels stand left and numbers right. */
final class PlainTable {
  private static final String GAP = "  ";

  private final int labels;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param labels how many columns of each row are labels
   */
  PlainTable(List<String> header, int labels) {
    this.labels = labels;
    rows.add(header);
  }

  void add(List<String> row) {
    rows.add(row);
  }

  List<String> lines() {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>(rows.stream().map(row -> line(row, widths)).toList());
    lines.add(1, "-".repeat(Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1)));
    return lines;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : GAP).append(i < labels ? row.get(i) + pad : pad + row.get(i));
    }
    return line.toString().stripTrailing();
  }
}
