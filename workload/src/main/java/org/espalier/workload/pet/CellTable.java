package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.workload.document.FileProblems;
import org.jspecify.annotations.Nullable;

/**
 * Cells by the names of their task type and machine type, which keep the order of their first
 * appearance in the file.
 */
final class CellTable<C> {
  private static final long MOST_CELLS = 1_000_000;

  /** Cells that a list names before it says how many more there are. */
  static final int LISTED = 20;

  private final Map<String, Integer> rows = new LinkedHashMap<>();
  private final Map<String, Integer> columns = new LinkedHashMap<>();
  private final Map<Key, C> cells = new HashMap<>();

  private record Key(int row, int column) {}

  /** The cell of the names, made if it is new. */
  C cell(String row, String column, Function<String, C> made) {
    return cells.computeIfAbsent(key(row, column), key -> made.apply(row));
  }

  private Key key(String row, String column) {
    int i = rows.computeIfAbsent(row, name -> rows.size());
    int j = columns.computeIfAbsent(column, name -> columns.size());
    return new Key(i, j);
  }

  /** Names of the rows, in order. */
  List<String> rowNames() {
    return List.copyOf(rows.keySet());
  }

  /** Names of the columns, in order. */
  List<String> columnNames() {
    return List.copyOf(columns.keySet());
  }

  /** The cells. */
  Collection<C> cells() {
    return cells.values();
  }

  /** The cell of the names, if there is one. */
  Optional<C> find(String row, String column) {
    Integer i = rows.get(row);
    Integer j = columns.get(column);
    return i == null || j == null ? Optional.empty() : Optional.ofNullable(at(i, j));
  }

  /** The cell at a row and column, or null. */
  @Nullable C at(int row, int column) {
    return cells.get(new Key(row, column));
  }

  /** Reports that the table is empty or too large to be made a matrix; false if so. */
  boolean checkSize(FileProblems problems) {
    long size = (long) rows.size() * columns.size();
    if (size == 0 && problems.isEmpty()) {
      problems.report(0, "", "", "has no rows below its header", "give at least one");
    }
    if (size > MOST_CELLS) {
      problems.report(
          0,
          "",
          "",
          "names %,d task types and %,d machine types; at most %,d cells are held"
              .formatted(rows.size(), columns.size(), MOST_CELLS),
          "are the columns right?");
    }
    return size > 0 && size <= MOST_CELLS;
  }

  /** The cells that are missing, named; the first {@value #LISTED} and how many more. */
  Optional<String> missing() {
    List<String> names = new ArrayList<>();
    long missing = 0;
    List<String> columnNames = columnNames();
    List<String> rowNames = rowNames();
    for (int i = 0; i < rowNames.size(); i++) {
      for (int j = 0; j < columnNames.size(); j++) {
        if (!cells.containsKey(new Key(i, j)) && ++missing <= LISTED) {
          names.add("%s on %s".formatted(rowNames.get(i), columnNames.get(j)));
        }
      }
    }
    return missing == 0 ? Optional.empty() : Optional.of(text(names, missing));
  }

  private static String text(List<String> names, long missing) {
    String list = names.stream().collect(Collectors.joining(", "));
    return missing > names.size() ? "%s and %d more".formatted(list, missing - names.size()) : list;
  }

  /** Reports missing cells unless they mean that a type cannot run there. */
  void checkMissing(MissingCells policy, FileProblems problems) {
    if (policy == MissingCells.ERROR) {
      missing()
          .ifPresent(list ->
              problems.report(
                  0,
                  "",
                  "",
                  "missing cells: " + list,
                  "add them, or say that missing cells mean cannot-run"));
    }
  }
}
