package org.espalier.testkit;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/**
 * Random small trials, each a function of its seed. They have a handful of machines and task types,
 * some thirty tasks, more work than the machines can finish in time, steps and times that do not
 * fit one another.
 */
public enum RandomTrials {
  /** One machine of each type; every type runs everywhere. */
  ORDINARY,
  /** Some types cannot run on some machines. */
  WITH_GAPS,
  /** A single machine. */
  ONE_MACHINE,
  /** Execution times of zero are common. */
  WITH_ZERO_TIMES,
  /** Machines and tasks that are equal in all but their index. */
  WITH_TIES,
  /** Several machines of a single type. */
  HOMOGENEOUS,
  /** Deadlines that have passed, or nearly, when the task arrives, and some very far ones. */
  WITH_ODD_DEADLINES,
  /** Machines of one to three P-states; the times of one say nothing of those of another. */
  WITH_P_STATES,
  /** Each execution time is certain. */
  WITH_CERTAIN_TIMES,
  /** Some execution times are on a lattice that is several times as coarse as others'. */
  WITH_UNLIKE_STEPS;

  private static final int TASKS = 30;
  private static final long[] STEPS = {1, 2, 5};

  /** The trial of a seed. */
  public TinyTrial trial(long seed) {
    SplittableRandom random = new SplittableRandom(seed * 31 + ordinal());
    HcSystem system = system(random);
    return TinyTrial.drawn(system, workload(random, system), seed);
  }

  /**
   * A trial of many machines of a few types, with two tasks for each machine at about twice the
   * load that they can do.
   */
  public static TinyTrial ofManyMachines(long seed, int machines) {
    SplittableRandom random = new SplittableRandom(seed);
    long step = STEPS[random.nextInt(STEPS.length)];
    int machineTypes = 1 + random.nextInt(4);
    boolean pStates = random.nextInt(3) == 0;
    @Nullable Pmf[][] cells = new Pmf[1 + random.nextInt(5)][];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = WITH_GAPS.row(random, machineTypes, step);
    }
    int[] types = random.ints(machines, 0, machineTypes).toArray();
    HcSystem system =
        pStates
            ? TinySystems.ofPStates(WITH_P_STATES.withPStates(random, cells, step), types)
            : TinySystems.of(cells, types);
    double gap = system.pet().meanOverAll() / machines / 2;
    Workload workload = ORDINARY.workload(random, system, 2 * machines, gap);
    return TinyTrial.drawn(system, workload, seed);
  }

  private HcSystem system(SplittableRandom random) {
    long step = STEPS[random.nextInt(STEPS.length)];
    int machineTypes =
        switch (this) {
          case ONE_MACHINE, WITH_TIES, HOMOGENEOUS -> 1;
          case WITH_P_STATES -> 2;
          default -> 2 + random.nextInt(3);
        };
    int taskTypes = this == WITH_TIES ? 1 : 1 + random.nextInt(4);
    @Nullable Pmf[][] cells = new Pmf[taskTypes][machineTypes];
    for (int i = 0; i < taskTypes; i++) {
      cells[i] = row(random, machineTypes, step);
    }
    int[] machines = machines(random, machineTypes);
    return this == WITH_P_STATES
        ? TinySystems.ofPStates(withPStates(random, cells, step), machines)
        : TinySystems.of(cells, machines);
  }

  private Pmf[][][] withPStates(SplittableRandom random, @Nullable Pmf[][] first, long step) {
    Pmf[][][] cells = new Pmf[first.length][first[0].length][];
    for (int j = 0; j < first[0].length; j++) {
      int pStates = 1 + random.nextInt(3);
      for (int i = 0; i < cells.length; i++) {
        cells[i][j] = new Pmf[pStates];
        for (int p = 0; p < pStates; p++) {
          cells[i][j][p] = execution(random, step);
        }
      }
    }
    return cells;
  }

  private @Nullable Pmf[] row(SplittableRandom random, int machineTypes, long step) {
    @Nullable Pmf[] row = new Pmf[machineTypes];
    int sure = random.nextInt(machineTypes);
    for (int j = 0; j < machineTypes; j++) {
      boolean gap = this == WITH_GAPS && j != sure && random.nextInt(3) == 0;
      row[j] = gap ? null : execution(random, step);
    }
    return row;
  }

  private int[] machines(SplittableRandom random, int machineTypes) {
    return switch (this) {
      case WITH_TIES, HOMOGENEOUS -> new int[2 + random.nextInt(3)];
      case WITH_CERTAIN_TIMES -> random.ints(6, 0, machineTypes).toArray();
      default -> IntStream.range(0, machineTypes).toArray();
    };
  }

  private Pmf execution(SplittableRandom random, long step) {
    double[] weights = new double[this == WITH_CERTAIN_TIMES ? 1 : 1 + random.nextInt(5)];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = random.nextInt(4);
    }
    weights[random.nextInt(weights.length)] += 1;
    boolean fromZero = this == WITH_ZERO_TIMES && random.nextInt(3) > 0;
    long own = this == WITH_UNLIKE_STEPS ? step << random.nextInt(4) : step;
    if (fromZero) {
      weights[0] += 1;
    }
    return Pmf.normalised(fromZero ? 0 : own * (1 + random.nextInt(4)), own, weights);
  }

  private Workload workload(SplittableRandom random, HcSystem system) {
    double gap = 1.4 * system.pet().meanOverAll() / system.machines().size();
    return workload(random, system, TASKS, gap);
  }

  /**
   * Tasks of random types.
   *
   * @param gap from which the time between two arrivals is drawn, in ticks
   */
  private Workload workload(SplittableRandom random, HcSystem system, int tasks, double gap) {
    TinyWorkloads workload = TinyWorkloads.empty();
    long now = random.nextInt(4);
    long slack = Math.round(2 * system.pet().meanOverAll()) + 1;
    for (int i = 0; i < tasks; i++) {
      workload.task(random.nextInt(system.taskTypes().size()), now, now + slack(random, slack));
      now += random.nextInt(3) == 0 ? 0 : (long) random.nextDouble(gap + 1);
    }
    return workload.build();
  }

  private long slack(SplittableRandom random, long slack) {
    return switch (this) {
      case WITH_TIES -> slack;
      case WITH_ODD_DEADLINES ->
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> 100 * slack;
            default -> slack;
          };
      default -> slack / 2 + random.nextLong(2 * slack);
    };
  }
}
