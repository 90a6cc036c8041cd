package org.espalier.core.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * The probabilistic execution time (PET) matrix (THESIS 3.1, JOURNAL 3). For each task type on each
 * machine type in each P-state it has the {@link Pmf} of the execution time in ticks.
 *
 * <p>Indexed [taskType][machineType][pState]; P-state 0 is the fastest and the only one of machines
 * that do not change theirs. A task type that can run on a machine type has a PMF in all of its
 * P-states, another in none; every task type runs somewhere. All times are multiples of one base
 * step and not negative, so that sums stay on a lattice; a PMF of long times may have a greater
 * step, of which its own times are multiples. Immutable.
 *
 * <p>An expected time to compute (ETC) matrix, whose times are known beforehand, is a PET of single
 * impulses.
 */
public final class PetMatrix {
  private final @Nullable Pmf[][][] cells;
  private final long step;

  private PetMatrix(@Nullable Pmf[][][] cells) {
    this(cells, checked(cells));
  }

  /** A matrix of cells that are checked. */
  private PetMatrix(@Nullable Pmf[][][] cells, long step) {
    this.cells = cells;
    this.step = step;
  }

  /**
   * A matrix with one P-state per machine type.
   *
   * @param cells [taskType][machineType]; null where the type cannot run
   * @throws IllegalArgumentException if the matrix is empty or ragged, a task type can run nowhere,
   *     or an origin is not a multiple of its step
   */
  public static PetMatrix of(@Nullable Pmf[][] cells) {
    return new PetMatrix(
        Arrays.stream(cells)
            .map(row -> Arrays.stream(row).map(cell -> new Pmf[] {cell}).toArray(Pmf[][]::new))
            .toArray(Pmf[][][]::new));
  }

  /**
   * A matrix.
   *
   * @param cells [taskType][machineType][pState]; null in all P-states where the type cannot run
   * @throws IllegalArgumentException if the matrix is empty or ragged, machine types do not have
   *     the same number of P-states in all rows, a pair lacks some of them, a task type can run
   *     nowhere, or an origin is not a multiple of its step
   */
  public static PetMatrix of(@Nullable Pmf[][][] cells) {
    return new PetMatrix(copy(cells));
  }

  /**
   * A matrix of execution times that are known beforehand.
   *
   * @param ticks [taskType][machineType][pState]; negative where the type cannot run
   * @param step the lattice step in ticks, of which all times are multiples
   */
  public static PetMatrix ofExecutionTimes(long[][][] ticks, long step) {
    @Nullable Pmf[][][] cells = new Pmf[ticks.length][][];
    for (int i = 0; i < ticks.length; i++) {
      cells[i] = new Pmf[ticks[i].length][];
      for (int j = 0; j < ticks[i].length; j++) {
        cells[i][j] = new Pmf[ticks[i][j].length];
        for (int p = 0; p < ticks[i][j].length; p++) {
          if (ticks[i][j][p] >= 0) {
            cells[i][j][p] = Pmf.at(ticks[i][j][p], step);
          }
        }
      }
    }
    return new PetMatrix(cells);
  }

  private static @Nullable Pmf[][][] copy(@Nullable Pmf[][][] cells) {
    return Arrays.stream(cells)
        .map(row -> Arrays.stream(row).map(Pmf[]::clone).toArray(Pmf[][]::new))
        .toArray(Pmf[][][]::new);
  }

  private static long checked(@Nullable Pmf[][][] cells) {
    Arguments.refuse(
        cells.length == 0 || cells[0].length == 0,
        "the PET matrix is empty; it needs at least one task type and one machine type");
    long step = 0;
    for (int i = 0; i < cells.length; i++) {
      if (cells[i].length != cells[0].length) {
        throw new IllegalArgumentException(
            "PET row %s has %s machine types, row 0 has %s; rows must be equally long"
                .formatted(i, cells[i].length, cells[0].length));
      }
      step = checkedRow(cells, i, step);
    }
    return step;
  }

  private static long checkedRow(@Nullable Pmf[][][] cells, int taskType, long stepSoFar) {
    long step = stepSoFar;
    boolean runsSomewhere = false;
    for (int j = 0; j < cells[taskType].length; j++) {
      @Nullable Pmf[] pair = cells[taskType][j];
      checkPStates(pair, cells[0][j].length, taskType, j);
      for (int p = 0; p < pair.length; p++) {
        Pmf pmf = pair[p];
        if (pmf != null) {
          runsSomewhere = true;
          step = Pmf.divisor(pmf.step(), step);
          checkCell(pmf, step, cell(taskType, j, p, pair.length));
        }
      }
    }
    Arguments.refuse(
        !runsSomewhere,
        "task type %s can run on no machine type; give at least one PMF in its row",
        taskType);
    return step;
  }

  private static void checkPStates(
      @Nullable Pmf[] pair, int pStates, int taskType, int machineType) {
    if (pair.length == 0 || pair.length != pStates) {
      throw new IllegalArgumentException(
          "PET[%s][%s] has %s P-states, PET[0][%s] has %s; expected the same number, at least one"
              .formatted(taskType, machineType, pair.length, machineType, pStates));
    }
    for (int p = 1; p < pStates; p++) {
      if ((pair[p] == null) != (pair[0] == null)) {
        throw new IllegalArgumentException(
            "%s is missing, %s is not; give all P-states of a pair, or none where it cannot run"
                .formatted(
                    cell(taskType, machineType, pair[p] == null ? p : 0, pStates),
                    cell(taskType, machineType, pair[p] == null ? 0 : p, pStates)));
      }
    }
  }

  /** A cell as messages name it. */
  private static String cell(int taskType, int machineType, int pState, int pStates) {
    String pair = "PET[%s][%s]".formatted(taskType, machineType);
    return pStates == 1 ? pair : "%s[%s]".formatted(pair, pState);
  }

  private static void checkCell(Pmf pmf, long step, String where) {
    if (pmf.step() % step != 0) {
      throw new IllegalArgumentException(
          "%s has step %s; expected a multiple of the step %s of the PET"
              .formatted(where, pmf.step(), step));
    }
    if (pmf.origin() < 0 || pmf.origin() % pmf.step() != 0) {
      throw new IllegalArgumentException(
          "%s begins at tick %s; expected a multiple of its step %s that is not negative"
              .formatted(where, pmf.origin(), pmf.step()));
    }
  }

  /**
   * The same matrix with another PMF in one cell; all other cells stay, those of the pair's other
   * P-states too.
   *
   * @throws IllegalArgumentException if it is not on the lattice of the others, or the pair has
   *     other P-states in which it cannot run
   */
  public PetMatrix with(int taskType, int machineType, int pState, Pmf executionTime) {
    checkCell(executionTime, step, cell(taskType, machineType, pState, pStates(machineType)));
    int pStates = pStates(machineType);
    @Nullable Pmf[][][] others = cells.clone();
    others[taskType] = cells[taskType].clone();
    others[taskType][machineType] = new Pmf[pStates];
    System.arraycopy(cells[taskType][machineType], 0, others[taskType][machineType], 0, pStates);
    others[taskType][machineType][pState] = executionTime;
    checkPStates(others[taskType][machineType], pStates, taskType, machineType);
    return new PetMatrix(others, step);
  }

  /** Makes the PMF of a cell. */
  @FunctionalInterface
  public interface Cell {
    /** Returns the PMF of a task type on a machine type in a P-state. */
    Pmf of(int taskType, int machineType, int pState);
  }

  /**
   * A matrix of the same shape with other PMFs where types can run: row by row, and of each pair by
   * P-state.
   */
  public PetMatrix map(Cell made) {
    @Nullable Pmf[][][] others = copy(cells);
    for (int i = 0; i < taskTypes(); i++) {
      for (int j = 0; j < machineTypes(); j++) {
        for (int p = 0; canRun(i, j) && p < pStates(j); p++) {
          others[i][j][p] = made.of(i, j, p);
        }
      }
    }
    return new PetMatrix(others);
  }

  /** The rows of some task types and the columns of some machine types, in the order given. */
  public PetMatrix part(int[] taskTypes, int[] machineTypes) {
    @Nullable Pmf[][][] part = new Pmf[taskTypes.length][machineTypes.length][];
    for (int i = 0; i < taskTypes.length; i++) {
      for (int j = 0; j < machineTypes.length; j++) {
        @Nullable Pmf[] pair = cells[taskTypes[i]][machineTypes[j]];
        part[i][j] = new Pmf[pair.length];
        System.arraycopy(pair, 0, part[i][j], 0, pair.length);
      }
    }
    return new PetMatrix(part);
  }

  /** Number of task types. */
  public int taskTypes() {
    return cells.length;
  }

  /** Number of machine types. */
  public int machineTypes() {
    return cells[0].length;
  }

  /** Number of P-states of a machine type. */
  public int pStates(int machineType) {
    return cells[0][machineType].length;
  }

  /** The base step, of which all steps are multiples, in ticks. */
  public long step() {
    return step;
  }

  /** The greatest step of a PMF, in ticks. */
  public long greatestStep() {
    return pmfs().mapToLong(Pmf::step).max().orElse(step);
  }

  /** All PMFs there are: row by row, and of each pair by P-state. */
  public Stream<Pmf> pmfs() {
    return Arrays.stream(cells)
        .flatMap(Arrays::stream)
        .flatMap(Arrays::stream)
        .filter(Objects::nonNull);
  }

  /** Whether the task type can run on the machine type; it then can in all of its P-states. */
  public boolean canRun(int taskType, int machineType) {
    return cells[taskType][machineType][0] != null;
  }

  /** Whether there are task types that cannot run on the machine type. */
  public boolean isSpecial(int machineType) {
    return IntStream.range(0, taskTypes()).anyMatch(type -> !canRun(type, machineType));
  }

  /** The execution-time PMF, or empty where the type cannot run. */
  public Optional<Pmf> find(int taskType, int machineType, int pState) {
    return Optional.ofNullable(cells[taskType][machineType][pState]);
  }

  /**
   * The execution-time PMF.
   *
   * @throws IllegalArgumentException if the type cannot run there
   */
  public Pmf get(int taskType, int machineType, int pState) {
    Pmf pmf = cells[taskType][machineType][pState];
    if (pmf == null) {
      throw new IllegalArgumentException(
          "task type %s cannot run on machine type %s".formatted(taskType, machineType));
    }
    return pmf;
  }

  /**
   * Mean execution time in ticks of a task type in P-state 0 over the machine types that can run
   * it.
   */
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

  /**
   * Mean execution time in ticks on a machine type in P-state 0 over the task types that it can
   * run; 0 if there are none.
   */
  public double meanOverTaskTypes(int machineType) {
    return Arrays.stream(cells)
        .map(row -> row[machineType][0])
        .filter(Objects::nonNull)
        .mapToDouble(Pmf::mean)
        .average()
        .orElse(0);
  }

  /** Mean execution time in ticks over all task types: the mean of the types' means. */
  public double meanOverAll() {
    double sum = 0;
    for (int i = 0; i < taskTypes(); i++) {
      sum += meanOverMachineTypes(i);
    }
    return sum / taskTypes();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PetMatrix pet && Arrays.deepEquals(cells, pet.cells);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(cells);
  }
}
