package org.espalier.simulator.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.simulator.engine.Incidents;
import org.espalier.workload.trace.TypedWorkload;

/**
 * What a live journal says of a run, apart from what its policy did. That is the tasks that
 * arrived, what is known of their execution times, and what users and machines did meanwhile.
 *
 * <p>It begins with the first start of the service after which machines, types and rules stayed the
 * same. Tasks that were there then arrive at that time, running ones too.
 *
 * @param began the start of the service that it begins with
 * @param leftOut number of entries before that, which are left out
 * @param learned the system as it was believed to be at the end
 */
public record RecordedRun(
    Journal.Began began,
    int leftOut,
    Journal.PolicyChanged last,
    HcSystem learned,
    List<RecordedTask> tasks,
    Incidents incidents) {
  /**
   * The run that a journal tells of.
   *
   * @throws IllegalArgumentException if no start of the service is in it
   */
  public static RecordedRun of(List<Journal.Entry> journal) {
    return RunReader.read(journal);
  }

  /** Number of tasks. */
  public int size() {
    return tasks.size();
  }

  /** Number of tasks that left before the journal ended; shares are of these. */
  public int counted() {
    return (int) IntStream.range(0, size()).filter(this::isCounted).count();
  }

  /** Whether a task of the workload left before the journal ended. */
  boolean isCounted(int task) {
    return tasks.get(task).fate().isPresent();
  }

  /** Number of tasks that were on time. */
  public int onTime() {
    return (int)
        tasks.stream().filter(t -> t.fate().filter(Fate.ON_TIME::equals).isPresent()).count();
  }

  /**
   * The tasks as they arrived, with the times of those that ran to a successful end. Tasks that
   * failed, or were stopped, have none: they would have taken others.
   */
  public TypedWorkload recorded() {
    Map<Integer, RecordedTime> times = new HashMap<>();
    for (RecordedTask task : tasks) {
      task.ran()
          .filter(ran -> ran.whole() && !task.fate().equals(Optional.of(Fate.FAILED)))
          .ifPresent(ran ->
              times.put(
                  task.task().id(),
                  new RecordedTime(
                      ran.ticks(),
                      learned.machineTypes().get(ran.machineType()).name(),
                      ran.pState())));
    }
    Workload arrived = workload();
    return TypedWorkload.of(new Workload(arrived.name(), arrived.tasks(), times), learned);
  }

  /** The tasks as they arrived. */
  Workload workload() {
    List<Task> all = tasks.stream().map(RecordedTask::task).toList();
    return new Workload("journal", all);
  }

  RecordedTask task(int id) {
    return tasks.get(id);
  }
}
