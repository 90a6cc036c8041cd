package org.espalier.core.energy;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The expected energy consumption (EEC) of a task of each type on a machine of each type in each
 * P-state. That is its mean execution time (ETC) times its power (APC). The matrix also has the
 * means and extremes of times and energies over all triples that are possible (DISSERTATION 3.2.2,
 * 3.3.3). Each triple has the same weight, however many machines or tasks there are. Immutable.
 */
public final class EecMatrix {
  private final HcSystem system;

  /** [taskType][machineType][pState]; no P-states where it cannot run. */
  private final double[][][] joules;

  private final double meanTicks;
  private final double minTicks;
  private final double meanJoules;
  private final double minJoules;
  private final double maxJoules;

  /** The matrix of a system; its energies are 0 where it has no power. */
  public EecMatrix(HcSystem system) {
    this.system = system;
    double ticks = 0;
    double sum = 0;
    double leastTicks = Double.POSITIVE_INFINITY;
    double leastJoules = Double.POSITIVE_INFINITY;
    double mostJoules = 0;
    int count = 0;
    PetMatrix pet = system.pet();
    this.joules = new double[pet.taskTypes()][pet.machineTypes()][];
    for (int t = 0; t < pet.taskTypes(); t++) {
      for (int m = 0; m < pet.machineTypes(); m++) {
        joules[t][m] = new double[pet.canRun(t, m) ? pet.pStates(m) : 0];
        for (int p = 0; pet.canRun(t, m) && p < pet.pStates(m); p++) {
          double time = pet.get(t, m, p).mean();
          double energy = system.taskJoules(t, m, p, time);
          joules[t][m][p] = energy;
          ticks += time;
          sum += energy;
          leastTicks = Math.min(leastTicks, time);
          leastJoules = Math.min(leastJoules, energy);
          mostJoules = Math.max(mostJoules, energy);
          count++;
        }
      }
    }
    this.meanTicks = ticks / count;
    this.meanJoules = sum / count;
    this.minTicks = leastTicks;
    this.minJoules = leastJoules;
    this.maxJoules = mostJoules;
  }

  /** The matrix of a system: the one that was made before, if it still is. */
  public static EecMatrix of(HcSystem system, @Nullable EecMatrix before) {
    return before != null && before.system.equals(system) ? before : new EecMatrix(system);
  }

  /** The expected energy of a task where it can run, in joules. */
  public double joules(int taskType, int machineType, int pState) {
    return joules[taskType][machineType][pState];
  }

  /** The mean execution time of all triples, in ticks. */
  public double meanTicks() {
    return meanTicks;
  }

  /** The least mean execution time of a triple, in ticks. */
  public double minTicks() {
    return minTicks;
  }

  /** The mean energy of all triples, in joules. */
  public double meanJoules() {
    return meanJoules;
  }

  /** The least energy of a triple, in joules. */
  public double minJoules() {
    return minJoules;
  }

  /** The highest energy of a triple, in joules. */
  public double maxJoules() {
    return maxJoules;
  }
}
