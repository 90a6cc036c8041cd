package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.AssertionMode;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.ExecutionBackend;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.Oversubscription;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Run;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource manager with the book of tasks, the journal and the back end around it. What it is
 * told it does in memory, and collects in a {@link Step} what is to be made durable and what is to
 * be done after that. Used by one thread.
 */
final class Operations {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
  static final String POLICY_FACT = "policy";
  static final String TOTALS_FACT = "totals";
  static final String LEARNING_FACT = "learning";
  static final String ENERGY_FACT = "energy";
  private static final String CONDITION_FACT = "machine.";
  private static final String DRAINED = "drained";

  private final SchedulerSettings settings;
  private final Admission admission;
  private final Backend backend;
  private final LaunchListener listener;
  private final Learning learning;
  private final ResourceManager manager;
  private final TaskBook book = new TaskBook();
  private final Totals totals;
  private final String[] conditions;
  private final Map<Integer, LaunchEnd> ends = new HashMap<>();
  private final List<Integer> assigned = new ArrayList<>();
  private final EnergyMeter energy;
  private AllocationPolicy decider;
  private Optional<Oversubscription> peak = Optional.empty();
  private String policy;
  private int nextTask;
  private long sequence;
  private boolean held;
  private boolean explains;
  private Step step = new Step();

  Operations(
      SchedulerSettings settings,
      Timeline timeline,
      Backend backend,
      LaunchListener listener,
      Learning learning,
      long now,
      Store.Resumption resumption) {
    this.settings = settings;
    this.listener = listener;
    this.admission = new Admission(settings, timeline);
    this.backend = backend;
    this.learning = learning;
    this.policy = firstPolicy(settings, resumption);
    this.nextTask = resumption.nextTask();
    this.sequence = resumption.lastSequence();
    this.totals = Totals.of(resumption.facts().getOrDefault(TOTALS_FACT, ""));
    this.conditions = conditions(settings.system(), resumption);
    this.decider = settings.policies().create(policy);
    this.manager =
        new ResourceManager(
            settings.system(),
            settings.rules(),
            decider,
            new Commander(),
            new Clerk(),
            AssertionMode.OFF);
    String used = resumption.facts().getOrDefault(ENERGY_FACT, "");
    this.energy = new EnergyMeter(manager, used, now);
  }

  private static String firstPolicy(SchedulerSettings settings, Store.Resumption resumption) {
    String last = resumption.facts().getOrDefault(POLICY_FACT, settings.policy());
    return settings.policies().names().contains(last) ? last : settings.policy();
  }

  private static String[] conditions(HcSystem system, Store.Resumption resumption) {
    String[] conditions = new String[system.machines().size()];
    for (Machine machine : system.machines()) {
      conditions[machine.id()] =
          resumption.facts().getOrDefault(CONDITION_FACT + machine.name(), "");
    }
    return conditions;
  }

  /**
   * Goes on where an earlier process stopped, or a step that failed began.
   *
   * @return what was running; to be looked for by the back end of another process
   */
  List<Launch> begin(long now, Store.Resumption resumption) {
    List<Task> waiting = new ArrayList<>();
    List<Journal.Running> running = new ArrayList<>();
    List<Launch> launches = new ArrayList<>();
    for (LiveTask task : resumption.unfinished()) {
      book.put(task);
      Optional<Machine> machine = task.run().filter(Run::hasStarted).flatMap(this::machineOf);
      if (!admission.knows(task.submission().type())) {
        end(task, now, Fate.FAILED, "its task type is no longer configured");
      } else if (machine.isPresent()) {
        running.add(
            new Journal.Running(
                machine.get().id(), coreTask(task), task.run().orElseThrow().start()));
        launches.add(adopted(task));
      } else if (task.run().filter(Run::hasStarted).isPresent()
          && !settings.commands().mayRetry(task.submission().type())) {
        end(task, now, Fate.FAILED, "its machine is no longer configured");
      } else {
        change(task.returned());
        waiting.add(coreTask(task));
      }
    }
    manager.takeOver(now, waiting, running);
    record(
        new Journal.Began(
            now,
            manager.system(),
            settings.rules(),
            policy,
            settings.policies().settings(),
            waiting,
            running));
    for (Machine machine : settings.system().machines()) {
      if (!conditions[machine.id()].isEmpty()) {
        manager.machineChanged(now, machine.id(), false);
      }
    }
    energy.advance(now);
    return launches;
  }

  private Optional<Machine> machineOf(Run run) {
    return settings.system().machines().stream()
        .filter(machine -> machine.name().equals(run.machine()))
        .findFirst();
  }

  private Task coreTask(LiveTask task) {
    long deadline = Math.max(task.deadline(), task.arrival());
    return new Task(task.id(), admission.type(task.submission()), task.arrival(), deadline);
  }

  /**
   * The launch of a task that has started.
   *
   * @throws IllegalArgumentException if no command can be made of its parameters any more, because
   *     the configuration or the files it names have changed since it was accepted
   */
  private Launch launch(LiveTask task) {
    return launch(task, settings.commands().command(task.submission()));
  }

  private Launch launch(LiveTask task, List<String> command) {
    return new Launch(
        new LaunchId(task.id(), task.attempts()),
        task.run().orElseThrow().machine(),
        command,
        settings.commands().keepsOutput(task.submission().type()));
  }

  /** The launch of an earlier process; its command is of no interest any more. */
  private Launch adopted(LiveTask task) {
    return launch(task, List.of("adopted"));
  }

  /** Ends a task that the resource manager does not know. */
  private void end(LiveTask task, long now, Fate fate, String detail) {
    change(task.ended(new Ending(now, fate, OptionalInt.empty(), detail)));
    totals.add(fate);
    step.fact(TOTALS_FACT, totals.state());
  }

  Admission admission() {
    return admission;
  }

  /** Accepts the requests that were not accepted before. */
  List<Accepted> submit(long now, List<TaskRequest> requests, Map<String, LiveTask> known) {
    Map<String, TaskRequest> firsts = Admission.byKey(requests);
    admission.checkRoom(manager.unmapped(), Admission.fresh(requests, known));
    checkRepetitions(requests, known, firsts);
    Map<String, LiveTask> byKey = new HashMap<>(known);
    List<Accepted> accepted = new ArrayList<>();
    for (TaskRequest request : requests) {
      LiveTask before = Admission.key(request).map(byKey::get).orElse(null);
      if (before != null) {
        accepted.add(Admission.repeated(request, before));
      } else {
        LiveTask task = accept(now, request);
        Admission.key(request).ifPresent(key -> byKey.put(key, task));
        accepted.add(new Accepted(task, false));
      }
    }
    return accepted;
  }

  /** Refuses all if one is another request under a key that was used, before anything is done. */
  private static void checkRepetitions(
      List<TaskRequest> requests, Map<String, LiveTask> known, Map<String, TaskRequest> firsts) {
    for (TaskRequest request : requests) {
      Admission.key(request)
          .ifPresent(key -> {
            LiveTask before = known.get(key);
            TaskRequest first = firsts.get(key);
            if (before != null) {
              Admission.repeated(request, before);
            } else if (first != null) {
              Admission.repeated(request, LiveTask.queued(-1, first.submission(), 0, 0));
            }
          });
    }
  }

  private LiveTask accept(long now, TaskRequest request) {
    long deadline = admission.deadline(request, now);
    LiveTask task = LiveTask.queued(nextTask++, request.submission(), now, deadline);
    change(task);
    manager.taskArrived(now, coreTask(task));
    return task;
  }

  /** Takes a task back. */
  LiveTask cancel(long now, int id) {
    if (!manager.taskCancelled(now, id)) {
      throw new Refusal(Reason.CONFLICT, "task %d has left already".formatted(id));
    }
    return last(id);
  }

  /** A task that the present step has changed last. */
  private LiveTask last(int id) {
    return step.find(id).orElseGet(() -> book.get(id));
  }

  /** A machine takes tasks, or takes no more. */
  void setAvailable(long now, Machine machine, boolean available) {
    if (available != conditions[machine.id()].isEmpty()) {
      setCondition(now, machine.id(), available ? "" : DRAINED);
    }
  }

  private void setCondition(long now, int machine, String condition) {
    conditions[machine] = condition;
    String name = settings.system().machines().get(machine).name();
    step.fact(CONDITION_FACT + name, condition);
    manager.machineChanged(now, machine, condition.isEmpty());
  }

  /** In words: "ready", "draining", "drained" or "failed: ...". */
  String condition(int machine) {
    String condition = conditions[machine];
    if (condition.isEmpty()) {
      return "ready";
    }
    return condition.equals(DRAINED) && manager.queue(machine).isBusy() ? "draining" : condition;
  }

  /** Another policy decides from now on. */
  void switchPolicy(long now, String name) {
    AllocationPolicy other = settings.policies().create(name);
    manager.policyChanged(now, other, settings.policies().settings());
    policy = name;
    decider = other;
    peak = Optional.empty();
    step.fact(POLICY_FACT, name);
  }

  String policy() {
    return policy;
  }

  /** The highest oversubscription since this was last called; a level may last for one event. */
  Optional<Oversubscription> takeOversubscription() {
    Optional<Oversubscription> taken = peak.or(decider::oversubscription);
    peak = Optional.empty();
    return taken;
  }

  /** Energy used while the service ran. */
  OptionalDouble energyJoules() {
    return energy.joules();
  }

  /** A launch is over. One whose task has left, or runs again, is of no interest any more. */
  void ended(long now, LaunchEnd end) {
    Optional<LiveTask> task =
        book.find(end.id().task())
            .filter(t -> t.attempts() == end.id().attempt())
            .filter(t -> t.run().map(Run::hasStarted).orElse(false));
    if (task.isPresent()) {
      ends.put(end.id().task(), end);
      ended(now, task.get(), machineOf(task.get().run().orElseThrow()).orElseThrow(), end);
      ends.remove(end.id().task());
    }
  }

  private void ended(long now, LiveTask task, Machine machine, LaunchEnd end) {
    switch (end.kind()) {
      case EXITED -> exited(now, task, machine, end);
      case STOPPED -> manager.taskFailed(now, machine.id());
      case NEVER_BEGAN -> manager.taskLost(now, machine.id());
      case UNRUNNABLE -> manager.taskFailed(now, machine.id());
      case MACHINE_FAILED -> {
        manager.taskLost(now, machine.id());
        setCondition(now, machine.id(), "failed: " + end.detail());
      }
      case LOST -> {
        if (settings.commands().mayRetry(task.submission().type())) {
          manager.taskLost(now, machine.id());
        } else {
          manager.taskFailed(now, machine.id());
        }
      }
    }
  }

  private void exited(long now, LiveTask task, Machine machine, LaunchEnd end) {
    if (end.exitCode() != 0) {
      manager.taskFailed(now, machine.id());
      return;
    }
    manager.taskFinished(now, machine.id());
    long ticks = Math.round(end.milliseconds() * 1e6 / settings.system().tick().toNanos());
    learning.completed(admission.type(task.submission()), machine.type().id(), ticks);
  }

  /** All that happened at this instant has been told. */
  void settle(long now) {
    for (Learning.Update update : learning.updates(now)) {
      manager.learned(now, update.taskType(), update.machineType(), update.executionTime());
    }
    if (learning.isWorthKeeping()) {
      step.fact(LEARNING_FACT, learning.state());
    }
    held = false;
    manager.settle(now);
    assigned.forEach(this::notePrediction);
    assigned.clear();
    if (held) {
      peak = decider.oversubscription().map(view -> peak.map(view::peak).orElse(view));
    }
    energy.advance(now);
    if (!step.changesNothing() || energy.isLongUnsaved()) {
      step.fact(ENERGY_FACT, energy.state());
    }
  }

  /** Whether the last {@link #settle} held a mapping event. */
  boolean heldEvent() {
    return held;
  }

  /**
   * The chance of success with which a task was mapped, as its queue stands after all decisions.
   */
  private void notePrediction(int id) {
    Optional<LiveTask> found = book.find(id).filter(task -> task.run().isPresent());
    if (found.isPresent()) {
      Run run = found.get().run().orElseThrow();
      MachineQueue queue = manager.queue(machineOf(run).orElseThrow().id());
      for (int i = 0; i < queue.size(); i++) {
        if (queue.task(i).id() == id) {
          change(found.get().predicted(queue.chanceOfSuccess(i)));
        }
      }
    }
  }

  long nextWakeUp() {
    return manager.nextWakeUp();
  }

  ResourceManager manager() {
    return manager;
  }

  TaskBook book() {
    return book;
  }

  Totals totals() {
    return totals;
  }

  Learning learning() {
    return learning;
  }

  long sequence() {
    return sequence;
  }

  /** Whether deferrals are to be explained at the next mapping event. */
  void explain(boolean wanted) {
    explains = wanted;
  }

  /** What has changed since this was last called. */
  Step takeStep() {
    Step taken = step;
    step = new Step();
    return taken;
  }

  private void change(LiveTask task) {
    book.put(task);
    step.task(task);
  }

  private void record(Journal.Entry entry) {
    step.journal(++sequence, entry);
  }

  /** Keeps the journal, and the book in step with it. */
  private final class Clerk implements Journal {
    @Override
    public void record(Entry entry) {
      if (entry instanceof Decided decided && decided.decision() instanceof Decision.Defer) {
        return;
      }
      Operations.this.record(entry);
      switch (entry) {
        case Decided decided -> decided(decided.decision());
        case Started e -> change(book.get(e.task().id()).started(e.time()));
        case Returned e -> change(book.get(e.task().id()).returned());
        case Left left -> left(left.departure());
        case EventHeld e -> held = true;
        default -> {}
      }
    }

    @Override
    public boolean wantsDeferrals() {
      return explains;
    }

    private void decided(Decision decision) {
      if (decision instanceof Decision.Assign assign) {
        String machine = settings.system().machines().get(assign.machine()).name();
        change(book.get(assign.task().id()).assigned(machine, Double.NaN));
        assigned.add(assign.task().id());
      }
    }

    private void left(Departure departure) {
      LiveTask task = book.get(departure.task().id());
      LaunchEnd end = ends.get(task.id());
      OptionalInt exitCode =
          end != null && end.kind() == LaunchEnd.Kind.EXITED
              ? OptionalInt.of(end.exitCode())
              : OptionalInt.empty();
      String detail = end == null ? "" : end.detail();
      change(task.ended(new Ending(departure.time(), departure.fate(), exitCode, detail)));
      totals.add(departure.fate());
      step.fact(TOTALS_FACT, totals.state());
      task.run().ifPresent(run -> judge(run, departure.fate()));
    }

    private void judge(Run run, Fate fate) {
      if (!Double.isNaN(run.chance()) && fate != Fate.CANCELLED && fate != Fate.FAILED) {
        learning.judged(run.chance(), fate == Fate.ON_TIME);
      }
    }
  }

  /** Starts and stops commands, once it is durable that they are to be. */
  private final class Commander implements ExecutionBackend {
    @Override
    public void start(long now, Machine machine, Task task) {
      LiveTask started = book.get(task.id());
      try {
        Launch launch = Operations.this.launch(started);
        step.effect(() -> launch(launch));
      } catch (IllegalArgumentException e) {
        LaunchId id = new LaunchId(started.id(), started.attempts());
        String detail = String.valueOf(e.getMessage());
        LaunchEnd end = new LaunchEnd(id, LaunchEnd.Kind.UNRUNNABLE, -1, 0, detail);
        step.effect(() -> listener.ended(end));
      }
    }

    /** Whatever goes wrong here, the end of the launch is told. */
    private void launch(Launch launch) {
      try {
        backend.launch(launch);
      } catch (RuntimeException e) {
        LOG.error("the launch {} failed", launch.id(), e);
        String detail = String.valueOf(e.getMessage());
        listener.ended(new LaunchEnd(launch.id(), LaunchEnd.Kind.MACHINE_FAILED, -1, 0, detail));
      }
    }

    @Override
    public void evict(long now, Machine machine, Task task) {
      LaunchId id = new LaunchId(task.id(), book.get(task.id()).attempts());
      step.effect(() -> backend.stop(id));
    }
  }
}
