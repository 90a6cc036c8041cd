package org.espalier.analysis.problem;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;

/**
 * A system and all the tasks that it is to execute, known beforehand, as arrays for inner loops.
 * Times are in seconds. A <em>mode</em> is a machine type in one of its P-states: all placements of
 * a mode execute a task in the same time with the same energy. Execution times are the means of the
 * PET. Machines draw nothing while they wait (DISSERTATION 5.3, 6.4.1, 7.3.2). Immutable.
 */
public final class StaticProblem {
  private static final double SECONDS_PER_HOUR = 3600;

  private final HcSystem system;
  private final Workload workload;
  private final double utilityThreshold;
  private final int[] firstMode;
  private final int[] machineTypeOfMode;
  private final int[] firstPlacement;
  private final int[] machineOfPlacement;
  private final int[] modeOfPlacement;

  /** [task type * modes + mode]; infinite where the type cannot run. */
  private final double[] seconds;

  private final double[] watts;
  private final int[][] placementsOfType;
  private final int[][] tasksOfType;
  private final int[] types;
  private final double[] arrivals;
  private final double[] deadlines;
  private final double[] latest;
  private final int[] functionOfTask;
  private final List<UtilityPieces> functions;

  private StaticProblem(
      HcSystem system, Workload workload, double utilityThreshold, boolean beyondIdle) {
    this.system = system;
    this.workload = workload;
    this.utilityThreshold = utilityThreshold;
    int machineTypes = system.machineTypes().size();
    firstMode = new int[machineTypes + 1];
    for (MachineType type : system.machineTypes()) {
      firstMode[type.id() + 1] = firstMode[type.id()] + type.pStates().size();
    }
    int modes = firstMode[machineTypes];
    machineTypeOfMode = new int[modes];
    for (int type = 0; type < machineTypes; type++) {
      Arrays.fill(machineTypeOfMode, firstMode[type], firstMode[type + 1], type);
    }
    List<Placement> placements = system.placements();
    firstPlacement = new int[system.machines().size() + 1];
    placements.forEach(p -> firstPlacement[p.machine() + 1] = p.id() + 1);
    machineOfPlacement = placements.stream().mapToInt(Placement::machine).toArray();
    modeOfPlacement =
        placements.stream()
            .mapToInt(p -> firstMode[machineTypeOf(p.machine())] + p.pState())
            .toArray();
    seconds = new double[system.taskTypes().size() * modes];
    watts = new double[seconds.length];
    fillMatrices(beyondIdle);
    placementsOfType = new int[system.taskTypes().size()][];
    Arrays.setAll(
        placementsOfType,
        type ->
            IntStream.range(0, placements())
                .filter(placement -> canRun(type, modeOf(placement)))
                .toArray());
    int tasks = workload.size();
    types = new int[tasks];
    arrivals = new double[tasks];
    deadlines = new double[tasks];
    latest = new double[tasks];
    functionOfTask = new int[tasks];
    functions = readTasks();
    tasksOfType = new int[taskTypes()][];
    Arrays.setAll(
        tasksOfType,
        type -> IntStream.range(0, tasks).filter(task -> types[task] == type).toArray());
  }

  /**
   * A problem.
   *
   * @param utilityThreshold a task that would be worth less than this when its turn comes is not
   *     executed (DISSERTATION 7.3.3); 0 if all are
   * @throws IllegalArgumentException if there is no task, a task can run on no machine of the
   *     system, the threshold is negative, or a utility function is of a user's own
   */
  public static StaticProblem of(HcSystem system, Workload workload, double utilityThreshold) {
    Arguments.refuse(
        !(utilityThreshold >= 0) || Double.isInfinite(utilityThreshold),
        "the utility threshold is %s; expected a number that is not negative",
        utilityThreshold);
    Arguments.refuse(
        workload.size() == 0,
        "workload %s has no tasks; a static allocation needs at least one",
        workload.name());
    return new StaticProblem(system, workload, utilityThreshold, false);
  }

  /**
   * The same problem with the energy that executions add to that of machines which wait. For a
   * makespan, what is least here is least with {@link #idleJoules} too.
   */
  public StaticProblem beyondIdlePower() {
    return new StaticProblem(system, workload, utilityThreshold, true);
  }

  /**
   * What all machines draw at their idle power from the first arrival until some time, as studies
   * of policies count it.
   */
  public double idleJoules(double untilSeconds) {
    double first = Arrays.stream(arrivals).min().orElse(0);
    double watts = system.machines().stream().mapToDouble(m -> m.type().idleWatts()).sum();
    return watts * Math.max(0, untilSeconds - first);
  }

  private void fillMatrices(boolean beyondIdle) {
    for (int type = 0; type < system.taskTypes().size(); type++) {
      for (int mode = 0; mode < modes(); mode++) {
        int machineType = machineTypeOfMode[mode];
        int pState = pStateOfMode(mode);
        boolean runs = system.pet().canRun(type, machineType);
        int cell = type * modes() + mode;
        seconds[cell] =
            runs
                ? system.pet().get(type, machineType, pState).mean() * system.tickSeconds()
                : Double.POSITIVE_INFINITY;
        double idle = beyondIdle ? system.machineTypes().get(machineType).idleWatts() : 0;
        watts[cell] = runs ? system.activeWatts(type, machineType, pState) - idle : 0;
      }
    }
  }

  private List<UtilityPieces> readTasks() {
    Map<UtilityPieces, Integer> known = new LinkedHashMap<>();
    double tickSeconds = system.tickSeconds();
    for (Task task : workload.tasks()) {
      int t = task.id();
      if (placementsOfType[task.type()].length == 0) {
        throw new IllegalArgumentException(
            "task %s is of type %s, which no machine of system %s can run; add a machine or leave the type out"
                .formatted(t, system.taskTypes().get(task.type()).name(), system.name()));
      }
      UtilityPieces function = UtilityPieces.of(task, system.tick());
      functionOfTask[t] = known.computeIfAbsent(function, _ -> known.size());
      types[t] = task.type();
      arrivals[t] = task.arrival() * tickSeconds;
      deadlines[t] =
          task.deadline() == Task.NO_DEADLINE
              ? Double.POSITIVE_INFINITY
              : (task.deadline() + UtilityPieces.ROUNDING) * tickSeconds;
      latest[t] =
          utilityThreshold > 0
              ? latestWorth(function, arrivals[t], utilityThreshold)
              : Double.POSITIVE_INFINITY;
    }
    return List.copyOf(known.keySet());
  }

  /** The sum with the arrival may round up to where the task is worth less. */
  private static double latestWorth(UtilityPieces function, double arrival, double utility) {
    double latest = arrival + function.latest(utility);
    return latest >= arrival && function.of(latest - arrival) < utility
        ? Math.nextDown(latest)
        : latest;
  }

  public HcSystem system() {
    return system;
  }

  public Workload workload() {
    return workload;
  }

  /** A task worth less when its turn comes is not executed; 0 if all are. */
  public double utilityThreshold() {
    return utilityThreshold;
  }

  /** Whether tasks may be left out of an allocation. */
  public boolean mayDrop() {
    return utilityThreshold > 0;
  }

  public int tasks() {
    return types.length;
  }

  public int taskTypes() {
    return placementsOfType.length;
  }

  public int machines() {
    return firstPlacement.length - 1;
  }

  public int machineTypes() {
    return firstMode.length - 1;
  }

  /** How many machine types in one of their P-states there are. */
  public int modes() {
    return machineTypeOfMode.length;
  }

  public int placements() {
    return machineOfPlacement.length;
  }

  /** The first mode of a machine type; that of P-state k is k further on. */
  public int firstMode(int machineType) {
    return firstMode[machineType];
  }

  public int machineTypeOfMode(int mode) {
    return machineTypeOfMode[mode];
  }

  public int pStateOfMode(int mode) {
    return mode - firstMode[machineTypeOfMode[mode]];
  }

  public int machineTypeOf(int machine) {
    return system.machines().get(machine).type().id();
  }

  /** The first placement of a machine; that of P-state k is k further on. */
  public int firstPlacement(int machine) {
    return firstPlacement[machine];
  }

  public int machineOf(int placement) {
    return machineOfPlacement[placement];
  }

  public int modeOf(int placement) {
    return modeOfPlacement[placement];
  }

  public boolean canRun(int taskType, int mode) {
    return seconds[taskType * modes() + mode] < Double.POSITIVE_INFINITY;
  }

  /** Mean execution time; infinite where the type cannot run. */
  public double seconds(int taskType, int mode) {
    return seconds[taskType * modes() + mode];
  }

  /** Power while it executes; 0 where nothing is known of it. */
  public double watts(int taskType, int mode) {
    return watts[taskType * modes() + mode];
  }

  /** Energy of an execution: mean time by mean power (equation 19). Infinite where impossible. */
  public double joules(int taskType, int mode) {
    return canRun(taskType, mode)
        ? seconds(taskType, mode) * watts(taskType, mode)
        : Double.POSITIVE_INFINITY;
  }

  /** What an execution costs, in the currency of the prices. Infinite where impossible. */
  public double cost(int taskType, int mode) {
    double price = system.machineTypes().get(machineTypeOfMode[mode]).pricePerHour();
    return canRun(taskType, mode)
        ? seconds(taskType, mode) / SECONDS_PER_HOUR * price
        : Double.POSITIVE_INFINITY;
  }

  /** The placements that can run a task type, ascending; not to be changed. */
  public int[] placementsFor(int taskType) {
    return placementsOfType[taskType];
  }

  /** The tasks of a type, ascending; not to be changed. */
  public int[] tasksOf(int taskType) {
    return tasksOfType[taskType];
  }

  public int type(int task) {
    return types[task];
  }

  public double arrival(int task) {
    return arrivals[task];
  }

  /** Whether all tasks are there from the beginning. */
  public boolean isBag() {
    return Arrays.stream(arrivals).allMatch(arrival -> arrival == 0);
  }

  /** In seconds of the trace; infinite if there is none. */
  public double deadline(int task) {
    return deadlines[task];
  }

  /**
   * The latest completion at which a task is worth executing; infinite if all tasks are executed.
   */
  public double latestCompletion(int task) {
    return latest[task];
  }

  /** The utility functions that differ. */
  public List<UtilityPieces> functions() {
    return functions;
  }

  /** The index of a task's utility function among {@link #functions()}. */
  public int functionOf(int task) {
    return functionOfTask[task];
  }

  public UtilityPieces utility(int task) {
    return functions.get(functionOfTask[task]);
  }

  /** When all tasks could have ended if each was executed as it arrives, where it is fastest. */
  public double earliestEnd() {
    double[] least = ofTypes(this::seconds, Math::min);
    return IntStream.range(0, tasks())
        .mapToDouble(task -> arrival(task) + least[type(task)])
        .max()
        .orElse(0);
  }

  /** What an execution of a task type in a mode comes to. */
  @FunctionalInterface
  public interface OfMode {
    double of(int taskType, int mode);
  }

  /** A value of task type i in mode m at {@code i modes + m}. */
  public double[] cells(OfMode value) {
    return IntStream.range(0, taskTypes() * modes())
        .mapToDouble(cell -> value.of(cell / modes(), cell % modes()))
        .toArray();
  }

  /**
   * What a task of each type comes to in the mode that is best or worst for it.
   *
   * @param pick the better or the worse of two, such as {@link Math#max}
   */
  public double[] ofTypes(OfMode value, DoubleBinaryOperator pick) {
    double[] each = new double[taskTypes()];
    Arrays.setAll(
        each,
        type ->
            Arrays.stream(placementsFor(type))
                .mapToDouble(placement -> value.of(type, modeOf(placement)))
                .reduce(pick)
                .orElse(0));
    return each;
  }

  /** What all tasks come to, each as {@link #ofTypes} has it for its type. */
  public double sumOfTasks(OfMode value, DoubleBinaryOperator pick) {
    double[] each = ofTypes(value, pick);
    double sum = 0;
    for (int type : types) {
      sum += each[type];
    }
    return sum;
  }

  /** What tasks would be worth in all if each was completed as it arrives, none less than 0. */
  public double greatestUtility() {
    double sum = 0;
    for (int task = 0; task < tasks(); task++) {
      sum += Math.max(0, utility(task).of(0));
    }
    return sum;
  }
}
