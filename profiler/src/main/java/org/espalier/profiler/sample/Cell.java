package org.espalier.profiler.sample;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What is measured again and again until it is known well enough. It is an application under some
 * conditions beside others, or a whole co-location set to completion.
 *
 * @param taskType what is measured; the first member of a set
 * @param corunners what runs beside it, in order of their names, one may be there twice; the other
 *     members of a set
 * @param isSet whether each member runs once, to the end of the last
 */
public record Cell(String taskType, Conditions conditions, List<String> corunners, boolean isSet) {
  /** By machine type, task type, P-state and co-runners, as tables are read. */
  public static final Comparator<Cell> IN_TABLES =
      Comparator.comparing(Cell::machineType)
          .thenComparing(Cell::taskType)
          .thenComparingInt(cell -> cell.conditions().pState().orElse(0))
          .thenComparing(Cell::isSet)
          .thenComparing(cell -> cell.corunners().toString());

  /** Puts co-runners in order. */
  public Cell {
    corunners = corunners.stream().sorted().toList();
  }

  /** An application beside others. */
  public Cell(String taskType, Conditions conditions, List<String> corunners) {
    this(taskType, conditions, corunners, false);
  }

  /** The task type alone, under the same conditions. */
  public Cell alone() {
    return new Cell(taskType, conditions, List.of());
  }

  /** The task type alone on the same machine type, whatever its P-state. */
  public Cell aloneInAnyPState() {
    return new Cell(taskType, new Conditions(machineType(), OptionalInt.empty()), List.of());
  }

  /** Whether nothing runs beside it. */
  public boolean isAlone() {
    return corunners.isEmpty();
  }

  /** Name of the machine type. */
  public String machineType() {
    return conditions.machineType();
  }

  /** All that runs, in order of the names. */
  public List<String> members() {
    return Stream.concat(Stream.of(taskType), corunners.stream()).sorted().toList();
  }

  /** It in words, for people. */
  public String describe() {
    String what = isSet ? "the set " + taskType + " + " : taskType + " beside ";
    String others = isAlone() ? taskType : what + String.join(" + ", corunners);
    return "%s on %s".formatted(others, conditions);
  }
}
