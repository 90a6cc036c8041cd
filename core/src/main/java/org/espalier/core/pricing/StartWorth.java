package org.espalier.core.pricing;

import java.util.List;
import org.espalier.core.allocation.Candidate;

/** What tasks are worth where they start, at the prices of one mapping event. */
interface StartWorth {
  /** Those that wait for a start. */
  List<Candidate> waiting();

  /** What each of them is worth at a start at most; 0 or less where it should not start. */
  double[] at(Start start);

  /** The ways in which any task may take a start that is now. */
  List<Offer> offers(Start start, Candidate candidate);

  /**
   * A way in which a task may start.
   *
   * @param candidate the task, or one of its versions
   * @param gain what it may be expected to be worth
   * @param worth that less the price of what it takes
   */
  record Offer(Candidate candidate, int pState, double gain, double worth) {}
}
