package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.budget.Tariff;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Overview.QueuedTask;
import org.espalier.service.live.Rehearsal;
import org.espalier.service.live.Run;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.Waiting;
import org.espalier.service.live.Waiting.Prospect;

/**
 * Looks at queues between two steps: who waits where, why, and with which chance. Used by the
 * scheduler's thread.
 *
 * <p>Where there are more than {@link Overview#ALL_SHOWN} machines, the chances of a task of the
 * batch queue are looked at on a few machines of each type: those that are expected to be ready
 * first.
 */
record QueueViews(
    Operations operations, ResourceManager manager, HcSystem system, MachineBoard board) {
  /** How many machines of each type are looked at where there are too many. */
  private static final int OF_EACH_TYPE = 3;

  private static final MachineQuery WORTH_A_LOOK = MachineQuery.attention(10, Overview.FEW_TASKS);

  static QueueViews of(Operations operations, MachineBoard board) {
    ResourceManager manager = operations.manager();
    return new QueueViews(operations, manager, manager.system(), board);
  }

  /** Puts up what has changed since this was last done. */
  void renewBoard() {
    board.believe(system);
    operations.workings().changedMachines().take(m -> board.put(m, machine(m, 0)));
  }

  /**
   * Some machines with what is in their queues.
   *
   * @param tasks for how many tasks from the head of each queue the chance is computed
   */
  List<MachineState> machines(int tasks, int... machines) {
    return Arrays.stream(machines).mapToObj(m -> machine(m, tasks)).toList();
  }

  /** All machines if they are few, else those that are most worth a look. */
  List<MachineState> machinesShown(long now) {
    return isFew()
        ? machines(Integer.MAX_VALUE, all())
        : machines(
            Overview.FEW_TASKS,
            Arrays.stream(board.find(WORTH_A_LOOK, now)).limit(WORTH_A_LOOK.limit()).toArray());
  }

  private boolean isFew() {
    return system.machines().size() <= Overview.ALL_SHOWN;
  }

  private int[] all() {
    return IntStream.range(0, system.machines().size()).toArray();
  }

  private MachineState machine(int machine, int chances) {
    MachineQueue queue = manager.queue(machine);
    List<QueuedTask> tasks = new ArrayList<>();
    for (int i = 0; i < queue.size(); i++) {
      Task task = queue.task(i);
      long start = i < queue.firstPending() ? queue.start() : Run.NOT_STARTED;
      double chance = i < chances ? queue.chanceOfSuccess(i) : Double.NaN;
      tasks.add(queued(task, start, queue.executionTimeAt(i).mean(), chance));
    }
    Machine place = queue.machine();
    return new MachineState(
        place.name(),
        place.type().name(),
        queue.isAvailable() && operations.presence().absence(place).isEmpty(),
        operations.condition(machine),
        queue.isBusy(),
        tasks,
        capacity());
  }

  private QueuedTask queued(Task task, long start, double mean, double chance) {
    String type = system.taskTypes().get(task.type()).name();
    return new QueuedTask(
        operations.ledger().of(task).id(),
        type,
        task.arrival(),
        task.deadline(),
        start,
        mean,
        chance);
  }

  private int capacity() {
    TaskManagement management = manager.rules().management();
    return management.isBounded() ? management.capacity() : MachineState.UNBOUNDED;
  }

  /** The queues at whose ends the chances of tasks of the batch queue are looked at, as of now. */
  private List<MachineQueue> queuesLookedAt() {
    int[] machines = isFew() ? all() : board.readyFirst(OF_EACH_TYPE);
    return Arrays.stream(machines)
        .mapToObj(m -> manager.queue(m).seenAt(operations.now()))
        .toList();
  }

  /** The first tasks of the batch queue, each with its best chance. */
  List<QueuedTask> batch() {
    List<MachineQueue> queues = queuesLookedAt();
    List<QueuedTask> tasks = new ArrayList<>();
    for (Task task : manager.waiting(isFew() ? Overview.SHOWN : Overview.FEWER_SHOWN)) {
      double best = queues.stream().mapToDouble(queue -> chance(task, queue)).max().orElse(0);
      tasks.add(queued(task, Run.NOT_STARTED, Double.NaN, best));
    }
    return tasks;
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

  private int index(long id) {
    return operations.ledger().ids().index(id);
  }

  /** Why a task waits, empty if it does not. */
  Optional<Waiting> waiting(long id) {
    if (operations.ledger().tasks().find(id).filter(LiveTask::isAside).isPresent()) {
      return Optional.of(new Waiting(WaitReasons.RESTORED, List.of(), 0));
    }
    if (operations.strays().has(id)) {
      return operations.strays().reasonOfWaiting(id).map(why -> new Waiting(why, List.of(), 0));
    }
    Optional<Task> unmapped = manager.findWaiting(index(id));
    Optional<Task> held =
        manager.live().held().stream()
            .map(Journal.Held::task)
            .filter(task -> task.id() == index(id))
            .findFirst();
    if (held.isPresent()) {
      return held.map(task -> unmapped(task, WaitReasons.BEFORE_RETRY));
    }
    return unmapped.isPresent()
        ? unmapped.map(this::inBatch)
        : place(id).filter(p -> p.index() >= p.queue().firstPending()).map(this::inQueue);
  }

  /** How a mapped task stands on its machine; empty if it is not mapped. */
  Optional<Prospect> standing(long id) {
    return place(id).map(this::prospect);
  }

  /** A task in a machine queue, at an index from its head. */
  private record Place(MachineQueue queue, int index) {}

  private Optional<Place> place(long id) {
    return operations
        .ledger()
        .tasks()
        .find(id)
        .flatMap(task -> task.run())
        .flatMap(run -> system.findMachine(run.machine()))
        .flatMap(machine -> place(index(id), manager.queue(machine.id())));
  }

  private static Optional<Place> place(int index, MachineQueue queue) {
    return IntStream.range(0, queue.size())
        .filter(i -> queue.task(i).id() == index)
        .mapToObj(i -> new Place(queue, i))
        .findFirst();
  }

  private Prospect prospect(Place place) {
    MachineQueue queue = place.queue().seenAt(operations.now());
    double mean = queue.executionTimeAt(place.index()).mean();
    boolean runs = place.index() < queue.firstPending();
    double completion =
        runs
            ? Math.max(operations.now(), queue.start() + mean)
            : queue.readyTime(place.index()).mean() + mean;
    return new Prospect(
        queue.machine().name(),
        true,
        queue.hasRoom(),
        queue.chanceOfSuccess(place.index()),
        completion);
  }

  /** What requests would be if they were submitted now. */
  List<Rehearsal> rehearse(List<TaskRequest> requests) {
    operations.workings().admission().checkRoom(manager.unmapped(), requests.size());
    operations
        .breakers()
        .check(operations.now(), requests.stream().map(r -> r.submission().type()).toList());
    requests.stream()
        .limit(1)
        .flatMap(request -> request.submission().user().stream())
        .flatMap(
            user -> operations.ledger().refusal(operations.now(), user, requests.size()).stream())
        .forEach(refusal -> {
          throw refusal;
        });
    return requests.stream().map(this::rehearse).toList();
  }

  private Rehearsal rehearse(TaskRequest request) {
    long now = operations.now();
    long deadline = operations.workings().admission().deadline(request, now);
    LiveTask task =
        LiveTask.queued(operations.ledger().ids().oldest(), request.submission(), now, deadline);
    List<Prospect> prospects = prospects(operations.workings().admission().coreTask(task));
    return new Rehearsal(request.submission(), deadline, prospects, leftOut(prospects));
  }

  private int leftOut(List<Prospect> prospects) {
    return system.machines().size() - prospects.size();
  }

  private Waiting inBatch(Task task) {
    Optional<EnergyStanding> energy = operations.energyAtLastEvent();
    Tariff tariff = operations.workings().settings().policies().energy().tariff();
    WaitReasons reasons = new WaitReasons(manager, tariff, operations.now());
    return unmapped(task, reasons.inBatch(task.type(), energy));
  }

  private Waiting unmapped(Task task, String reason) {
    List<Prospect> prospects = prospects(task);
    return new Waiting(reason, prospects, leftOut(prospects));
  }

  private List<Prospect> prospects(Task task) {
    return queuesLookedAt().stream()
        .map(queue ->
            new Prospect(
                queue.machine().name(),
                queue.canRun(task.type()),
                queue.hasRoom(),
                chance(task, queue),
                completion(task, queue)))
        .toList();
  }

  private static double completion(Task task, MachineQueue queue) {
    return queue.canRun(task.type())
        ? queue.tail().mean() + queue.executionTime(task.type(), 0).mean()
        : Double.NaN;
  }

  private Waiting inQueue(Place place) {
    String reason =
        "%s of the tasks before it on machine %s are not finished"
            .formatted(place.index(), place.queue().machine().name());
    return new Waiting(reason, List.of(prospect(place)), 0);
  }
}
