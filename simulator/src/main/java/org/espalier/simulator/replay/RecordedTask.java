package org.espalier.simulator.replay;

import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.Task;

/**
 * A task of a journal.
 *
 * @param task the task as a task of the workload
 * @param fate how it left; empty if it had not when the journal ended
 * @param ran what is known of its execution time; empty if it never ran
 */
record RecordedTask(Task task, Optional<Fate> fate, Optional<Ran> ran) {
  RecordedTask left(Fate how) {
    return new RecordedTask(task, Optional.of(how), ran);
  }

  RecordedTask ran(Ran run) {
    return new RecordedTask(task, fate, Optional.of(run));
  }
}
