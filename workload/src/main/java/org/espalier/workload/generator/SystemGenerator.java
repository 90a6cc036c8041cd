package org.espalier.workload.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.workload.random.RandomStreams;

/**
 * Draws systems by the coefficient-of-variation method (DISSERTATION 2.6.3, 3.5.3.1, appendix E).
 * For each task type it draws a factor from a gamma distribution of mean 1, and for each machine
 * type the execution time in P-state 0 from one whose mean is the factor times that of the kind of
 * machine type. Dynamic power is drawn the same way from factors of its own, static power for each
 * machine type.
 *
 * <p>The source leaves open, and here: general and special machine types share the factor of a task
 * type, and each special task type runs on one special machine type and on all general ones. How
 * many each special machine type has is drawn, all ways alike.
 *
 * <p>The same specification and seed give the same system; execution times are known beforehand.
 */
public final class SystemGenerator {
  private static final int NOWHERE = -1;

  private final SystemSpec spec;
  private final RandomStreams streams;
  private final int specialTypes;
  private final int machineTypes;

  /** By task type: the special machine type that it is special to, or {@link #NOWHERE}. */
  private final int[] home;

  private SystemGenerator(SystemSpec spec, long seed) {
    this.spec = spec;
    this.streams = new RandomStreams(seed);
    this.specialTypes = spec.special().machines().size();
    this.machineTypes = specialTypes + spec.general().machines().size();
    this.home = homes(spec, streams);
  }

  /** The system of a specification and seed. */
  public static HcSystem generate(SystemSpec spec, long seed) {
    return new SystemGenerator(spec, seed).system();
  }

  /** The system of a trial: another one, and independent, for each trial of a seed. */
  public static HcSystem generate(SystemSpec spec, long seed, int trial) {
    return generate(spec, new RandomStreams(seed).stream("system", trial).nextLong());
  }

  private static int[] homes(SystemSpec spec, RandomStreams streams) {
    SystemSpec.TaskTypes types = spec.taskTypes();
    int machineTypes = spec.special().machines().size();
    List<Integer> sizes =
        new RandomComposition(machineTypes, types.special(), types.leastEach(), types.mostEach())
            .draw(streams.stream("system special task types"));
    int[] homes = IntStream.range(0, types.count()).map(i -> NOWHERE).toArray();
    int next = 0;
    for (int j = 0; j < sizes.size(); j++) {
      for (int k = 0; k < sizes.get(j); k++) {
        homes[next++] = j;
      }
    }
    return homes;
  }

  private boolean canRun(int taskType, int machineType) {
    return machineType >= specialTypes || home[taskType] == machineType;
  }

  private HcSystem system() {
    double[] factors = factors("system difficulty", spec.taskTypes().cov());
    double[] dynamicFactors = factors("system power factor", spec.power().dynamicCov());
    double[] statics = IntStream.range(0, machineTypes).mapToDouble(this::staticWatts).toArray();
    long[][][] ticks = new long[home.length][machineTypes][];
    double[][][] watts = new double[home.length][machineTypes][];
    for (int i = 0; i < home.length; i++) {
      for (int j = 0; j < machineTypes; j++) {
        ticks[i][j] = ticks(i, j, factors[i]);
        watts[i][j] = watts(i, j, statics[j], dynamicFactors[i]);
      }
    }
    return system(PetMatrix.ofExecutionTimes(ticks, 1), watts, statics);
  }

  private double[] factors(String purpose, double cov) {
    return IntStream.range(0, home.length).mapToDouble(i -> draw(1, cov, purpose, i)).toArray();
  }

  private double staticWatts(int machineType) {
    SystemSpec.Power power = spec.power();
    return draw(power.staticWatts(), power.staticCov(), "system static power", machineType);
  }

  /** Execution times by P-state, negative where the type cannot run. */
  private long[] ticks(int taskType, int machineType, double factor) {
    SystemSpec.MachineTypes kind = machineType < specialTypes ? spec.special() : spec.general();
    double mean = factor * kind.mean().toNanos() / spec.tick().toNanos();
    double fastest = draw(mean, kind.cov(), "system time", taskType, machineType);
    List<Double> shares = spec.power().shares();
    long[] ticks = new long[shares.size()];
    for (int p = 0; p < ticks.length; p++) {
      double slowDown = p == 0 ? 1 : slowDown(taskType, machineType, p);
      ticks[p] =
          canRun(taskType, machineType) ? Math.max(1, Math.round(fastest * slowDown)) : NOWHERE;
    }
    return ticks;
  }

  private double slowDown(int taskType, int machineType, int pState) {
    SystemSpec.Power power = spec.power();
    double mean = 1 / Math.sqrt(power.shares().get(pState));
    return drawAbove(
        1, mean, power.slowDownCov(), "system slow-down", taskType, machineType, pState);
  }

  /** Power by P-state, none where the type cannot run. */
  private double[] watts(int taskType, int machineType, double staticWatts, double factor) {
    if (!canRun(taskType, machineType)) {
      return new double[0];
    }
    SystemSpec.Power power = spec.power();
    double dynamic =
        draw(
            factor * power.dynamicWatts(),
            power.dynamicCovMachineTypes(),
            "system dynamic power",
            taskType,
            machineType);
    return power.shares().stream().mapToDouble(share -> staticWatts + share * dynamic).toArray();
  }

  private HcSystem system(PetMatrix pet, double[][][] watts, double[] statics) {
    List<TaskType> taskTypes =
        IntStream.range(0, home.length).mapToObj(i -> new TaskType(i, taskTypeName(i))).toList();
    List<MachineType> types = new ArrayList<>();
    List<Machine> machines = new ArrayList<>();
    for (int j = 0; j < machineTypes; j++) {
      MachineType type = machineType(j, watts, spec.power().idleDrawsStatic() ? statics[j] : 0);
      types.add(type);
      int count =
          j < specialTypes
              ? spec.special().machines().get(j)
              : spec.general().machines().get(j - specialTypes);
      for (int k = 0; k < count; k++) {
        machines.add(new Machine(machines.size(), "%s-%s".formatted(type.name(), k), type));
      }
    }
    return new HcSystem(
        spec.name(),
        spec.tick(),
        taskTypes,
        types,
        machines,
        pet,
        Optional.of(ApcMatrix.of(watts)));
  }

  private String taskTypeName(int taskType) {
    int special = spec.taskTypes().special();
    return taskType < special
        ? "special-task-%s".formatted(taskType)
        : "general-task-%s".formatted(taskType - special);
  }

  /** A machine type, whose power is the mean of that of the task types that it can run. */
  private MachineType machineType(int id, double[][][] watts, double idleWatts) {
    String name =
        id < specialTypes ? "special-%s".formatted(id) : "general-%s".formatted(id - specialTypes);
    List<PState> pStates = new ArrayList<>();
    for (int p = 0; p < spec.power().shares().size(); p++) {
      int pState = p;
      double mean =
          IntStream.range(0, home.length)
              .filter(i -> canRun(i, id))
              .mapToDouble(i -> watts[i][id][pState])
              .average()
              .orElseThrow();
      pStates.add(new PState(PState.defaultName(p), mean));
    }
    return new MachineType(id, name, 0, idleWatts, pStates);
  }

  /** A number of a gamma distribution; the mean itself where the coefficient of variation is 0. */
  private double draw(double mean, double cov, String purpose, long... keys) {
    return drawAbove(Double.NEGATIVE_INFINITY, mean, cov, purpose, keys);
  }

  /** Such a number above a limit that is below the mean: it is drawn again until it is. */
  private double drawAbove(double limit, double mean, double cov, String purpose, long... keys) {
    if (cov == 0) {
      return mean;
    }
    ContinuousSampler sampler =
        AhrensDieterMarsagliaTsangGammaSampler.of(
            streams.stream(purpose, keys), 1 / (cov * cov), mean * cov * cov);
    double drawn = sampler.sample();
    while (drawn <= limit) {
      drawn = sampler.sample();
    }
    return drawn;
  }
}
