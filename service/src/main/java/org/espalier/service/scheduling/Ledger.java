package org.espalier.service.scheduling;

import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Task;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Quotas;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;
import org.espalier.service.store.TaskIds;

/**
 * The tasks that have not left, the totals and the journal. What is entered here is noted in the
 * step under way, which makes it durable. Used by one thread.
 */
final class Ledger {
  private static final String TOTALS_FACT = "totals";
  private static final String QUOTAS_FACT = "quotas";

  private final TaskBook tasks = new TaskBook();
  private final Timeline timeline;
  private final Totals totals;
  private final Quotas quotas;
  private final TaskIds ids;
  private long sequence;
  private Step step = new Step();

  /**
   * A ledger that goes on from what is durable, without its tasks.
   *
   * @param quota what a user may have
   */
  Ledger(Store.Resumption resumption, Function<String, Quota> quota, Timeline timeline) {
    this.timeline = timeline;
    this.quotas =
        new Quotas(
            quota,
            timeline,
            tasks::all,
            resumption.facts().getOrDefault(QUOTAS_FACT, ""),
            state -> step.fact(QUOTAS_FACT, state));
    this.totals = Totals.of(resumption.facts().getOrDefault(TOTALS_FACT, Totals.NONE));
    this.sequence = resumption.lastSequence();
    this.ids = new TaskIds(resumption, state -> step.fact(TaskIds.FACT, state));
  }

  TaskBook tasks() {
    return tasks;
  }

  Totals totals() {
    return totals;
  }

  Quotas quotas() {
    return quotas;
  }

  /** Why a user may not submit some tasks now; empty if they may. */
  Optional<Refusal> refusal(long now, String user, int more) {
    return quotas.refusal(now, user, more, tasks.waiting().getOrDefault(user, 0));
  }

  /** Number of the last entry of the journal. */
  long sequence() {
    return sequence;
  }

  /** What has changed since {@link #takeStep} was last called. */
  Step step() {
    return step;
  }

  /** What has changed since this was last called. */
  Step takeStep() {
    Step taken = step;
    step = new Step();
    return taken;
  }

  TaskIds ids() {
    return ids;
  }

  /** A task that the resource manager knows. */
  LiveTask of(Task task) {
    return tasks.get(ids.oldest() + task.id());
  }

  void enter(LiveTask task) {
    tasks.put(task);
    step.task(task);
  }

  void enter(Journal.Entry entry) {
    step.journal(++sequence, entry, ids.oldest());
  }

  /** A task leaves, which is heard now. */
  void end(long now, LiveTask task, Ending ending) {
    enter(task.ended(ending));
    totals.add(task, ending, task.earned(ending, timeline));
    quotas.ended(now, task, ending);
    step.fact(TOTALS_FACT, totals.state());
  }

  /** The task that was accepted under a key, if it has not left or leaves in the present step. */
  Optional<LiveTask> byKey(String key) {
    return step.byKey(key).or(() -> tasks.byKey(key));
  }

  /** A task that the present step has changed last, which may have left by that. */
  LiveTask last(long id) {
    return step.find(id).orElseGet(() -> tasks.get(id));
  }
}
