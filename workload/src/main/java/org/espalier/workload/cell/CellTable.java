package org.espalier.workload.cell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Names;

/**
 * What is said of task types on machine types, by P-state. Names keep the order of their first
 * appearance.
 */
public final class CellTable<T> {
  private static final long MOST_PAIRS = 1_000_000;

  private final Set<String> taskTypes = new LinkedHashSet<>();
  private final Set<String> machineTypes = new LinkedHashSet<>();
  private final Map<Pair, Cells<T>> pairs = new LinkedHashMap<>();

  /** A task type and a machine type, by their names. */
  public record Pair(String taskType, String machineType) {
    @Override
    public String toString() {
      return "%s on %s".formatted(taskType, machineType);
    }
  }

  /**
   * What is said of a pair, by P-state.
   *
   * @param line where it is named first; 0 if in no file
   */
  private record Cells<T>(int line, SortedMap<Integer, T> byPState) {}

  /** A table of which nothing is known yet. */
  public CellTable() {}

  /** An empty table whose names are known. */
  public CellTable(List<String> taskTypes, List<String> machineTypes) {
    this.taskTypes.addAll(taskTypes);
    this.machineTypes.addAll(machineTypes);
  }

  /** The cells of a pair by P-state, which is named on a line of a file or (0) in none. */
  public SortedMap<Integer, T> named(Pair pair, int line) {
    taskTypes.add(pair.taskType());
    machineTypes.add(pair.machineType());
    return pairs.computeIfAbsent(pair, added -> new Cells<>(line, new TreeMap<>())).byPState();
  }

  /** The cell of a row, made if it is new. */
  public T cell(CellRow row, Supplier<T> made) {
    return named(row.pair(), row.line()).computeIfAbsent(row.pState(), added -> made.get());
  }

  /**
   * Takes the value of a row; that there is one already is reported.
   *
   * @param column where the value stands
   */
  public void put(CellRow row, String column, T value) {
    if (named(row.pair(), row.line()).putIfAbsent(row.pState(), value) != null) {
      row.report(
          column,
          "a second value for %s in P-state %s".formatted(row.pair(), row.pState()),
          "remove one");
    }
  }

  /** Names of the task types, in order. */
  public List<String> taskTypes() {
    return List.copyOf(taskTypes);
  }

  /** Names of the machine types, in order. */
  public List<String> machineTypes() {
    return List.copyOf(machineTypes);
  }

  /** The cells of a pair by P-state; none if nothing is said of it, or that it cannot run. */
  public SortedMap<Integer, T> at(Pair pair) {
    Cells<T> cells = pairs.get(pair);
    return cells == null ? Collections.emptySortedMap() : cells.byPState();
  }

  /** The pairs that are named, in the order of the file. */
  public Set<Pair> pairs() {
    return Collections.unmodifiableSet(pairs.keySet());
  }

  /** The cells, in the order of their pairs. */
  public Stream<T> cells() {
    return pairs.values().stream().flatMap(cells -> cells.byPState().values().stream());
  }

  /** How many P-states each machine type has: one more than the highest that has a cell. */
  public Map<String, Integer> pStates() {
    Map<String, Integer> pStates = new LinkedHashMap<>();
    machineTypes.forEach(name -> pStates.put(name, 1));
    pairs.forEach((pair, cells) -> {
      if (!cells.byPState().isEmpty()) {
        pStates.merge(pair.machineType(), cells.byPState().lastKey() + 1, Math::max);
      }
    });
    return pStates;
  }

  /** Reports that the table is empty or too large to be made a matrix; false if so. */
  public boolean checkSize(FileProblems problems) {
    long size = (long) taskTypes.size() * machineTypes.size();
    if (size == 0 && problems.isEmpty()) {
      problems.report("has no rows below its header", "give at least one");
    }
    if (size > MOST_PAIRS) {
      problems.report(
          String.format(
              Locale.ROOT,
              "names %,d task types and %,d machine types; at most %,d cells are held",
              taskTypes.size(),
              machineTypes.size(),
              MOST_PAIRS),
          "are the columns right?");
    }
    return size > 0 && size <= MOST_PAIRS;
  }

  /** The pairs that are not named, in words; empty if all are. */
  public Optional<String> missing() {
    List<Pair> missing =
        taskTypes.stream()
            .flatMap(task -> machineTypes.stream().map(machine -> new Pair(task, machine)))
            .filter(pair -> !pairs.containsKey(pair))
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(Names.listed(missing.stream().map(Pair::toString), missing.size()));
  }

  /**
   * Reports P-states without a cell where the pair has others.
   *
   * @param what is in a cell
   */
  public void checkPStates(String what, FileProblems problems) {
    Map<String, Integer> pStates = pStates();
    pairs.forEach((pair, cells) -> {
      int expected = cells.byPState().isEmpty() ? 0 : pStates.getOrDefault(pair.machineType(), 0);
      IntStream.range(0, expected)
          .filter(p -> !cells.byPState().containsKey(p))
          .forEach(p ->
              problems.report(
                  cells.line(),
                  pair.toString(),
                  "",
                  "has no %s in P-state %s of %s".formatted(what, p, expected),
                  "give all P-states of a pair, from 0 on, or none where the type cannot run"));
    });
  }
}
