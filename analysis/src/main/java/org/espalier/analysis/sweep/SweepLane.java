package org.espalier.analysis.sweep;

import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;

/**
 * Some neighbouring weights, annealed one after the other, each from its own allocation so far or
 * from that of the one before, whichever is better. Hot rounds fill the front between weights, cold
 * ones make it better. For one thread.
 */
final class SweepLane {
  private static final int BLOCK = 1000;

  /** By share of what is worth having: points closer than this to others are left out. */
  private static final double APART = 5e-4;

  /** The first temperatures of rounds in turns, in the utility of a task; and the last one. */
  private static final double[] HOT = {0.01, 0.1};

  private static final double COLD = 0.002;
  private static final int FEW_TASKS = 100;

  private final double[] weights;
  private final Draft[] drafts;
  private final double utilityUnit;
  private final double utilityApart;
  private final double joulesApart;
  private final ParetoArchive<Draft> archive = new ParetoArchive<>();
  private final Annealing annealing;
  private int round;

  /**
   * A lane.
   *
   * @param weights in the order in which they are annealed
   * @param drafts an allocation for each of them
   */
  SweepLane(TaskTable table, double[] weights, Draft[] drafts, SplittableRandom random) {
    this.weights = weights;
    this.drafts = drafts;
    double most = table.problem.greatestUtility();
    utilityUnit = most / table.tasks;
    boolean few = table.tasks < FEW_TASKS;
    utilityApart = few ? 0 : APART * most;
    joulesApart = few ? 0 : APART / 2 * table.problem.sumOfTasks(table.problem::joules, Math::min);
    annealing = new Annealing(table, random, new Draft(drafts[0]));
  }

  /** What was met and not dominated. */
  ParetoArchive<Draft> archive() {
    return archive;
  }

  /**
   * Anneals every weight.
   *
   * @param steps of each weight
   * @param stop asked before each block of steps
   */
  void run(long steps, BooleanSupplier stop) {
    double hot = HOT[round++ % HOT.length];
    for (int i = 0; i < weights.length && !stop.getAsBoolean(); i++) {
      double before = begin(i);
      anneal(steps, hot, stop);
      offer(0, 0);
      if (annealing.value() > before) {
        drafts[i] = new Draft(annealing.draft());
      }
    }
  }

  /** Starts a weight from the better allocation; its value. */
  private double begin(int i) {
    Draft carried = new Draft(annealing.draft());
    annealing.weigh(weights[i]);
    double value = annealing.value();
    annealing.start(new Draft(drafts[i]));
    offer(0, 0);
    if (value > annealing.value()) {
      annealing.start(carried);
      drafts[i] = new Draft(carried);
    }
    return annealing.value();
  }

  private void anneal(long steps, double hot, BooleanSupplier stop) {
    long blocks = Math.max(1, (steps + BLOCK - 1) / BLOCK);
    double ratio = Math.pow(COLD / hot, 1.0 / blocks);
    double temperature = hot * utilityUnit;
    for (long block = 0; block < blocks && !stop.getAsBoolean(); block++) {
      for (int step = 0; step < BLOCK; step++) {
        if (annealing.step(temperature)) {
          offer(utilityApart, joulesApart);
        }
      }
      temperature *= ratio;
    }
  }

  private void offer(double utilityLess, double joulesMore) {
    double first = -annealing.utility();
    double second = annealing.joules();
    if (archive.wouldTake(first + utilityLess, second + joulesMore)) {
      archive.add(new Losses(first, second), new Draft(annealing.draft()));
    }
  }
}
