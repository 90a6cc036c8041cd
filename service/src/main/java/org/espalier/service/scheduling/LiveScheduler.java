package org.espalier.service.scheduling;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Audience;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LearningView;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.MachinePage;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Rehearsal;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.Waiting;
import org.espalier.service.scheduling.SchedulerSettings.Configuration;
import org.espalier.service.store.Backup;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreRefusedException;
import org.espalier.service.tracing.Traces;
import org.espalier.workload.document.Names;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live scheduler: drives the resource manager in real time.
 *
 * <p>One thread owns the resource manager and all that belongs to it; see {@link Loop}. Whatever
 * was acknowledged or started is in the store, and all requests that come while a commit is under
 * way share the next one. While the store cannot be written commands that run go on, and requests
 * are refused after a while as {@link Reason#UNAVAILABLE}, and are not done later unless a commit
 * with them was under way.
 *
 * <p>Several steps may fall into one tick. The journal then tells them apart by what followed from
 * each, as a replay does.
 */
public final class LiveScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveScheduler.class);

  private final Optional<String> found;
  private final PatientStore store;
  private final Timeline timeline;
  private final TickClock clock;
  private final RecentJournal recent;
  private final Inbox inbox;
  private final ServiceMeters meters;
  private final Audience audience = new Audience();
  private final Loop loop;

  /**
   * Goes on where the store says an earlier scheduler stopped, and begins to work.
   *
   * @param store to be closed by the caller, after this
   */
  public static LiveScheduler start(Configuration configuration, Store store) {
    LiveScheduler scheduler = new LiveScheduler(configuration, store, TimeSource.SYSTEM);
    scheduler.loop.start();
    return scheduler;
  }

  /**
   * A scheduler that does nothing by itself: whoever has it calls {@link #open} and {@link #turn}.
   */
  LiveScheduler(Configuration configuration, Store store, TimeSource time) {
    SchedulerSettings settings = configuration.settings();
    this.store = new PatientStore(store, time);
    Store.Resumption resumption = store.resume();
    this.found = resumption.inWords();
    this.clock = TickClock.resume(time, settings.system().tick(), resumption);
    this.clock.follow();
    this.timeline = clock.timeline();
    this.meters = new ServiceMeters(settings.system(), timeline);
    this.recent = new RecentJournal(resumption.lastSequence(), time);
    this.inbox = new Inbox(settings.patience(), time);
    LaunchReports reports = new LaunchReports(inbox, clock, timeline);
    Workings.Surroundings around =
        Workings.Surroundings.open(configuration, this.store, resumption, reports, audience);
    try {
      this.loop =
          new Loop(
              configuration, around, this.store, resumption, time, clock, inbox, recent, meters);
    } catch (RuntimeException | Error e) {
      around.close();
      throw e;
    }
  }

  /** What the store held when this was started, for people; empty if it was new. */
  public Optional<String> found() {
    return found;
  }

  /** What waited may begin; before the first {@link #turn}. */
  void open() {
    loop.open();
  }

  /** Does what has come and what is due at this moment, and what comes of that at once. */
  void turn() {
    do {
      loop.turn(0);
    } while (isAlive() && !inbox.isEmpty());
  }

  /** How long there may be nothing to do. */
  long nanosUntilDue() {
    return loop.nanosUntilDue();
  }

  /** Hands a message over without waiting for what follows. */
  void tell(Message message) {
    inbox.tell(message);
  }

  /** Which wall-clock time each tick is. */
  public Timeline timeline() {
    return timeline;
  }

  /** The present time in ticks. */
  public long now() {
    return clock.now();
  }

  /** The system as the policy believes it to be, as old as the overview. */
  public HcSystem system() {
    return loop.board().system();
  }

  /** The names of the task types and what their commands take. */
  public List<TaskTypeView> taskTypes() {
    return loop.settings().commands().views();
  }

  /** Accepts all of some requests or none; returns when they are durable. */
  public List<Accepted> submit(List<TaskRequest> requests) {
    followClock();
    loop.admission().check(requests, now());
    return submit(new Message.Submit(List.copyOf(requests), new CompletableFuture<>()));
  }

  private List<Accepted> submit(Message.Submit message) {
    try {
      return inbox.ask(message);
    } catch (Refusal refusal) {
      if (refusal.reason() == Reason.FULL) {
        meters.refused(message.requests().size());
      }
      throw refusal;
    }
  }

  /**
   * Accepts a task for whose answer a client waits, which hears of all that comes of it.
   *
   * @return its id
   */
  public long invoke(TaskRequest request, Invocation invocation) {
    followClock();
    loop.admission().check(List.of(request), now());
    Submission submission = request.submission();
    if (invocation.body().length > 0 && !loop.settings().commands().takesBody(submission.type())) {
      throw new Refusal(
          Reason.INVALID, "task type %s takes no body; send none".formatted(submission.type()));
    }
    TaskRequest invoked = request.with(submission.invoked(invocation.body().length));
    Optional<Invocation> client = Optional.of(invocation);
    return submit(new Message.Submit(List.of(invoked), client, new CompletableFuture<>()))
        .getFirst()
        .task()
        .id();
  }

  /** What tasks of a type run; empty if there is no such type. */
  public Commands.Terms terms(String type) {
    return loop.settings().commands().terms(type);
  }

  /** Waits until some tasks have left, or the time is over. */
  public void awaitEnds(List<Long> tasks, Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    try {
      for (long id : tasks) {
        CompletableFuture<Long> left = audience.await(id);
        if (task(id).filter(task -> task.ending().isEmpty()).isEmpty()) {
          audience.over(id);
        }
        left.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (TimeoutException | ExecutionException e) {
      LOG.debug("not all of {} have left in time: {}", tasks, e.toString());
    }
  }

  /** Lets the scheduler's thread follow the wall clock before points in time are looked at. */
  private void followClock() {
    if (clock.wasSet()) {
      loop.look(Operations::now);
    }
  }

  /** A task. */
  public Optional<LiveTask> task(long id) {
    Optional<LiveTask> durable = store.ask(s -> s.find(id));
    return durable.isPresent() || !loop.usesLate()
        ? durable
        : loop.look(o -> o.ledger().tasks().find(id));
  }

  /**
   * A part of what a run of a task has written so far; empty if it is not kept.
   *
   * @param from how many bytes to leave out first; there may be no more
   * @param most how many bytes at most
   */
  public Optional<OutputPart> output(LaunchId run, OutputChannel channel, long from, int most) {
    return loop.backend().output(run, channel, from, most);
  }

  /** Why a task waits, empty if it does not. */
  public Optional<Waiting> waiting(long id) {
    return store.isReady() ? loop.lookAtQueues(views -> views.waiting(id)) : Optional.empty();
  }

  /**
   * Why the configuration has no place for a task that runs, and what becomes of it; empty if it
   * has.
   */
  public Optional<String> notice(long id) {
    return store.isReady() ? loop.look(o -> o.strays().noticeOfRunning(id)) : Optional.empty();
  }

  /** How a task that is mapped stands on its machine, empty if it is not. */
  public Optional<Waiting.Prospect> standing(long id) {
    return store.isReady() ? loop.lookAtQueues(views -> views.standing(id)) : Optional.empty();
  }

  /**
   * What tasks would be accepted as, and their prospects now; nothing is submitted. Refused is what
   * a submission would be refused for, but for keys that were used before.
   */
  public List<Rehearsal> rehearse(List<TaskRequest> requests) {
    followClock();
    loop.admission().check(requests, now());
    return loop.lookAtQueues(views -> views.rehearse(requests));
  }

  /** Tasks, latest first. */
  public List<LiveTask> tasks(TaskQuery query) {
    return store.ask(s -> s.list(query));
  }

  /** Takes a task back; one that runs is stopped. */
  public LiveTask cancel(long id) {
    if (task(id).isEmpty()) {
      throw new Refusal(Reason.UNKNOWN, "there is no task %s".formatted(id));
    }
    return inbox.ask(new Message.Cancel(id, new CompletableFuture<>()));
  }

  /**
   * Lets tasks run that are held since the store was restored or copied.
   *
   * @param tasks their ids; all that have not started if empty
   * @return the ids of those that were released
   */
  public List<Long> release(List<Long> tasks) {
    return inbox.ask(new Message.Release(List.copyOf(tasks), new CompletableFuture<>()));
  }

  /** The service at this moment, at most about a second old. */
  public Overview overview() {
    checkItDecides();
    return loop.overview();
  }

  private void checkItDecides() {
    if (loop.isOver()) {
      throw new Refusal(Reason.UNAVAILABLE, "the service has stopped deciding; start it again");
    }
  }

  /**
   * The name of a machine of a line of the journal; empty if the machines of the system have
   * changed since.
   */
  public Optional<String> machineName(JournalLine line, int machine) {
    HcSystem system = loop.settings().system(); // before the question since when it is so
    return line.sequence() >= loop.machinesSince()
        ? Optional.of(system.machines().get(machine).name())
        : Optional.empty();
  }

  /**
   * Machines with their queues, at most about a second old. Chances of success are NaN while the
   * store does not answer.
   */
  public MachinePage machines(MachineQuery query) {
    checkItDecides();
    SchedulerSettings present = loop.settings();
    int[] fitting = loop.board().find(query, now());
    int[] page = Arrays.stream(fitting).skip(query.from()).limit(query.limit()).toArray();
    return new MachinePage(states(present, query.tasks(), page), fitting.length);
  }

  /** Machines with chances of success; without, as last looked at, while the store is silent. */
  private List<MachineState> states(SchedulerSettings of, int tasks, int... machines) {
    return store.isReady()
        ? loop.lookAtQueues(views -> {
          if (!of.equals(loop.settings())) {
            throw new Refusal(Reason.UNAVAILABLE, "the configuration changes just now; try again");
          }
          return views.machines(tasks, machines);
        })
        : Arrays.stream(machines).mapToObj(loop.board()::state).toList();
  }

  /**
   * A machine with its queue.
   *
   * @param tasks of how many tasks the chances are wanted, from the head of the queue
   */
  public MachineState machine(String name, int tasks) {
    checkItDecides();
    SchedulerSettings present = loop.settings();
    return states(present, tasks, find(name).id()).getFirst();
  }

  /** All machines, counted by their types, at most about a second old. */
  public List<MachineGroup> machineGroups() {
    checkItDecides();
    return loop.board().groups(now());
  }

  /** A machine takes no more tasks; what waits for it goes back to the batch queue. */
  public void drain(String machine) {
    setAvailable(machine, false);
  }

  /** A drained or failed machine takes tasks again. */
  public void resume(String machine) {
    setAvailable(machine, true);
  }

  /**
   * What runs on a machine that is away is gone for good, as an operator knows.
   *
   * @throws Refusal if it is there, or there is none of that name
   */
  public void lost(String machine) {
    try {
      loop.backend().lost(find(machine).name());
    } catch (IllegalStateException e) {
      throw new Refusal(Reason.CONFLICT, String.valueOf(e.getMessage()));
    }
  }

  /** Where a machine is, for people; empty if that is known. */
  public Optional<String> place(String machine) {
    return loop.backend().place(machine);
  }

  private void setAvailable(String machine, boolean available) {
    String name = find(machine).name();
    inbox.ask(new Message.SetAvailable(name, available, new CompletableFuture<>()));
  }

  private Machine find(String name) {
    HcSystem system = loop.settings().system();
    return system
        .findMachine(name)
        .orElseThrow(() ->
            new Refusal(
                Reason.UNKNOWN,
                "no machine is named \"%s\"; %s"
                    .formatted(
                        name,
                        Names.nearest(name, system.machines().stream().map(Machine::name).toList())
                            .map("did you mean %s?"::formatted)
                            .orElse("espalier machines lists them"))));
  }

  /** The version of this build. */
  public static String version() {
    return ServiceMeters.version();
  }

  /** The policies that can be switched to. */
  public Policies policies() {
    return loop.settings().policies();
  }

  /** The policy that decides, if it takes all tasks to be worth the same. */
  public Optional<String> policyWithoutWorth() {
    return loop.decider().withoutWorth();
  }

  /** The policy that decides. */
  public String policy() {
    checkItDecides();
    return loop.decider().name();
  }

  /** The settings that differ from the file's. */
  public Map<String, String> policySettings() {
    return loop.decider().settings();
  }

  /**
   * Another policy decides from now on, or the same one otherwise.
   *
   * @param changes settings that differ from the file's, by key, as studies write them
   * @throws Refusal if there is none of the name, or with all that is wrong with the settings
   */
  public void switchPolicy(String name, Map<String, String> changes) {
    if (!policies().names().contains(name)) {
      throw new Refusal(
          Reason.UNKNOWN,
          "no policy that suits this service is named \"%s\"; there are %s"
              .formatted(name, String.join(", ", policies().names())));
    }
    try {
      Policies unused = policies().with(changes);
    } catch (IllegalArgumentException e) {
      throw new Refusal(Reason.INVALID, String.valueOf(e.getMessage()));
    }
    inbox.ask(new Message.Switch(name, new TreeMap<>(changes), new CompletableFuture<>()));
  }

  /** What it goes by at present, but for the policy it was switched to. */
  public Configuration configuration() {
    return loop.configuration();
  }

  /**
   * Goes on under another configuration, as a start would.
   *
   * @param policy decides from then on; if empty, the one that does already
   * @throws Refusal if that cannot be; it goes on under the one before then
   */
  public void reload(Configuration next, Optional<String> policy) {
    inbox.ask(new Message.Reload(next, policy, new CompletableFuture<>()));
  }

  /** Entries of the journal after a sequence number, in order. */
  public List<JournalLine> journal(long after, int limit) {
    return recent.after(after, limit).orElseGet(() -> store.ask(s -> s.journal(after, limit)));
  }

  /** Entries of the journal about one task. */
  public List<JournalLine> history(long task) {
    return store.ask(s -> s.history(task));
  }

  /**
   * Waits for an entry of the journal after a sequence number.
   *
   * @return the last sequence number there is, or empty if none came in time
   */
  public OptionalLong awaitJournal(long after, Duration patience) throws InterruptedException {
    return recent.awaitAfter(after, patience);
  }

  /** How well predicted chances of success were kept, and what was learned. */
  public LearningView learning() {
    return loop.look(operations -> operations.workings().learning().view());
  }

  /**
   * Writes all of the store, from which a service can be restored, to what is opened for it.
   *
   * @param outputs whether with what commands have written
   */
  public void backup(boolean outputs, Supplier<OutputStream> place) throws IOException {
    Path copy;
    try {
      copy = store.ask(Store::copy);
    } catch (StoreRefusedException e) {
      throw new Refusal(Reason.CONFLICT, String.valueOf(e.getMessage()));
    }
    try {
      OutputStream out = place.get();
      Backup.write(copy, outputs ? loop.backend().outputs() : Optional.empty(), out);
      out.close();
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /** Figures for operators, in the text format of Prometheus. */
  public String metrics() {
    return meters.scrape(store.isReady() && isAlive(), shownMachines(), loop.overview());
  }

  /**
   * The machines that are shown: none while it does not decide; other figures are told then too.
   */
  private List<MachineState> shownMachines() {
    SchedulerSettings present = loop.settings();
    int[] all = IntStream.range(0, present.system().machines().size()).toArray();
    try {
      checkItDecides();
      return meters.isByMachine() ? states(present, 0, all) : List.of();
    } catch (Refusal refusal) {
      return List.of();
    }
  }

  /**
   * Tells what becomes of tasks as traces from now on, to a collector if there is one. Those for
   * one before are sent first, for a while at most.
   */
  public void traceTo(Optional<URI> collector) {
    meters.trace(
        collector.map(url -> new Traces(url, store.ask(Store::id), timeline, meters::typeOf)));
  }

  /** Whether it decides; if not, it must be started again. */
  public boolean isAlive() {
    return !loop.isOver();
  }

  /**
   * Goes on as after a start, commands and all, so that the journal can be replayed from here on.
   */
  public void beginJournalAnew() {
    inbox.ask(new Message.BeginAnew(new CompletableFuture<>()));
  }

  /** What holds the processes of a task together, for people; empty if that is of no interest. */
  public Optional<String> containment() {
    return loop.backend().containment();
  }

  /** Why the fallback decides in place of a policy that failed, empty if it does not. */
  public Optional<String> fallenBack() {
    return loop.decider().fallenBack();
  }

  /** Whether it works, its store answers and its policy does not fail. */
  public boolean isReady() {
    return !inbox.isClosed() && store.isReady() && !loop.policyFails();
  }

  /** Stops deciding; commands that run go on, and the next scheduler adopts them. */
  @Override
  public void close() {
    loop.close();
  }
}
