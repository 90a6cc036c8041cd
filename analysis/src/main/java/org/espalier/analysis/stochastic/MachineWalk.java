package org.espalier.analysis.stochastic;

/**
 * Walks along the tasks of one machine after another. Not for several threads.
 *
 * @param <T> what is known of a machine after some of its tasks; not changed once it was told
 */
interface MachineWalk<T> {
  /** Begins with a machine that has done nothing. */
  void begin();

  /** Goes on from there. */
  void begin(T from);

  /** One more task. */
  void step(int task, int mode);

  /** What is known now. */
  T state();
}
