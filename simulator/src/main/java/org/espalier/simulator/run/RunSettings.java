package org.espalier.simulator.run;

import java.util.function.LongSupplier;
import org.espalier.core.model.Arguments;

/**
 * How an experiment is run; nothing of it changes the results.
 *
 * @param threads threads that run trials
 * @param nanoClock clock by which the time of decisions is taken, in nanoseconds
 * @param progress hears how far it is
 */
public record RunSettings(int threads, LongSupplier nanoClock, ExperimentProgress progress) {
  public RunSettings {
    Arguments.refuse(threads < 1, "threads is %s; expected at least 1", threads);
  }
}
