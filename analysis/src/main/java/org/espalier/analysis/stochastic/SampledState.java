package org.espalier.analysis.stochastic;

import java.util.Arrays;

/** What {@link PercentileEvaluation} keeps of a chromosome: the runs of its machines. */
public final class SampledState {
  final SampledRun[] runs;

  SampledState(int machines, SampledRun idle) {
    runs = new SampledRun[machines];
    Arrays.fill(runs, idle);
  }
}
