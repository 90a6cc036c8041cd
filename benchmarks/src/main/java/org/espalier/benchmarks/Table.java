package org.espalier.benchmarks;

import java.util.List;

/** Tables as documents have them. */
final class Table {
  private Table() {}

  /** The head of one, and the line below it. */
  static String head(List<String> columns) {
    return "| %s |%n%s|".formatted(String.join(" | ", columns), "|---".repeat(columns.size()));
  }
}
