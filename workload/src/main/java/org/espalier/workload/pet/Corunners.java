package org.espalier.workload.pet;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What becomes of samples of tasks that ran beside others, their co-runners (DISSERTATION 8.4.2).
 * Samples of tasks that ran alone are taken in any case.
 */
public sealed interface Corunners {
  /** Joins the names of co-runners. */
  String JOINT = "+";

  /** Samples with co-runners are left out. */
  record Alone() implements Corunners {}

  /**
   * Each co-location set makes a machine type of its own, {@code M beside a+b}, of the samples
   * measured beside it.
   */
  record Measured() implements Corunners {}

  /**
   * Samples with co-runners are left out; a file of slow-downs makes machine types of co-location
   * sets: samples of tasks that ran alone, multiplied.
   *
   * @param slowDowns the file, see {@link SlowDowns}
   */
  record Predicted(Path slowDowns) implements Corunners {
    public Predicted {
      Objects.requireNonNull(slowDowns, "slowDowns");
    }
  }

  /** The name of a machine type beside co-runners, whatever their order. */
  static String beside(String machineType, List<String> corunners) {
    return corunners.isEmpty()
        ? machineType
        : "%s beside %s"
            .formatted(machineType, String.join(JOINT, corunners.stream().sorted().toList()));
  }

  /** The names in a field; none of an empty one. */
  static List<String> names(String field) {
    return field.isBlank()
        ? List.of()
        : Arrays.stream(field.split("\\+", -1)).map(String::strip).toList();
  }

  /** Whether a field is not a list of names. */
  static boolean isBad(String field) {
    return names(field).stream().anyMatch(String::isEmpty);
  }
}
