package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.TaskManagement;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Overview.QueuedTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Waiting;
import org.espalier.service.live.Waiting.Prospect;

/** Looks at queues between two steps: who waits where, why, and with which chance. */
final class QueueViews {
  private final ResourceManager manager;
  private final HcSystem system;

  QueueViews(ResourceManager manager) {
    this.manager = manager;
    this.system = manager.system();
  }

  /** The machines with what is in their queues. */
  List<MachineState> machines(Operations operations) {
    List<MachineState> states = new ArrayList<>();
    for (int m = 0; m < system.machines().size(); m++) {
      MachineQueue queue = manager.queue(m);
      List<QueuedTask> tasks = new ArrayList<>();
      for (int i = 0; i < queue.size(); i++) {
        long start = i < queue.firstPending() ? queue.start() : Run.NOT_STARTED;
        tasks.add(queued(queue.task(i), start, queue.chanceOfSuccess(i)));
      }
      states.add(
          new MachineState(
              queue.machine().name(),
              queue.machine().type().name(),
              queue.isAvailable(),
              operations.condition(m),
              queue.isBusy(),
              tasks,
              capacity()));
    }
    return states;
  }

  private int capacity() {
    TaskManagement management = manager.rules().management();
    return management.isBounded() ? management.capacity() : MachineState.UNBOUNDED;
  }

  /** The first tasks of the batch queue, each with its best chance over the machines. */
  List<QueuedTask> batch() {
    List<QueuedTask> tasks = new ArrayList<>();
    for (Task task : manager.waiting(Overview.SHOWN)) {
      double best = 0;
      for (int m = 0; m < system.machines().size(); m++) {
        best = Math.max(best, chance(task, manager.queue(m)));
      }
      tasks.add(queued(task, Run.NOT_STARTED, best));
    }
    return tasks;
  }

  private QueuedTask queued(Task task, long start, double chance) {
    String type = system.taskTypes().get(task.type()).name();
    return new QueuedTask(task.id(), type, task.arrival(), task.deadline(), start, chance);
  }

  /** Best chance of success at the end of a queue over P-states; 0 where the task cannot run. */
  private static double chance(Task task, MachineQueue queue) {
    double best = 0;
    int pStates = queue.canRun(task.type()) ? queue.machine().type().pStates().size() : 0;
    for (int p = 0; p < pStates; p++) {
      double chance =
          CompletionTimes.chanceOfSuccess(
              queue.tail(), queue.executionTime(task.type(), p), task.deadline());
      best = Math.max(best, chance);
    }
    return best;
  }

  /** Why a task waits, empty if it does not. */
  Optional<Waiting> waiting(int id) {
    Optional<Task> unmapped = manager.findWaiting(id);
    return unmapped.isPresent() ? unmapped.map(this::inBatch) : inQueue(id);
  }

  private Optional<Waiting> inQueue(int id) {
    for (int m = 0; m < system.machines().size(); m++) {
      MachineQueue queue = manager.queue(m);
      for (int i = queue.firstPending(); i < queue.size(); i++) {
        if (queue.task(i).id() == id) {
          return Optional.of(inQueue(m, i));
        }
      }
    }
    return Optional.empty();
  }

  private Waiting inBatch(Task task) {
    List<Prospect> prospects = new ArrayList<>();
    for (int m = 0; m < system.machines().size(); m++) {
      MachineQueue queue = manager.queue(m);
      prospects.add(
          new Prospect(
              queue.machine().name(),
              queue.canRun(task.type()),
              queue.hasRoom(),
              chance(task, queue)));
    }
    return new Waiting(reason(prospects), prospects);
  }

  private static String reason(List<Prospect> prospects) {
    if (prospects.stream().noneMatch(Prospect::canRun)) {
      return "no machine that takes tasks can run tasks of its type";
    }
    if (prospects.stream().noneMatch(p -> p.canRun() && p.hasRoom())) {
      return "the queues of all machines that can run it are full";
    }
    return "the policy has put it off: its chance of success is too low where there is room,"
        + " or a machine without room suits it better";
  }

  private Waiting inQueue(int machine, int position) {
    MachineQueue queue = manager.queue(machine);
    String reason =
        "%d of the tasks before it on machine %s are not finished"
            .formatted(position, queue.machine().name());
    Prospect own =
        new Prospect(
            queue.machine().name(), true, queue.hasRoom(), queue.chanceOfSuccess(position));
    return new Waiting(reason, List.of(own));
  }
}
