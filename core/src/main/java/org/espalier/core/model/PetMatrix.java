package org.espalier.core.model;

import java.util.Optional;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The probabilistic execution time (PET) matrix: for each task type on each machine type in each
 * P-state the {@link Pmf} of the execution time in ticks (THESIS 3.1, JOURNAL 3).
 *
 * <p>Indexed [taskType][machineType][pState]; P-state 0 is the fastest and the only one of machines
 * that do not change theirs. A missing cell means that the type cannot run there; every task type
 * runs somewhere. All PMFs share one step, their origins are multiples of it and not negative, so
 * that convolutions stay on a lattice. Immutable.
 */
public final class PetMatrix {
  private final @Nullable Pmf[][][] cells;
  private final long step;

  private PetMatrix(@Nullable Pmf[][][] cells, long step) {
    this.cells = cells;
    this.step = step;
  }

  /**
   * A matrix with one P-state per machine type.
   *
   * @param cells [taskType][machineType]; null where the type cannot run
   * @throws IllegalArgumentException if the matrix is empty or ragged, a task type can run nowhere,
   *     or steps and origins do not share a lattice
   */
  public static PetMatrix of(@Nullable Pmf[][] cells) {
    @Nullable Pmf[][][] copy = new Pmf[cells.length][][];
    for (int i = 0; i < cells.length; i++) {
      copy[i] = new Pmf[cells[i].length][];
      for (int j = 0; j < cells[i].length; j++) {
        copy[i][j] = new Pmf[] {cells[i][j]};
      }
    }
    return new PetMatrix(copy, checked(copy));
  }

  private static long checked(@Nullable Pmf[][][] cells) {
    if (cells.length == 0 || cells[0].length == 0) {
      throw new IllegalArgumentException(
          "the PET matrix is empty; it needs at least one task type and one machine type");
    }
    long step = 0;
    for (int i = 0; i < cells.length; i++) {
      if (cells[i].length != cells[0].length) {
        throw new IllegalArgumentException(
            "PET row %d has %d machine types, row 0 has %d; rows must be equally long"
                .formatted(i, cells[i].length, cells[0].length));
      }
      step = checkedRow(cells[i], i, step);
    }
    return step;
  }

  private static long checkedRow(@Nullable Pmf[][] row, int taskType, long stepSoFar) {
    long step = stepSoFar;
    boolean runsSomewhere = false;
    for (int j = 0; j < row.length; j++) {
      Pmf pmf = row[j][0];
      if (pmf == null) {
        continue;
      }
      runsSomewhere = true;
      step = step == 0 ? pmf.step() : step;
      checkCell(pmf, step, "PET[%d][%d]".formatted(taskType, j));
    }
    if (!runsSomewhere) {
      throw new IllegalArgumentException(
          "task type %d can run on no machine type; give at least one PMF in its row"
              .formatted(taskType));
    }
    return step;
  }

  private static void checkCell(Pmf pmf, long step, String where) {
    if (pmf.step() != step) {
      throw new IllegalArgumentException(
          "%s has step %d, others have %d; all PMFs of a PET share one step"
              .formatted(where, pmf.step(), step));
    }
    if (pmf.origin() < 0 || pmf.origin() % step != 0) {
      throw new IllegalArgumentException(
          "%s begins at tick %d; expected a multiple of the step %d that is not negative"
              .formatted(where, pmf.origin(), step));
    }
  }

  /**
   * The same matrix with another PMF in one cell.
   *
   * @throws IllegalArgumentException if it is not on the lattice of the others
   */
  public PetMatrix with(int taskType, int machineType, Pmf executionTime) {
    checkCell(executionTime, step, "PET[%d][%d]".formatted(taskType, machineType));
    @Nullable Pmf[][][] copy = cells.clone();
    copy[taskType] = cells[taskType].clone();
    copy[taskType][machineType] = new Pmf[] {executionTime};
    return new PetMatrix(copy, step);
  }

  /** Number of task types. */
  public int taskTypes() {
    return cells.length;
  }

  /** Number of machine types. */
  public int machineTypes() {
    return cells[0].length;
  }

  /** The lattice step shared by all PMFs, in ticks. */
  public long step() {
    return step;
  }

  /** Whether the task type can run on the machine type. */
  public boolean canRun(int taskType, int machineType) {
    return cells[taskType][machineType][0] != null;
  }

  /** The execution-time PMF in P-state 0, or empty where the type cannot run. */
  public Optional<Pmf> find(int taskType, int machineType) {
    return Optional.ofNullable(cells[taskType][machineType][0]);
  }

  /**
   * The execution-time PMF in P-state 0.
   *
   * @throws IllegalArgumentException if the type cannot run there
   */
  public Pmf get(int taskType, int machineType) {
    Pmf pmf = cells[taskType][machineType][0];
    if (pmf == null) {
      throw new IllegalArgumentException(
          "task type %d cannot run on machine type %d".formatted(taskType, machineType));
    }
    return pmf;
  }

  /** Mean execution time in ticks of a task type over the machine types that can run it. */
  public double meanOverMachineTypes(int taskType) {
    double sum = 0;
    int count = 0;
    for (int j = 0; j < machineTypes(); j++) {
      Pmf pmf = cells[taskType][j][0];
      if (pmf != null) {
        sum += pmf.mean();
        count++;
      }
    }
    return sum / count;
  }

  /** Mean execution time in ticks over all task types: the mean of the types' means. */
  public double meanOverAll() {
    double sum = 0;
    for (int i = 0; i < taskTypes(); i++) {
      sum += meanOverMachineTypes(i);
    }
    return sum / taskTypes();
  }
}
