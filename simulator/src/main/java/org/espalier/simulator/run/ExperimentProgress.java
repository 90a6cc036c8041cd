package org.espalier.simulator.run;

/** Hears how far an experiment is; one call at a time, from any thread. */
@FunctionalInterface
public interface ExperimentProgress {
  /** Tells nobody. */
  ExperimentProgress NONE = (done, total) -> {};

  /**
   * Some trials are done.
   *
   * @param done trials done so far, of all scenarios
   * @param total trials in all
   */
  void trialsDone(int done, int total);
}
