package org.espalier.workload.generator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.workload.heterogeneity.Moments;
import org.espalier.workload.random.RandomStreams;

/**
 * Makes a small system larger so that its numbers keep their mean, variation, skewness and kurtosis
 * (DISSERTATION 5.3.4.2). The average execution time of each new task type is drawn from the {@link
 * GramCharlier} density of the real averages, and for each machine type its ratio over the average
 * from that of the real ratios. Power is drawn the same way from densities of its own.
 *
 * <p>Each special machine type executes some of the new task types, in a tenth of their average
 * time and with their average power. It has one machine. The first takes the first new task types,
 * the next the following ones.
 *
 * <p>The real task types and the times and powers of the real machine types stay as they are. The
 * same system, sizes and seed give the same result.
 */
public final class SystemEnlarger {
  /** Numbers are drawn down to this share of the smallest real one. */
  private static final double SHARE_OF_SMALLEST = 0.2;

  private static final double SPECIAL_SPEED = 10;
  private static final int MOST_SPECIAL = 26;
  private static final int NOWHERE = -1;

  private final HcSystem real;
  private final int taskTypes;
  private final List<Integer> special;
  private final RandomStreams streams;

  private SystemEnlarger(HcSystem real, int taskTypes, List<Integer> special, long seed) {
    this.real = real;
    this.taskTypes = taskTypes;
    this.special = special;
    this.streams = new RandomStreams(seed);
  }

  /**
   * The larger system.
   *
   * @param taskTypes how many it has, at least those of the real one
   * @param special by special machine type, how many new task types it executes
   * @throws IllegalArgumentException with all that {@link #problems} names, if that is anything
   */
  public static EnlargedSystem enlarge(
      HcSystem real, int taskTypes, List<Integer> special, long seed) {
    List<String> problems = problems(real, taskTypes, special);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new SystemEnlarger(real, taskTypes, List.copyOf(special), seed).enlarged();
  }

  /** Why a system cannot be made larger so. */
  public static List<String> problems(HcSystem real, int taskTypes, List<Integer> special) {
    List<String> problems = new ArrayList<>();
    int known = real.taskTypes().size();
    if (taskTypes < known || taskTypes > SystemSpec.MOST_TASK_TYPES) {
      problems.add(
          "task types: %s; expected the %s that there are to %s"
              .formatted(taskTypes, known, SystemSpec.MOST_TASK_TYPES));
    }
    if (special.size() > MOST_SPECIAL || special.stream().anyMatch(count -> count < 1)) {
      problems.add(
          "special machine types: %s; expected up to %s counts of task types, each at least 1"
              .formatted(special, MOST_SPECIAL));
    } else if (special.stream().mapToInt(n -> n).sum() > Math.max(0, taskTypes - known)) {
      problems.add(
          "special machine types execute %s new task types; there are %s"
              .formatted(special.stream().mapToInt(n -> n).sum(), Math.max(0, taskTypes - known)));
    }
    real.machineTypes().forEach(type -> addProblems(real, type, problems));
    return problems;
  }

  private static void addProblems(HcSystem real, MachineType type, List<String> problems) {
    if (type.pStates().size() > 1) {
      problems.add(
          "machine type %s has %s P-states; a system that is made larger has one on each"
              .formatted(type.name(), type.pStates().size()));
    }
    for (TaskType task : real.taskTypes()) {
      if (real.pet().find(task.id(), type.id(), 0).filter(t -> t.isCertain()).isEmpty()) {
        problems.add(
            "task type %s has no certain execution time on machine type %s; all pairs need one"
                .formatted(task.name(), type.name()));
        return;
      }
    }
  }

  private EnlargedSystem enlarged() {
    Matrix times =
        new Matrix(
            "time",
            filled((i, j) -> real.pet().get(i, j, 0).mean() * real.tickSeconds()),
            1 / SPECIAL_SPEED);
    if (!real.isPowered()) {
      return new EnlargedSystem(system(times, Optional.empty()), times.fits, List.of());
    }
    Matrix watts = new Matrix("power", filled((i, j) -> real.activeWatts(i, j, 0)), 1);
    return new EnlargedSystem(system(times, Optional.of(watts)), times.fits, watts.fits);
  }

  /** The number of a task type on a machine type. */
  private interface Cell {
    double of(int taskType, int machineType);
  }

  private double[][] filled(Cell cell) {
    return IntStream.range(0, real.taskTypes().size())
        .mapToObj(i ->
            IntStream.range(0, real.machineTypes().size())
                .mapToDouble(j -> cell.of(i, j))
                .toArray())
        .toArray(double[][]::new);
  }

  /** Times or powers of all task types on the special and then the real machine types. */
  private final class Matrix {
    private final List<EnlargedSystem.Fit> fits = new ArrayList<>();

    /** NaN where a task type cannot run. */
    private final double[][] cells;

    Matrix(String quantity, double[][] known, double specialShare) {
      double[] averages = averages(quantity, known);
      cells = new double[taskTypes][];
      for (int i = 0; i < taskTypes; i++) {
        double average = averages[i];
        int home = home(i);
        double[] row = new double[special.size() + known[0].length];
        Arrays.fill(row, Double.NaN);
        if (home != NOWHERE) {
          row[home] = average * specialShare;
        }
        if (i < known.length) {
          System.arraycopy(known[i], 0, row, special.size(), known[i].length);
        }
        cells[i] = row;
      }
      for (int j = 0; j < known[0].length; j++) {
        addColumn(quantity, known, averages, j);
      }
    }

    /** The averages over the machine types, real ones first. */
    private double[] averages(String quantity, double[][] known) {
      double[] averages = Arrays.stream(known).mapToDouble(SystemEnlarger::average).toArray();
      double[] drawn = drawn("average " + quantity, 0, averages, "");
      double[] all = Arrays.copyOf(averages, taskTypes);
      System.arraycopy(drawn, 0, all, averages.length, drawn.length);
      return all;
    }

    private void addColumn(String quantity, double[][] known, double[] averages, int column) {
      double[] ratios =
          IntStream.range(0, known.length)
              .mapToDouble(i -> known[i][column] / averages[i])
              .toArray();
      String name = real.machineTypes().get(column).name();
      double[] drawn = drawn("ratio of " + quantity, column, ratios, name);
      for (int k = 0; k < drawn.length; k++) {
        int i = known.length + k;
        cells[i][special.size() + column] = averages[i] * drawn[k];
      }
    }

    private double[] drawn(String purpose, int key, double[] numbers, String machineType) {
      GramCharlier density = GramCharlier.like(numbers, SHARE_OF_SMALLEST);
      UniformRandomProvider uniforms = streams.stream("enlarged " + purpose, key);
      double[] drawn = new double[taskTypes - numbers.length];
      Arrays.setAll(drawn, k -> density.quantile(uniforms.nextDouble()));
      Moments sampled =
          drawn.length == 0
              ? new Moments(Double.NaN, Double.NaN, Double.NaN, Double.NaN)
              : Moments.of(drawn);
      fits.add(new EnlargedSystem.Fit(machineType, density.wanted(), density.clipped(), sampled));
      return drawn;
    }
  }

  private static double average(double[] row) {
    return Arrays.stream(row).average().orElseThrow();
  }

  /** The special machine type that executes a task type, or {@link #NOWHERE}. */
  private int home(int taskType) {
    int left = taskType - real.taskTypes().size();
    for (int j = 0; left >= 0 && j < special.size(); j++) {
      left -= special.get(j);
      if (left < 0) {
        return j;
      }
    }
    return NOWHERE;
  }

  private HcSystem system(Matrix times, Optional<Matrix> watts) {
    List<MachineType> types =
        IntStream.range(0, special.size() + real.machineTypes().size())
            .mapToObj(j -> machineType(j, watts))
            .toList();
    return new HcSystem(
        real.name(),
        real.tick(),
        allTaskTypes(),
        types,
        machines(types),
        PetMatrix.ofExecutionTimes(ticks(times), 1),
        watts.map(SystemEnlarger::apc));
  }

  private List<TaskType> allTaskTypes() {
    return Stream.concat(
            real.taskTypes().stream(),
            IntStream.range(real.taskTypes().size(), taskTypes)
                .mapToObj(
                    i -> new TaskType(i, String.format(Locale.ROOT, "task-type-%02d", i + 1))))
        .toList();
  }

  private MachineType machineType(int id, Optional<Matrix> watts) {
    double mean =
        watts.stream()
            .flatMap(matrix -> Arrays.stream(matrix.cells))
            .mapToDouble(row -> row[id])
            .filter(value -> !Double.isNaN(value))
            .average()
            .orElse(0);
    if (id < special.size()) {
      String name = "Special-purpose machine %c".formatted('A' + id);
      return new MachineType(id, name, 0, 0, mean);
    }
    MachineType type = real.machineTypes().get(id - special.size());
    PState pState = new PState(type.pStates().getFirst().name(), mean);
    double idle = Math.min(type.idleWatts(), mean);
    return new MachineType(id, type.name(), 0, idle, List.of(pState))
        .priced(type.price())
        .failing(type.failures())
        .offAt(type.off())
        .booting(type.boot())
        .scaled(type.scale());
  }

  private List<Machine> machines(List<MachineType> types) {
    List<Machine> machines = new ArrayList<>();
    for (MachineType type : types.subList(0, special.size())) {
      machines.add(new Machine(machines.size(), type.name(), type));
    }
    for (Machine machine : real.machines()) {
      MachineType type = types.get(special.size() + machine.type().id());
      machines.add(new Machine(machines.size(), machine.name(), type));
    }
    return machines;
  }

  private long[][][] ticks(Matrix times) {
    return Arrays.stream(times.cells)
        .map(row ->
            Arrays.stream(row)
                .mapToObj(seconds -> new long[] {ticks(seconds)})
                .toArray(long[][]::new))
        .toArray(long[][][]::new);
  }

  /** At least one, or a negative number where the type cannot run. */
  private long ticks(double seconds) {
    return Double.isNaN(seconds) ? NOWHERE : Math.max(1, Math.round(seconds / real.tickSeconds()));
  }

  private static ApcMatrix apc(Matrix watts) {
    return ApcMatrix.of(
        Arrays.stream(watts.cells)
            .map(row ->
                Arrays.stream(row)
                    .mapToObj(w -> Double.isNaN(w) ? new double[0] : new double[] {w})
                    .toArray(double[][]::new))
            .toArray(double[][][]::new));
  }
}
