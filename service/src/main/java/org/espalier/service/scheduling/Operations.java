package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Audience;
import org.espalier.service.live.Breakers;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Run;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
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
  private static final String BREAKERS_FACT = "breakers";
  private static final String ENERGY_FACT = "energy";

  /** The hash of the names of the machines, and since which entry of the journal it is this. */
  private static final String MACHINES_FACT = "machines";

  /** How much of what was learned a crash may lose at most. */
  private static final Duration LEARNING_INTERVAL = Duration.ofSeconds(10);

  /** It looks around at least once in this time. */
  static final Duration LONGEST_REST = Duration.ofSeconds(1);

  private final SchedulerSettings settings;
  private final Workings workings;
  private final Places places;
  private final Ledger ledger;
  private final MachineConditions conditions;
  private final ResourceManager manager;
  private final Strays strays;
  private final Presence presence;
  private final Breakers breakers;
  private final Executions executions;
  private final Demand demand;
  private final EnergyAccount energy;
  private final long learningInterval;
  private final long longestRest;
  private final Decider decider;
  private Optional<Oversubscription> peak = Optional.empty();
  private boolean held;
  private long savedLearning;
  private long settled;
  private volatile long machinesSince;

  /** When it is to look around again at the latest. */
  private long expected;

  Operations(
      SchedulerSettings settings,
      Workings.Surroundings around,
      long now,
      Store.Resumption resumption) {
    Map<String, String> facts = resumption.facts();
    this.settings = settings;
    Ledger entries = new Ledger(resumption, settings.commands()::quota, around.timeline());
    this.decider = new Decider(settings, facts, entries);
    this.workings =
        Workings.of(
            settings, around, now, resumption, entries, decider.policy(), this::endedByItself);
    this.places = workings.places();
    this.ledger = workings.ledger();
    this.conditions = workings.conditions();
    this.manager = workings.manager();
    this.presence = new Presence(workings, facts);
    this.strays = new Strays(workings, presence);
    this.breakers =
        new Breakers(
            type -> settings.commands().terms(type).breaker(),
            around.timeline(),
            facts.getOrDefault(BREAKERS_FACT, ""),
            state -> ledger.step().fact(BREAKERS_FACT, state));
    this.executions = new Executions(workings, strays, presence, breakers);
    this.demand = new Demand(workings);
    this.energy = new EnergyAccount(manager, facts.getOrDefault(ENERGY_FACT, ""), now);
    this.learningInterval = around.timeline().ticks(LEARNING_INTERVAL);
    this.longestRest = around.timeline().ticks(LONGEST_REST);
    this.savedLearning = now;
    this.settled = now;
    this.expected = now;
  }

  /**
   * Goes on where an earlier process stopped, or a step that failed began.
   *
   * @param adopts whether the back end is one of another process, and has to look for what it ran
   * @return what was running; to be looked for by the back end then
   */
  List<Launch> begin(long now, Store.Resumption resumption, boolean adopts) {
    boolean isCopy = !resumption.facts().getOrDefault(Store.RESTORED, "").isEmpty();
    Recovery recovery =
        new Recovery(
            places,
            workings.admission(),
            ledger,
            isCopy,
            task -> !adopts && workings.commander().takeBack(task),
            strays::add);
    if (isCopy) {
      ledger.step().fact(Store.RESTORED, "");
    }
    resumption.unfinished().forEach(recovery::sort);
    List<Journal.HandedOver> ahead =
        recovery.sortAhead(
            now, task -> workings.commander().isToldLater(task) ? task.arrival() : now);
    Optional<SpentEnergy> spent = workings.budget().spent(now);
    Journal.Began began =
        new Journal.Began(
            now,
            manager.system(),
            settings.rules(),
            decider.name(),
            decider.allSettings(),
            recovery.waiting(),
            recovery.running(),
            spent,
            recovery.held());
    manager.takeOver(began);
    ledger.enter(began);
    noteMachines(resumption.facts().getOrDefault(MACHINES_FACT, ""));
    for (Machine machine : settings.system().machines()) {
      presence.begin(now, machine);
    }
    settings.system().machines().forEach(machine -> presence.expect(now, machine));
    ahead.forEach(each -> manager.live().handedOver(now, each.placement(), each.task()));
    recovery.adopted().forEach(task -> goOnStopping(now, task));
    strays.all().forEach(task -> goOnStopping(now, task));
    energy.lookAtAll(now);
    return Stream.of(
            recovery.adopted().stream().map(task -> adopted(now, task)),
            strays.launches(now).stream(),
            ahead.stream().map(each -> adoptedAhead(now, each)))
        .flatMap(launches -> launches)
        .toList();
  }

  /** What an earlier process has told to stop is told so again, and leaves when that is heard. */
  private void goOnStopping(long now, LiveTask task) {
    task.stopping()
        .ifPresent(fate -> {
          workings.commander().stopAgain(now, task);
          if (!strays.has(task.id())) {
            int machine = places.find(task.run().orElseThrow().machine()).orElseThrow().id();
            manager.live().stopping(now, machine, fate);
          }
        });
  }

  /** So that an entry of the journal of before has no machine of now. */
  private void noteMachines(String known) {
    String names =
        settings.system().machines().stream().map(Machine::name).toList().hashCode() + " ";
    String fact = known.startsWith(names) ? known : names + ledger.sequence();
    machinesSince = Long.parseLong(fact.substring(names.length()));
    if (!fact.equals(known)) {
      ledger.step().fact(MACHINES_FACT, fact);
    }
  }

  long machinesSince() {
    return machinesSince;
  }

  private Launch adoptedAhead(long now, Journal.HandedOver each) {
    Launch launch = workings.commander().adopted(now, ledger.of(each.task()), Duration.ZERO);
    workings.around().reports().handedOver(launch.id());
    return launch;
  }

  /** What was told of it while it was handed over ahead is told again. */
  private Launch adopted(long now, LiveTask task) {
    boolean unused = workings.around().reports().begins(LaunchId.of(task));
    long ago = Math.max(0, now - task.run().orElseThrow().start());
    return workings.commander().adopted(now, task, settings.system().tick().multipliedBy(ago));
  }

  /**
   * Accepts those of some requests that were not accepted before.
   *
   * @param stored what the store knows of their keys
   */
  List<Accepted> submit(long now, List<TaskRequest> requests, Map<String, LiveTask> stored) {
    workings.admission().checkAgain(requests);
    Repetitions repetitions = Repetitions.of(requests, ledger, stored);
    workings.admission().checkRoom(manager.unmapped(), repetitions.fresh());
    repetitions.check();
    Set<String> tried = breakers.refuseAny() ? freshTypes(requests, repetitions) : Set.of();
    breakers.check(now, tried); // before it counts for a quota
    requests
        .getFirst()
        .submission()
        .user()
        .ifPresent(user ->
            ledger
                .quotas()
                .letIn(
                    now,
                    user,
                    repetitions.fresh(),
                    ledger.tasks().waiting().getOrDefault(user, 0)));
    breakers.letIn(now, tried);
    List<Accepted> accepted = new ArrayList<>();
    for (TaskRequest request : requests) {
      accepted.add(
          repetitions
              .find(request)
              .map(task -> new Accepted(task, true, workings.admission().differs(request, task)))
              .orElseGet(() -> accept(now, request, repetitions)));
    }
    return accepted;
  }

  private static Set<String> freshTypes(List<TaskRequest> requests, Repetitions repetitions) {
    return requests.stream()
        .filter(request -> repetitions.find(request).isEmpty())
        .map(request -> request.submission().type())
        .collect(Collectors.toSet());
  }

  private Accepted accept(long now, TaskRequest request, Repetitions repetitions) {
    long deadline = workings.admission().deadline(request, now);
    long id = ledger.ids().next(settings.commands().isDurable(request.submission()));
    LiveTask task =
        LiveTask.queued(id, request.submission(), now, deadline)
            .due(request.due())
            .utility(workings.admission().utility(request));
    ledger.enter(task);
    manager.taskArrived(now, workings.admission().coreTask(task));
    repetitions.accepted(request, task);
    return new Accepted(task, false, false);
  }

  /** What does not work: the policy, or the commands of a type. */
  List<String> faults() {
    return Stream.concat(decider.fallenBack().stream(), breakers.notices(settled).stream())
        .toList();
  }

  /** What an operator has to decide. */
  List<String> notices() {
    long held = ledger.tasks().all().filter(LiveTask::isAside).count();
    String copy = "%d held since the store was restored or copied: espalier release or cancel";
    return Stream.of(
            faults().stream(),
            strays.notices().stream(),
            Stream.of(held).filter(count -> count > 0).map(copy::formatted))
        .flatMap(notices -> notices)
        .toList();
  }

  /** Takes a task back. */
  LiveTask cancel(long now, long id) {
    Optional<LiveTask> aside = ledger.tasks().find(id).filter(LiveTask::isAside);
    if (aside.isPresent()) {
      ledger.enter(new Journal.LeftUnmanaged(now, ledger.ids().index(id), Fate.CANCELLED));
      ledger.end(now, aside.get(), new Ending(now, Fate.CANCELLED, OptionalInt.empty(), ""));
      return ledger.last(id);
    }
    boolean wasThere = strays.cancel(now, id) || cancelManaged(now, id);
    Optional<LiveTask> last = wasThere ? Optional.of(ledger.last(id)) : ledger.tasks().find(id);
    return last.filter(Operations::isTakenBack)
        .orElseThrow(() ->
            new Refusal(
                Reason.CONFLICT,
                "task %s %s"
                    .formatted(id, last.map(Operations::presently).orElse("has left already"))));
  }

  /** Whether its machine is asked for a task, and tells in a moment whether that has begun. */
  boolean isBeingTakenBack(long id) {
    return ledger
        .tasks()
        .find(id)
        .filter(task -> task.isAhead() && presence.tellsLater(task.run().orElseThrow().machine()))
        .filter(task -> !workings.commander().takeBack(task))
        .isPresent();
  }

  private static String presently(LiveTask task) {
    return task.isAhead()
        ? "was handed over and may be beginning just now; cancel it again"
        : task.stopping().isPresent() ? "is being stopped already" : "has left already";
  }

  /** Whether it was, or is when its machine tells that it is stopped. */
  private static boolean isTakenBack(LiveTask task) {
    return task.state() == TaskState.CANCELLED
        || task.stopping().equals(Optional.of(Fate.CANCELLED));
  }

  private boolean cancelManaged(long now, long id) {
    ledger
        .tasks()
        .find(id)
        .filter(task -> task.run().filter(Run::hasStarted).isPresent())
        .ifPresent(task -> executions.hasEnded(now, task));
    int index = ledger.ids().index(id);
    if (manager.taskCancelled(now, index)) {
      return true;
    }
    executions.begun(now, id);
    return manager.taskCancelled(now, index);
  }

  /** Tasks that are held are so no longer; all that have not started where none are named. */
  List<Long> release(List<Long> named) {
    List<LiveTask> released =
        named.isEmpty()
            ? ledger.tasks().all().filter(t -> t.isAside() && t.attempts() == 0).toList()
            : named.stream().map(this::held).toList();
    released.forEach(task -> ledger.enter(task.released()));
    return released.stream().map(LiveTask::id).sorted().toList();
  }

  private LiveTask held(long id) {
    return ledger
        .tasks()
        .find(id)
        .filter(LiveTask::isAside)
        .orElseThrow(() -> new Refusal(Reason.CONFLICT, "task %s is not held".formatted(id)));
  }

  /** A machine takes tasks, or takes no more; one that has failed is then left alone. */
  void setAvailable(long now, String name, boolean available) {
    setAvailable(now, places.find(name).orElseThrow(() -> Places.unknown(name)).id(), available);
  }

  private void setAvailable(long now, int machine, boolean available) {
    Machine place = settings.system().machines().get(machine);
    boolean took = presence.takesTasks(place);
    boolean changes = available != conditions.isReady(machine);
    workings.changedMachines().add(machine);
    if (!available) {
      conditions.drained(machine);
    } else if (changes) {
      conditions.ready(machine);
    }
    if (took != presence.takesTasks(place)) {
      manager.machineChanged(now, machine, available);
    }
  }

  private String machineName(int machine) {
    return settings.system().machines().get(machine).name();
  }

  /** The condition of a machine for people. */
  String condition(int machine) {
    if (conditions.isReady(machine) && strays.isOn(machineName(machine))) {
      return "runs a task for which the configuration has no place to its end";
    }
    Optional<String> absence = presence.absence(settings.system().machines().get(machine));
    if (absence.isPresent()) {
      return absence.get();
    }
    MachineQueue queue = manager.queue(machine);
    return conditions.word(machine, queue.isBusy(), queue.isClearing());
  }

  /**
   * Another policy decides from now on.
   *
   * @param changes its settings that differ from the file's
   */
  void switchPolicy(long now, String name, Map<String, String> changes) {
    decider.switchTo(now, name, changes, manager);
    peak = Optional.empty();
  }

  /** What decides. */
  Decider decider() {
    return decider;
  }

  /** The highest oversubscription since this was last called; a level may last for one event. */
  Optional<Oversubscription> takeOversubscription() {
    Optional<Oversubscription> taken = peak.or(decider.policy()::oversubscription);
    peak = Optional.empty();
    return taken;
  }

  /** Energy used while the service ran. */
  OptionalDouble energyJoules() {
    return energy.joules();
  }

  /** How the energy budget of the present period stands; empty if there is none. */
  Optional<EnergyStanding> energyBudget(long now) {
    return workings.budget().standing(now, decider.policy());
  }

  /** The same as of the last mapping event. */
  Optional<EnergyStanding> energyAtLastEvent() {
    return decider.policy().energy();
  }

  /** When it was told last that all has been told of a moment. */
  long now() {
    return settled;
  }

  /** What is to be evicted has ended by itself; its task leaves as it ended. */
  private ExecutionEnd endedByItself(long now, LiveTask task, Message.Ended message) {
    return executions.endedByItself(now, task, message);
  }

  /** All that happened at this instant has been told. */
  void settle(long now) {
    executions.hearOfEnds(now, now - expected);
    strays.settle(now);
    breakers.takeBlamed().forEach((machine, why) -> rest(now, machine, why));
    tryFailedMachines(now);
    for (Learning.Update update : workings.learning().updates(now)) {
      manager.learned(now, update.taskType(), update.machineType(), 0, update.executionTime());
    }
    if (now - savedLearning >= learningInterval) {
      saveLearning(now);
    }
    manager.settle(now);
    if (refuseHopeless(now)) {
      manager.settle(now);
    }
    executions.handOver(now);
    demand.tell(now);
    settled = now;
    expected = Math.min(now + longestRest, nextWakeUp());
    workings.clerk().notePredictions(manager);
    held = workings.clerk().takeHeld();
    if (held) {
      peak = decider.policy().oversubscription().map(view -> peak.map(view::peak).orElse(view));
    }
    energy.advance(now, workings.clerk().drawing());
    if (energy.isToBeSaved(!ledger.step().changesNothing())) {
      ledger.step().fact(ENERGY_FACT, energy.state());
    }
  }

  /**
   * Clients that wait hear at once where nothing can be on time any more. Tasks that this step is
   * about are looked at, and every now and then all.
   *
   * @return whether any did
   */
  private boolean refuseHopeless(long now) {
    Audience audience = workings.around().audience();
    boolean looksAtAll = now / longestRest != settled / longestRest;
    Stream<LiveTask> tasks = looksAtAll ? ledger.tasks().all() : ledger.step().tasks().stream();
    List<LiveTask> waiting =
        tasks
            .filter(task -> task.state().compareTo(TaskState.RUNNING) < 0)
            .filter(task -> audience.of(task).isPresent())
            .toList(); // which change what they are taken from
    return waiting.stream()
            .filter(t -> manager.live().refuseHopeless(now, ledger.ids().index(t.id())))
            .count()
        > 0;
  }

  /** A machine on which all fails takes no tasks for a while, as one that cannot begin any. */
  private void rest(long now, String name, String why) {
    Machine machine = places.find(name).orElseThrow();
    if (presence.takesTasks(machine)) {
      LOG.atWarn().addKeyValue("machine", name).log("machine {} has failed: {}", name, why);
      conditions.failed(machine.id(), why, now);
      manager.machineChanged(now, machine.id(), false);
    }
  }

  private void tryFailedMachines(long now) {
    for (int machine = conditions.due(0, now);
        machine >= 0;
        machine = conditions.due(machine + 1, now)) {
      LOG.info("machine {} is tried again", machineName(machine));
      setAvailable(now, machine, true);
    }
  }

  private void saveLearning(long now) {
    savedLearning = now;
    if (workings.learning().hasNews()) {
      ledger.step().fact(Workings.LEARNING_FACT, workings.learning().state());
    }
  }

  /** Nothing more will be told: notes what would be noted later. */
  void finish(long now) {
    ledger
        .tasks()
        .all()
        .filter(task -> task.isAhead() && workings.commander().takeBack(task))
        .toList()
        .forEach(task -> ledger.enter(task.takenBack().returned()));
    ledger.ids().giveBack();
    saveLearning(now);
    energy.advance(now, workings.clerk().drawing());
    ledger.step().fact(ENERGY_FACT, energy.state());
  }

  /** The tasks of this moment, counted. */
  ServiceMeters.Census census() {
    int unmapped = manager.unmapped();
    TaskBook tasks = ledger.tasks();
    return new ServiceMeters.Census(
        unmapped,
        tasks.size() - unmapped - strays.size(),
        tasks.running(),
        ledger.totals().all(),
        decider.policy().oversubscription(),
        decider.policy().sharePrices(),
        decider.fallenBack().isPresent());
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
    return Math.min(Math.min(manager.nextWakeUp(), conditions.nextTry()), strays.nextWakeUp());
  }

  /** What they work with. */
  Workings workings() {
    return workings;
  }

  ResourceManager manager() {
    return manager;
  }

  /** What is heard of launches. */
  Executions executions() {
    return executions;
  }

  /** Which machines are there, and what is heard of stops. */
  Presence presence() {
    return presence;
  }

  /** The task types that are refused since they fail. */
  Breakers breakers() {
    return breakers;
  }

  /** The tasks for which the system has no place. */
  Strays strays() {
    return strays;
  }

  Ledger ledger() {
    return ledger;
  }
}
