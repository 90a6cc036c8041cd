package org.espalier.workload.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A table of words in a text: a line for each row, its cells parted by bars, the first its key. */
public final class WordTable {
  private final Map<String, List<String>> rows = new LinkedHashMap<>();

  /** Several blanks are one. */
  public WordTable(String text) {
    text.lines()
        .map(line -> List.of(line.strip().replaceAll(" +", " ").split(" ?\\| ?", -1)))
        .forEach(row -> rows.put(row.getFirst(), row));
  }

  /** The keys, in order. */
  public List<String> keys() {
    return List.copyOf(rows.keySet());
  }

  /** The cells of a row, its key among them. */
  public List<String> row(String key) {
    return Objects.requireNonNull(rows.get(key), key);
  }
}
