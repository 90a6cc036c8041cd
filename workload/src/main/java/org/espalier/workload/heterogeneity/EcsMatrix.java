package org.espalier.workload.heterogeneity;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;

/**
 * The estimated computation speed (ECS) matrix: how fast machines of each type execute tasks of
 * each type in P-state 0. A speed is the reciprocal of the mean execution time (DISSERTATION
 * 3.5.3.2).
 *
 * <p>Indexed [taskType][machineType]; 0 where the type cannot run, as in the source. A machine type
 * that can run all task types is general, any other special. The unit does not matter to any
 * measure. Immutable.
 */
public final class EcsMatrix {
  private final double[][] speeds;

  private EcsMatrix(double[][] speeds) {
    this.speeds = speeds;
  }

  /**
   * A matrix of speeds.
   *
   * @param speeds [taskType][machineType]; 0 where the type cannot run
   * @throws IllegalArgumentException if the matrix is empty or ragged, or a speed is negative or
   *     not finite
   */
  public static EcsMatrix of(double[][] speeds) {
    if (speeds.length == 0 || speeds[0].length == 0) {
      throw new IllegalArgumentException(
          "the ECS matrix is empty; it needs at least one task type and one machine type");
    }
    for (int i = 0; i < speeds.length; i++) {
      if (speeds[i].length != speeds[0].length) {
        throw new IllegalArgumentException(
            "ECS row %s has %s machine types, row 0 has %s; rows must be equally long"
                .formatted(i, speeds[i].length, speeds[0].length));
      }
      if (!Arrays.stream(speeds[i]).allMatch(speed -> speed >= 0 && Double.isFinite(speed))) {
        throw new IllegalArgumentException(
            "ECS row %s is %s; expected finite speeds from 0 on"
                .formatted(i, Arrays.toString(speeds[i])));
      }
    }
    return new EcsMatrix(copy(speeds));
  }

  /**
   * The speeds of a PET, one over its mean execution times in ticks.
   *
   * @throws IllegalArgumentException if a mean is 0
   */
  public static EcsMatrix of(PetMatrix pet) {
    double[][] speeds = new double[pet.taskTypes()][pet.machineTypes()];
    for (int i = 0; i < speeds.length; i++) {
      for (int j = 0; j < speeds[i].length; j++) {
        speeds[i][j] = pet.find(i, j, 0).map(times -> 1 / times.mean()).orElse(0.0);
        if (Double.isInfinite(speeds[i][j])) {
          throw new IllegalArgumentException(
              "task type %s takes no time on machine type %s; its speed has no number"
                  .formatted(i, j));
        }
      }
    }
    return new EcsMatrix(speeds);
  }

  static double[][] copy(double[][] matrix) {
    return Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
  }

  /** Number of machine types. */
  public int machineTypes() {
    return speeds[0].length;
  }

  /** The speed of a task type on a machine type; 0 where it cannot run. */
  public double get(int taskType, int machineType) {
    return speeds[taskType][machineType];
  }

  /** Whether a machine type cannot run all task types. */
  public boolean isSpecial(int machineType) {
    return Arrays.stream(speeds).anyMatch(row -> row[machineType] == 0);
  }

  /** The columns of the general machine types; empty if there are none. */
  public Optional<EcsMatrix> general() {
    int[] columns = generalColumns();
    return columns.length == 0
        ? Optional.empty()
        : Optional.of(
            new EcsMatrix(
                Arrays.stream(speeds)
                    .map(row -> Arrays.stream(columns).mapToDouble(j -> row[j]).toArray())
                    .toArray(double[][]::new)));
  }

  /** The general machine types. */
  int[] generalColumns() {
    return IntStream.range(0, machineTypes()).filter(j -> !isSpecial(j)).toArray();
  }

  /** A copy of the speeds, [taskType][machineType]. */
  double[][] speeds() {
    return copy(speeds);
  }

  /** For each task type, the sum of its speeds over the machine types. */
  double[] rowSums() {
    return Arrays.stream(speeds).mapToDouble(row -> DoubleStream.of(row).sum()).toArray();
  }

  /** For each machine type, the sum of its speeds over the task types. */
  double[] columnSums() {
    return IntStream.range(0, machineTypes())
        .mapToDouble(j -> Arrays.stream(speeds).mapToDouble(row -> row[j]).sum())
        .toArray();
  }
}
