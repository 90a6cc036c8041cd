package org.espalier.analysis.nsga2;

/**
 * Goes along the tasks of a machine. Not for several threads.
 *
 * @param <S> what is known of a machine
 */
public interface MachineWalk<S> {
  /** Begins with a machine that has done nothing. */
  void begin();

  /** Goes on from there. */
  void begin(S from);

  /** Executes one more task; false if it surely is not executed. */
  boolean execute(int task, int mode);

  /** What is known of the machine now. */
  S state();
}
