package org.espalier.workload.document;

import java.util.List;
import java.util.Map;

/** A composed document: what stands where. Immutable; aliases share the tree they stand for. */
sealed interface Tree {
  /** Line in the file, from 1. */
  int line();

  /**
   * A scalar.
   *
   * @param plain whether it stands without quotes
   */
  record Scalar(int line, String text, boolean plain) implements Tree {
    boolean isNull() {
      return plain && (text.isEmpty() || text.equals("null") || text.equals("~"));
    }
  }

  /** A list. */
  record Sequence(int line, List<Tree> items) implements Tree {}

  /** A mapping; entries stand in the order of the file. */
  record Mapping(int line, Map<String, Tree> entries, Map<String, Integer> keyLines)
      implements Tree {}
}
