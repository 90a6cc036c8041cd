package org.espalier.profiler.statistics;

import java.util.Arrays;
import org.espalier.report.statistics.MeanInterval;

/**
 * The mean of runs that followed one another, with a 95 % interval that knows that neighbours are
 * alike. Where a machine is faster for a while and then slower, runs of the same while say little
 * more than one run, and Student's interval of all is too narrow. So the runs are also cut into
 * four blocks in their order, and the interval is the wider one of Student's of the runs and
 * Student's of the means of the blocks (the method of batch means). It cannot know of changes that
 * are slower than all the runs took.
 */
public final class RunMean {
  private static final int BLOCKS = 4;

  /** Blocks of fewer say nothing beyond their runs. */
  private static final int LEAST_IN_BLOCK = 2;

  private RunMean() {}

  /** The mean and interval of values in the order of the runs. */
  public static MeanInterval of(double... values) {
    MeanInterval ofRuns = MeanInterval.of(values);
    if (values.length < BLOCKS * LEAST_IN_BLOCK) {
      return ofRuns;
    }
    double ofBlocks = MeanInterval.of(blockMeans(values)).halfWidth();
    double half = Math.max(ofRuns.halfWidth(), ofBlocks);
    return new MeanInterval(ofRuns.count(), ofRuns.mean(), half);
  }

  private static double[] blockMeans(double[] values) {
    double[] means = new double[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      int from = block * values.length / BLOCKS;
      int to = (block + 1) * values.length / BLOCKS;
      means[block] = Arrays.stream(values, from, to).average().orElseThrow();
    }
    return means;
  }
}
