package org.espalier.analysis.stochastic;

import java.util.Arrays;
import org.espalier.analysis.nsga2.MachineWalk;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Walks along the tasks of a machine, all samples at once. Not for several threads.
 *
 * <p><b>Inside.</b> For each task loops over the samples without branches, which the compiler turns
 * into vector instructions, find completions in units, which samples execute the task (as a mask of
 * zeros or ones, and as a factor), ready times and energies. Another loop looks up utilities, where
 * loads from tables have to be one by one. Sums are floats, and utilities are off by the lines of
 * {@link UtilityTables}.
 */
final class SampleWalk implements MachineWalk<SampledSums> {
  private final StaticProblem problem;
  private final SampledOutcomes samples;
  private final UtilityTables tables;
  private final int count;
  private final int[] ready;
  private final int[] times;
  private final float[] powers;
  private final int[] completion;
  private final int[] place;
  private final float[] executed;
  private final float[] within;
  private final float[] worth;
  private final float[] utility;
  private final float[] joules;

  SampleWalk(SampledOutcomes samples, UtilityTables tables) {
    this.problem = samples.problem();
    this.samples = samples;
    this.tables = tables;
    this.count = samples.count();
    this.ready = new int[count];
    this.times = new int[count];
    this.powers = new float[count];
    this.completion = new int[count];
    this.place = new int[count];
    this.executed = new float[count];
    this.within = new float[count];
    this.worth = new float[count];
    this.utility = new float[count];
    this.joules = new float[count];
  }

  @Override
  public void begin() {
    Arrays.fill(ready, 0);
    Arrays.fill(utility, 0);
    Arrays.fill(joules, 0);
  }

  @Override
  public void begin(SampledSums from) {
    System.arraycopy(from.ready(), 0, ready, 0, count);
    System.arraycopy(from.utility(), 0, utility, 0, count);
    System.arraycopy(from.joules(), 0, joules, 0, count);
  }

  @Override
  public SampledSums state() {
    return new SampledSums(ready.clone(), utility.clone(), joules.clone());
  }

  /** Executes one more task; false if no sample executes it. */
  @Override
  public boolean execute(int task, int mode) {
    int type = problem.type(task);
    byte[] shares = samples.shares(task);
    pick(samples.times(type, mode), shares, times);
    complete(ready, times, completion, samples.arrival(task));
    int latest = samples.latest(task);
    if (earliest(completion) > latest) {
      return false;
    }
    advance(ready, completion, executed, latest);
    pick(samples.powers(type, mode), shares, powers);
    spend(joules, executed, times, powers);
    int table = tables.table(task);
    locate(completion, place, within, tables.origin(task), tables.end(table), tables.bits(table));
    lookUp(task, tables.lines(table));
    earn(utility, executed, worth);
    return true;
  }

  /** Counts in which samples the last task was executed, if it was in any. */
  void countExecuted(double[] counts) {
    for (int n = 0; n < count; n++) {
      counts[n] += executed[n];
    }
  }

  private static void pick(int[] times, byte[] shares, int[] picked) {
    for (int n = 0; n < picked.length; n++) {
      picked[n] = times[shares[n]];
    }
  }

  private static void pick(float[] powers, byte[] shares, float[] picked) {
    int count = picked.length;
    for (int n = 0; n < count; n++) {
      picked[n] = powers[shares[count + n]];
    }
  }

  private static void complete(int[] ready, int[] times, int[] completion, int arrival) {
    for (int n = 0; n < completion.length; n++) {
      completion[n] = Math.max(ready[n], arrival) + times[n];
    }
  }

  private static int earliest(int[] completion) {
    int earliest = Integer.MAX_VALUE;
    for (int n = 0; n < completion.length; n++) {
      earliest = Math.min(earliest, completion[n]);
    }
    return earliest;
  }

  /** A completion that is too late leaves the ready time as it is. */
  private static void advance(int[] ready, int[] completion, float[] executed, int latest) {
    for (int n = 0; n < ready.length; n++) {
      int tooLate = (latest - completion[n]) >> (Integer.SIZE - 1);
      executed[n] = 1 + tooLate;
      ready[n] = completion[n] ^ ((completion[n] ^ ready[n]) & tooLate);
    }
  }

  private static void spend(float[] joules, float[] executed, int[] times, float[] powers) {
    for (int n = 0; n < joules.length; n++) {
      joules[n] += executed[n] * times[n] * powers[n];
    }
  }

  private static void earn(float[] utility, float[] executed, float[] worth) {
    for (int n = 0; n < utility.length; n++) {
      utility[n] += executed[n] * worth[n];
    }
  }

  /** The cell of each completion and where in it, from 0 to 1. */
  private static void locate(
      int[] completion, int[] place, float[] within, int origin, int end, int bits) {
    int inside = (1 << bits) - 1;
    float share = 1f / (1 << bits);
    for (int n = 0; n < completion.length; n++) {
      int units = Math.min(end, Math.max(0, completion[n] - origin));
      place[n] = (units >> bits) << 1;
      within[n] = (units & inside) * share;
    }
  }

  private void lookUp(int task, float[] lines) {
    for (int n = 0; n < count; n++) {
      int at = place[n];
      float value = lines[at] + lines[at + 1] * within[n];
      if (Float.isNaN(value)) {
        value = executed[n] == 0 ? 0 : (float) samples.utility(task, completion[n]);
      }
      worth[n] = value;
    }
  }
}
