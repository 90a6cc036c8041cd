package org.espalier.core.allocation;

import java.util.List;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;

/**
 * The machine queues as the decisions of a mapping event so far leave them, and what a candidate
 * would meet at their ends. It is what orders, filters, searches and checks look at; only a {@link
 * MappingSession} takes decisions.
 *
 * <p>Chances of success and expected utilities are rounded to 1e-9, expected times to 1e-4 tick, so
 * that they can be compared directly.
 */
public interface MappingState {
  /** The system. */
  HcSystem system();

  /** The rules of the resource manager. */
  AllocationRules rules();

  /** Current time in ticks. */
  long now();

  /** Number of machines. */
  int machines();

  /** The queue of a machine with the decisions taken so far. */
  MachineQueue queue(int machine);

  /**
   * Number of placements; those of machines with one P-state each are numbered as the machines are.
   */
  int placements();

  /** Index of the machine of a placement. */
  int machineOf(int placement);

  /** The placement of an id. */
  Placement placement(int id);

  /** Whether one more task fits into the queue of the machine of a placement. */
  boolean hasRoom(int placement);

  /** Whether a candidate can run on the machine of a placement at all. */
  boolean canRun(Candidate candidate, int placement);

  /**
   * Chance of success of a candidate at the end of the queue of a machine, executed in the P-state
   * of the placement.
   */
  double chanceOfSuccess(Candidate candidate, int placement);

  /**
   * A bound from above on the chance of success, for ruling pairs out. It is exact or not far
   * above, and cheaper to find than the chance.
   */
  double chanceOfSuccessAtMost(Candidate candidate, int placement);

  /**
   * Whether a candidate may have a chance of success above a level on a machine with room. No is
   * said only where that is sure for the rest of the mapping event, and cheaper than by asking
   * about each placement.
   */
  boolean chanceMayExceed(Candidate candidate, double level);

  /**
   * The expected time in ticks at which the machine has passed a candidate at the end of its queue,
   * under the dropping scope in force. It is infinite where the machine cannot run it.
   */
  double expectedCompletion(Candidate candidate, int placement);

  /**
   * A bound from below on the expected completion, exact or not far below, that is cheaper to find:
   * for ruling pairs out.
   */
  double expectedCompletionAtLeast(Candidate candidate, int placement);

  /** A bound from above on the expected completion that is cheaper to find. */
  double expectedCompletionAtMost(Candidate candidate, int placement);

  /**
   * Whether a candidate completes by its deadline on whichever machine it is put, whatever time the
   * tasks ahead of it take. No chance and no expected completion of such a one hangs on its
   * deadline.
   */
  boolean cannotBeLate(Candidate candidate);

  /**
   * What a candidate is worth at the end of the queue of a machine, executed in the P-state of the
   * placement. That is the expectation of its utility when it finishes, with nothing where it is
   * dropped or evicted; 0 where it cannot run. Rounded where the completion is not certain, but to
   * no more than it is worth at its earliest completion.
   */
  double expectedUtility(Candidate candidate, int placement);

  /**
   * Expected energy in joules that a candidate takes on a placement: its mean execution time by its
   * power there; infinite where it cannot run.
   */
  double expectedEnergy(Candidate candidate, int placement);

  /** Expected time in ticks at which the machine of a placement is free for one more task. */
  double expectedReadyTime(int placement);

  /** Mean execution time in ticks of a candidate on a placement; infinite where it cannot run. */
  double meanExecutionTime(Candidate candidate, int placement);

  /** The decisions taken so far. */
  List<Decision> decisions();
}
