package org.espalier.core.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The average power consumption (APC) matrix (DISSERTATION 2.2.2, 3.5.3.1). It says what a machine
 * of each type draws while it executes a task of each type in each P-state, in watts.
 *
 * <p>Indexed [taskType][machineType][pState]. A task type that cannot run on a machine type has no
 * power there: asking for it is an error. All other powers are finite and above 0. Immutable.
 */
public final class ApcMatrix {
  private final double[][][] watts;

  /** By machine type; 0 if no task type can run on it. */
  private final int[] pStates;

  private ApcMatrix(double[][][] watts, int[] pStates) {
    this.watts = watts;
    this.pStates = pStates;
  }

  /**
   * A matrix.
   *
   * @param watts [taskType][machineType][pState]; no P-states where the type cannot run
   * @throws IllegalArgumentException if the matrix is empty or ragged, machine types do not have
   *     the same number of P-states in all rows, a task type can run nowhere, or a power is not
   *     above 0
   */
  public static ApcMatrix of(double[][][] watts) {
    double[][][] copy = new double[watts.length][][];
    for (int i = 0; i < watts.length; i++) {
      copy[i] = Arrays.stream(watts[i]).map(double[]::clone).toArray(double[][]::new);
    }
    return new ApcMatrix(copy, checkedPStates(copy));
  }

  private static int[] checkedPStates(double[][][] watts) {
    if (watts.length == 0 || watts[0].length == 0) {
      throw new IllegalArgumentException(
          "the APC matrix is empty; it needs at least one task type and one machine type");
    }
    int[] pStates = new int[watts[0].length];
    for (int i = 0; i < watts.length; i++) {
      if (watts[i].length != pStates.length) {
        throw new IllegalArgumentException(
            "APC row %s has %s machine types, row 0 has %s; rows must be equally long"
                .formatted(i, watts[i].length, pStates.length));
      }
      if (Arrays.stream(watts[i]).allMatch(pair -> pair.length == 0)) {
        throw new IllegalArgumentException(
            "task type %s has no power on any machine type; give it where the type can run"
                .formatted(i));
      }
      for (int j = 0; j < pStates.length; j++) {
        pStates[j] = checkedPair(watts[i][j], i, j, pStates[j]);
      }
    }
    return pStates;
  }

  /** The number of P-states of the machine type as far as it is known, 0 if it is not. */
  private static int checkedPair(double[] pair, int taskType, int machineType, int pStates) {
    if (pair.length == 0) {
      return pStates;
    }
    if (pStates > 0 && pair.length != pStates) {
      throw new IllegalArgumentException(
          "APC[%s][%s] has %s P-states, rows before have %s; expected the same number"
              .formatted(taskType, machineType, pair.length, pStates));
    }
    for (int p = 0; p < pair.length; p++) {
      if (!(pair[p] > 0) || Double.isInfinite(pair[p])) {
        throw new IllegalArgumentException(
            "APC[%s][%s][%s] is %s W; expected a finite power above 0"
                .formatted(taskType, machineType, p, pair[p]));
      }
    }
    return pair.length;
  }

  /** Number of task types. */
  public int taskTypes() {
    return watts.length;
  }

  /** Number of machine types. */
  public int machineTypes() {
    return watts[0].length;
  }

  /** Number of P-states of a machine type; 0 if no task type can run on it. */
  public int pStates(int machineType) {
    return pStates[machineType];
  }

  /** Whether the task type can run on the machine type; its power is then known. */
  public boolean canRun(int taskType, int machineType) {
    return watts[taskType][machineType].length > 0;
  }

  /**
   * The power in watts.
   *
   * @throws IllegalArgumentException if the type cannot run there
   */
  public double get(int taskType, int machineType, int pState) {
    if (!canRun(taskType, machineType)) {
      throw new IllegalArgumentException(
          "task type %s cannot run on machine type %s; it has no power there"
              .formatted(taskType, machineType));
    }
    return watts[taskType][machineType][pState];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ApcMatrix apc && Arrays.deepEquals(watts, apc.watts);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(watts);
  }
}
