package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.DeadlineKind;
import org.espalier.core.allocation.EnergyStanding;
import org.espalier.core.allocation.ExecutionEnd;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.Oversubscription;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.SpentEnergy;
import org.espalier.core.allocation.StopTimes;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Run;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource manager with all that belongs to it: the ledger, the back end, what is learned and
 * what is measured. What it is told it does in memory, and collects in a {@link Step} what is to be
 * made durable and what is to be done after that. Used by one thread.
 */
final class Operations {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
  private static final String POLICY_FACT = "policy";
  private static final String LEARNING_FACT = "learning";
  private static final String ENERGY_FACT = "energy";

  /** How much of what was learned a crash may lose at most. */
  private static final Duration LEARNING_INTERVAL = Duration.ofSeconds(10);

  /** Within this most commands are gone that are told to stop, and those that were killed. */
  private static final Duration USUAL_STOP = Duration.ofMillis(50);

  /** Of so many machines each can be asked at every step. */
  private static final int FEW = 64;

  /** When it comes later than this it has not only waited for its turn. */
  private static final Duration LATENESS_OF_NOTE = Duration.ofMillis(100);

  private final SchedulerSettings settings;
  private final Machines machines;
  private final Admission admission;
  private final Learning learning;
  private final LaunchReports reports;
  private final Ledger ledger;
  private final ChangedMachines changedMachines;
  private final Clerk clerk;
  private final Commander commander;
  private final MachineConditions conditions;
  private final ResourceManager manager;
  private final EnergyMeter energy;
  private final BudgetMeter budget;
  private final long learningInterval;
  private final long latenessOfNote;
  private final long longestRest;
  private final Backend backend;
  private final Stops stops;
  private final long usualStop;
  private final Duration tick;
  private AllocationPolicy decider;
  private Optional<Oversubscription> peak = Optional.empty();
  private String policy;
  private int nextTask;
  private boolean held;
  private long savedLearning;
  private long settled;

  /** When it is to look around again at the latest. */
  private long expected;

  /** What operations work with besides their settings. */
  record Surroundings(
      Timeline timeline,
      Backend backend,
      LaunchReports reports,
      Function<String, Learning> learning,
      Stops stops) {}

  Operations(
      SchedulerSettings settings, Surroundings around, long now, Store.Resumption resumption) {
    Map<String, String> facts = resumption.facts();
    this.settings = settings;
    this.machines = new Machines(settings.system());
    this.admission = new Admission(settings, around.timeline);
    this.learning = around.learning.apply(facts.getOrDefault(LEARNING_FACT, ""));
    this.reports = around.reports;
    this.backend = around.backend;
    this.stops = around.stops;
    this.usualStop = Math.max(1, around.timeline.ticks(USUAL_STOP));
    this.tick = around.timeline.tick();
    this.ledger = new Ledger(resumption);
    this.budget =
        new BudgetMeter(
            settings.system(),
            settings.policies().energy(),
            facts.getOrDefault(BudgetMeter.FACT, ""));
    this.changedMachines = new ChangedMachines(settings.system().machines().size());
    this.clerk =
        new Clerk(settings.system(), ledger, learning, around.reports, changedMachines, budget);
    this.commander =
        new Commander(
            settings.commands(),
            around.backend,
            around.reports,
            ledger,
            around.stops,
            this::endedByItself);
    this.conditions =
        new MachineConditions(settings.system(), around.timeline, ledger, now, resumption);
    this.policy = firstPolicy(settings, facts);
    this.decider = settings.policies().create(policy);
    this.nextTask = resumption.nextTask();
    this.learningInterval = around.timeline.ticks(LEARNING_INTERVAL);
    this.latenessOfNote = around.timeline.ticks(LATENESS_OF_NOTE);
    this.longestRest = around.timeline.ticks(Loop.LONGEST_SLEEP);
    this.savedLearning = now;
    this.settled = now;
    this.expected = now;
    this.manager =
        new ResourceManager(settings.system(), settings.rules(), decider, commander, clerk);
    this.energy = new EnergyMeter(manager, facts.getOrDefault(ENERGY_FACT, ""), now);
  }

  private static String firstPolicy(SchedulerSettings settings, Map<String, String> facts) {
    String last = facts.getOrDefault(POLICY_FACT, settings.policy());
    return settings.policies().names().contains(last) ? last : settings.policy();
  }

  /**
   * Goes on where an earlier process stopped, or a step that failed began.
   *
   * @return what was running; to be looked for by the back end of another process
   */
  List<Launch> begin(long now, Store.Resumption resumption) {
    Recovery recovery = new Recovery(machines, admission, settings.commands(), ledger, now);
    resumption.unfinished().forEach(recovery::sort);
    Optional<SpentEnergy> spent = budget.spent(now);
    Journal.Began began =
        new Journal.Began(
            now,
            manager.system(),
            settings.rules(),
            policy,
            settings.policies().settings(),
            recovery.waiting(),
            recovery.running(),
            spent,
            recovery.held());
    manager.takeOver(began);
    ledger.enter(began);
    for (Machine machine : settings.system().machines()) {
      if (!conditions.isReady(machine.id())) {
        manager.machineChanged(now, machine.id(), false);
      }
    }
    settings.system().machines().forEach(machine -> expectStops(now, machine));
    energy.lookAtAll(now);
    return recovery.adopted().stream().map(task -> adopted(now, task)).toList();
  }

  /** Says how long stops take on a machine, and that there is one if there is. */
  private void expectStops(long now, Machine machine) {
    backend
        .grace(machine.name())
        .map(grace -> usualStop + grace.dividedBy(tick))
        .ifPresent(most ->
            manager.stopTimes(now, machine.id(), new StopTimes(usualStop, usualStop + most)));
    noticeStop(now, machine);
  }

  /** A machine on which something is being stopped still is not free. */
  private void noticeStop(long now, Machine machine) {
    MachineQueue queue = manager.queue(machine.id());
    if (!queue.isBusy() && !queue.isClearing()) {
      stops
          .since(machine.name())
          .ifPresent(since -> manager.machineClearing(now, machine.id(), since));
    }
  }

  /** What nobody wants is being stopped on a machine. */
  void stopping(long now, LaunchId launch, String machine) {
    stops.began(launch, machine, now);
    machines.find(machine).ifPresent(found -> noticeStop(now, found));
  }

  /** What was stopped is gone. */
  void gone(long now, LaunchId launch) {
    stops
        .ended(launch)
        .filter(name -> stops.since(name).isEmpty())
        .flatMap(machines::find)
        .filter(machine -> manager.queue(machine.id()).isClearing())
        .ifPresent(machine -> manager.machineCleared(now, machine.id()));
  }

  private Launch adopted(long now, LiveTask task) {
    long ago = Math.max(0, now - task.run().orElseThrow().start());
    return commander.adopted(task, settings.system().tick().multipliedBy(ago));
  }

  /**
   * Accepts those of some requests that were not accepted before.
   *
   * @param stored what the store knows of their keys
   */
  List<Accepted> submit(long now, List<TaskRequest> requests, Map<String, LiveTask> stored) {
    Repetitions repetitions = Repetitions.of(requests, ledger, stored);
    admission.checkRoom(manager.unmapped(), repetitions.fresh());
    repetitions.check();
    List<Accepted> accepted = new ArrayList<>();
    for (TaskRequest request : requests) {
      accepted.add(repetitions.find(request).orElseGet(() -> accept(now, request, repetitions)));
    }
    return accepted;
  }

  private Accepted accept(long now, TaskRequest request, Repetitions repetitions) {
    long deadline = admission.deadline(request, now);
    LiveTask task =
        LiveTask.queued(nextTask++, request.submission(), now, deadline).due(request.due());
    ledger.enter(task);
    manager.taskArrived(now, admission.coreTask(task));
    repetitions.accepted(request, task);
    return new Accepted(task, false);
  }

  /** Takes a task back. */
  LiveTask cancel(long now, int id) {
    ledger
        .tasks()
        .find(id)
        .filter(task -> task.run().filter(Run::hasStarted).isPresent())
        .ifPresent(task -> hasEnded(now, task));
    if (!manager.taskCancelled(now, id) || ledger.last(id).state() != TaskState.CANCELLED) {
      throw new Refusal(Reason.CONFLICT, "task %d has left already".formatted(id));
    }
    return ledger.last(id);
  }

  /** A machine takes tasks, or takes no more; one that has failed is then left alone. */
  void setAvailable(long now, int machine, boolean available) {
    boolean changes = available != conditions.isReady(machine);
    changedMachines.add(machine);
    if (!available) {
      conditions.drained(machine);
    } else if (changes) {
      conditions.ready(machine);
    }
    if (changes) {
      manager.machineChanged(now, machine, available);
    }
  }

  /** The condition of a machine for people. */
  String condition(int machine) {
    MachineQueue queue = manager.queue(machine);
    return conditions.word(machine, queue.isBusy(), queue.isClearing());
  }

  /** Another policy decides from now on. */
  void switchPolicy(long now, String name) {
    AllocationPolicy other = settings.policies().create(name);
    manager.policyChanged(now, other, settings.policies().settings());
    policy = name;
    decider = other;
    peak = Optional.empty();
    ledger.step().fact(POLICY_FACT, name);
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

  /** How the energy budget of the present period stands; empty if there is none. */
  Optional<EnergyStanding> energyBudget(long now) {
    return budget.standing(now, decider);
  }

  /** The same as of the last mapping event. */
  Optional<EnergyStanding> energyAtLastEvent() {
    return decider.energy();
  }

  /** When it was told last that all has been told of a moment. */
  long now() {
    return settled;
  }

  /** A launch that had to wait has begun, as far as is known at {@code start}. */
  void executing(long now, LaunchId launch, long start) {
    reports.settled(launch);
    find(launch)
        .ifPresent(task -> {
          long started = task.run().orElseThrow().start();
          if (start > started) {
            manager.executionBegan(now, machineOf(task).id(), Math.min(start, now));
          }
        });
  }

  /** A launch is over, as far as is known since {@code time}. */
  void ended(long now, LaunchEnd end, long time) {
    find(end.id())
        .ifPresent(task -> {
          clerk.because(end, () -> ended(now, task, end, time));
          noticeStop(now, machineOf(task));
        });
    reports.settled(end.id());
    gone(now, end.id());
  }

  /**
   * Whether the command of a task is over although nobody has told yet: what ended before it was to
   * be stopped was not stopped.
   */
  private boolean hasEnded(long now, LiveTask task) {
    LaunchId launch = Commander.id(task);
    Optional<Message.Ended> known = reports.known(backend, launch);
    known.ifPresent(message -> ended(now, message.end(), message.time()));
    return known.isPresent();
  }

  private Optional<LiveTask> running(int machine) {
    return manager.queue(machine).running().map(task -> ledger.tasks().get(task.id()));
  }

  /** Its task, unless that has left, or runs again; it is of no interest any more then. */
  private Optional<LiveTask> find(LaunchId launch) {
    return ledger
        .tasks()
        .find(launch.task())
        .filter(task -> task.attempts() == launch.attempt())
        .filter(task -> task.run().map(Run::hasStarted).orElse(false));
  }

  private void ended(long now, LiveTask task, LaunchEnd end, long time) {
    Machine machine = machineOf(task);
    long over = Math.max(time, task.run().orElseThrow().start());
    switch (end.kind()) {
      case EXITED -> exited(now, task, machine, end, over);
      case STOPPED -> stopped(now, task, machine, over);
      case UNRUNNABLE -> manager.taskFailed(now, machine.id(), over);
      case NEVER_BEGAN -> manager.taskLost(now, machine.id());
      case MACHINE_FAILED -> {
        manager.taskLost(now, machine.id());
        LOG.warn("machine {} has failed: {}", machine.name(), end.detail());
        conditions.failed(machine.id(), end.detail(), now);
        manager.machineChanged(now, machine.id(), false);
      }
      case LOST -> {
        if (!isRepeated(now, task, machine, Retry.Cause.LOST)) {
          manager.taskFailed(now, machine.id());
        }
      }
    }
  }

  private Machine machineOf(LiveTask task) {
    return machines.find(task.run().orElseThrow().machine()).orElseThrow();
  }

  /** A task that is overdue was stopped for that, although nothing of it was recorded. */
  private void stopped(long now, LiveTask task, Machine machine, long over) {
    boolean isOverdue = Arrays.stream(manager.overdue(now)).anyMatch(m -> m == machine.id());
    if (isOverdue && over >= task.deadline()) {
      commander.forgotten(Commander.id(task), over);
    } else {
      manager.taskFailed(now, machine.id(), over);
    }
  }

  private void exited(long now, LiveTask task, Machine machine, LaunchEnd end, long over) {
    worked(task, machine, end);
    if (end.exitCode() == 0) {
      manager.taskFinished(now, machine.id(), over);
    } else if (!isRepeated(now, task, machine, Retry.Cause.FAILED)) {
      manager.taskFailed(now, machine.id(), over);
    }
  }

  /**
   * Gives a task that its type lets run again back to the batch queue, after its delay; not if it
   * could not start before a hard deadline then.
   */
  private boolean isRepeated(long now, LiveTask task, Machine machine, Retry.Cause cause) {
    Retry retry = settings.commands().retry(task.submission().type());
    long until = now + retry.delay().dividedBy(tick);
    boolean inTime = settings.rules().deadlines() == DeadlineKind.SOFT || until < task.deadline();
    boolean repeated = inTime && retry.allows(cause, task.retries());
    if (repeated) {
      LOG.info(
          "task {} is to run again: its execution {} {}",
          task.id(),
          task.attempts(),
          cause == Retry.Cause.FAILED ? "failed" : "was lost");
      ledger.enter(task.retried());
      ledger.step().repeat(task);
      manager.taskLost(now, machine.id(), until);
    }
    return repeated;
  }

  /** What is to be evicted has ended by itself; its task leaves as it ended. */
  private ExecutionEnd endedByItself(long now, LiveTask task, Message.Ended message) {
    LaunchEnd end = message.end();
    clerk.foresee(end);
    worked(task, machineOf(task), end);
    long over = Math.max(message.time(), task.run().orElseThrow().start());
    return new ExecutionEnd(
        over, end.exitCode() == 0 ? ExecutionEnd.How.FINISHED : ExecutionEnd.How.FAILED);
  }

  /** A machine has run a command to its end. */
  private void worked(LiveTask task, Machine machine, LaunchEnd end) {
    conditions.worked(machine.id());
    if (end.exitCode() == 0 && task.run().orElseThrow().pState() == 0) {
      long ticks = Math.round(end.milliseconds() * 1e6 / settings.system().tick().toNanos());
      learning.completed(admission.type(task.submission()), machine.type().id(), ticks);
    }
  }

  /** All that happened at this instant has been told. */
  void settle(long now) {
    hearOfEnds(now);
    tryFailedMachines(now);
    for (Learning.Update update : learning.updates(now)) {
      manager.learned(now, update.taskType(), update.machineType(), 0, update.executionTime());
    }
    if (now - savedLearning >= learningInterval) {
      saveLearning(now);
    }
    manager.settle(now);
    settled = now;
    expected = Math.min(now + longestRest, nextWakeUp());
    clerk.notePredictions(manager);
    held = clerk.takeHeld();
    if (held) {
      peak = decider.oversubscription().map(view -> peak.map(view::peak).orElse(view));
    }
    energy.advance(now, clerk.takeTouched());
    if (energy.isToBeSaved(!ledger.step().changesNothing())) {
      ledger.step().fact(ENERGY_FACT, energy.state());
    }
  }

  /**
   * Before anything is stopped, hears of what has ended: everywhere where machines are few, since a
   * policy may stop anything, or when the scheduler comes so late that much may have happened, as
   * after a pause of the process; else where it is overdue.
   */
  private void hearOfEnds(long now) {
    boolean everywhere =
        settings.system().machines().size() <= FEW || now - expected > latenessOfNote;
    int[] machines =
        everywhere
            ? IntStream.range(0, settings.system().machines().size()).toArray()
            : manager.overdue(now);
    for (int machine : machines) {
      running(machine).ifPresent(task -> hasEnded(now, task));
    }
  }

  private void tryFailedMachines(long now) {
    for (int machine : conditions.due(now)) {
      LOG.info("machine {} is tried again", settings.system().machines().get(machine).name());
      setAvailable(now, machine, true);
    }
  }

  private void saveLearning(long now) {
    savedLearning = now;
    if (learning.hasNews()) {
      ledger.step().fact(LEARNING_FACT, learning.state());
    }
  }

  /** Nothing more will be told: notes what would be noted later. */
  void finish(long now) {
    saveLearning(now);
    energy.advance(now, clerk.takeTouched());
    ledger.step().fact(ENERGY_FACT, energy.state());
  }

  /** The tasks of this moment, counted. */
  Census census() {
    int unmapped = manager.unmapped();
    TaskBook tasks = ledger.tasks();
    return new Census(
        unmapped,
        tasks.size() - unmapped,
        tasks.running(),
        ledger.totals().all(),
        decider.oversubscription());
  }

  /** Whether the last {@link #settle} held a mapping event. */
  boolean heldEvent() {
    return held;
  }

  /** What has changed since this was last called. */
  Step takeStep() {
    return ledger.takeStep();
  }

  long nextWakeUp() {
    return Math.min(manager.nextWakeUp(), conditions.nextTry());
  }

  Admission admission() {
    return admission;
  }

  ResourceManager manager() {
    return manager;
  }

  Ledger ledger() {
    return ledger;
  }

  ChangedMachines changedMachines() {
    return changedMachines;
  }

  Learning learning() {
    return learning;
  }
}
