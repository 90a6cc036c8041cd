package org.espalier.simulator.explanation;

import java.util.List;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.model.Task;

/**
 * Something that happened to a task, or for it. Chances on machines are known only where the policy
 * was watched as it decided.
 */
public sealed interface Moment {
  /** When, in ticks. */
  long time();

  /** It arrived. */
  record Arrived(long time) implements Moment {}

  /**
   * A mapping event left it in the batch queue without a word.
   *
   * @param chances its chance on each machine after all decisions of the event; may be empty
   */
  record PassedOver(long time, List<MachineChance> chances) implements Moment {}

  /**
   * It was deferred: a filter refused the machine that was considered for it.
   *
   * @param filter name of the filter
   * @param chances its chance on each machine; may be empty
   */
  record Deferred(long time, int machine, String filter, Basis basis, List<MachineChance> chances)
      implements Moment {}

  /**
   * It was mapped to a machine.
   *
   * @param ahead the tasks before it in the queue, the running one included
   * @param chances its chance on each machine before it was mapped; may be empty
   */
  record Assigned(
      long time, int machine, Basis basis, List<Task> ahead, List<MachineChance> chances)
      implements Moment {}

  /**
   * A task ahead of it was dropped.
   *
   * @param decision the drop or eviction of that task
   * @param before its own chance on that machine before; NaN if not known
   * @param after its own chance on that machine after; NaN if not known
   */
  record MadeRoom(long time, Decision decision, double before, double after) implements Moment {}

  /**
   * The policy dropped, evicted or discarded it.
   *
   * @param behind the tasks behind it in the queue
   */
  record Pruned(long time, Decision decision, List<Task> behind) implements Moment {}

  /** It began to execute. */
  record Started(long time, int machine) implements Moment {}

  /**
   * A live service began, again perhaps, and found it in the system.
   *
   * @param machine the machine that was executing it, or -1 if it waited
   */
  record Found(long time, int machine) implements Moment {}

  /** Its execution was heard to be lost. */
  record Lost(long time, int machine) implements Moment {}

  /**
   * It had waited on its machine at first.
   *
   * @param start when it began to execute
   */
  record Executing(long time, int machine, long start) implements Moment {}

  /** It is in the batch queue again. */
  record Returned(long time, int machine) implements Moment {}

  /** It left the system. */
  record Left(Departure departure) implements Moment {
    @Override
    public long time() {
      return departure.time();
    }
  }
}
