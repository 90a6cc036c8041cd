package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.scheduling.PatientStore.StoppedException;
import org.espalier.service.scheduling.SchedulerSettings.Configuration;
import org.espalier.service.store.LateCommits;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreRefusedException;
import org.espalier.service.store.TaskIds;
import org.espalier.service.tracing.Traces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scheduler's thread, which owns the {@link Operations}.
 *
 * <p>It takes the messages that have come, has the operations do them, commits what has changed in
 * one transaction, and only then lets out what follows from it: answers and starts. What is given
 * up is stopped at once, so that it does not end by itself meanwhile. While the store cannot be
 * written it tries again.
 *
 * <p>Where a step fails, by the fault of a policy or because the store does not take what it says,
 * it goes back to what the store says, as after a restart, and does the messages of the step again
 * one by one. So only the request that is to blame is refused. Who submits while mapping events
 * take long is answered before the next one, whatever that comes to.
 */
final class Loop {
  /** Who submits does not wait for decisions that take longer. */
  private static final long LONG_NANOS = 5_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  private final PatientStore store;
  private final TimeSource time;
  private final TickClock clock;
  private final Inbox inbox;
  private final RecentJournal recent;
  private final ServiceMeters meters;
  private volatile SharedOverview overview;
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean over;
  private volatile boolean policyFails;
  private volatile Configuration configuration;
  private volatile SchedulerSettings settings;
  private volatile Workings.Surroundings around;
  private volatile Operations operations;
  private List<Message> present = List.of();
  private final LateCommits late;

  /** Whether anything was ever committed after its effects. */
  private volatile boolean usesLate;

  private long now;

  /** How long the last decisions on what was submitted took, nanoseconds. */
  private long settledIn;

  /**
   * A loop that has gone back to what the store says, and has yet to be started.
   *
   * @param configuration with settings that are on no timeline yet
   */
  Loop(
      Configuration configuration,
      Workings.Surroundings around,
      PatientStore store,
      Store.Resumption resumption,
      TimeSource time,
      TickClock clock,
      Inbox inbox,
      RecentJournal recent,
      ServiceMeters meters) {
    this.configuration = configuration;
    this.around = around;
    this.store = store;
    this.late = new LateCommits(store::commit);
    this.time = time;
    this.clock = clock;
    this.inbox = inbox;
    this.recent = recent;
    this.meters = meters;
    this.now = clock.now();
    this.settings = configuration.settings().on(clock.timeline());
    this.operations = new Operations(settings, around, now, resumption);
    goOn(resumption, Optional.empty(), true);
    operations.strays().notices().forEach(LOG::warn);
    this.overview = new SharedOverview(operations, now, time, meters);
    this.thread = Thread.ofPlatform().name("scheduler").unstarted(this::work);
  }

  /**
   * Goes on from what the store says, of which the journal then tells all.
   *
   * @param policy decides from then on; if empty, the one that did last
   * @param adopts whether the back end was opened just now, and has yet to find what was running
   * @return what was running
   */
  private List<Launch> goOn(Store.Resumption resumption, Optional<String> policy, boolean adopts) {
    List<Launch> launches = operations.begin(now, resumption, adopts);
    policy.ifPresent(name -> operations.switchPolicy(now, name, Map.of()));
    Step first = operations.takeStep();
    clock.facts().forEach(first::fact);
    commit(first);
    meters.counted(operations.census());
    if (adopts) {
      around.reports().adopt(around.backend(), launches);
    }
    first.runEffects(this::beSure);
    return launches;
  }

  void start() {
    thread.start();
  }

  private void work() {
    open();
    while (!closing && !over) {
      turn(nanosUntilDue());
    }
    end();
  }

  /** Lets what waited begin, after what has ended meanwhile; the first thing that is done. */
  void open() {
    turn(0);
  }

  /**
   * Does what has come and what is due, and waits a while if nothing has come. By the scheduler's
   * thread, or by whoever turns a loop that was not started.
   */
  void turn(long nanos) {
    attempt(() -> {
      present = inbox.take(nanos);
      if (clock.follow()) {
        around.reports().renewDeadlines(around.backend(), beginAnew());
      }
      late.check();
      step(present);
      if (late.isIdle()) {
        store.check();
      }
    });
  }

  /** Makes durable what would be so later; the last thing that is done. */
  private void end() {
    Thread.interrupted(); // or the store might not take what follows
    attempt(this::finish);
    cease();
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  /** Does something; where it fails for good, nothing is done any more. */
  private void attempt(Work work) {
    if (over) {
      return;
    }
    try {
      work.run();
    } catch (InterruptedException e) {
      LOG.debug("the scheduler was told to stop");
    } catch (StoppedException e) {
      LOG.debug("the scheduler was told to stop while the store did not answer");
      cease();
    } catch (RuntimeException | Error e) {
      LOG.error("the scheduler cannot go on; the service must be started again", e);
      cease();
    }
  }

  private void cease() {
    over = true;
    late.close();
    inbox.abandon(present);
    around.audience().abandon();
  }

  private void finish() {
    now = Math.max(now, clock.now());
    operations.finish(now);
    commit(operations.takeStep());
  }

  /** How long there may be nothing to do. */
  long nanosUntilDue() {
    long untilDue = clock.nanosUntil(operations.nextWakeUp(), Operations.LONGEST_REST.toNanos());
    return Math.min(untilDue, overview.nanosLeft().orElse(Operations.LONGEST_REST.toNanos()));
  }

  private void step(List<Message> messages) {
    try {
      tryStep(messages);
    } catch (StoreRefusedException | StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      boolean fallsBack =
          e instanceof IllegalDecisionException
              && operations.decider().fallback().isPresent()
              && messages.stream().noneMatch(Message.Switch.class::isInstance);
      if (!fallsBack && messages.stream().noneMatch(Message.Request.class::isInstance)) {
        throw e;
      }
      LOG.error("a step failed; going on from what the store says", e);
      resume();
      if (fallsBack) {
        operations.decider().fallBack(now, String.valueOf(e.getMessage()), operations.manager());
        step(messages);
      } else {
        leaveOut(messages, e);
      }
    }
    if (operations.strays().hasReturned()
        || operations.ledger().ids().isUsedUp()
        || messages.stream().anyMatch(Message.Release.class::isInstance)) {
      beginAnew(); // so that they are queued, or indexed
    }
    for (Message message : messages) {
      if (message instanceof Message.BeginAnew m && m.isWanted()) {
        beginAnew(m);
      } else if (message instanceof Message.Reload m && m.isWanted()) {
        reload(m);
      }
    }
    if (overview.nanosLeft().filter(nanos -> nanos == 0).isPresent()) {
      overview.renew(operations, now);
    }
  }

  private void tryStep(List<Message> messages) {
    Map<String, LiveTask> stored = stored(messages);
    now = Math.max(now, clock.now());
    List<Runnable> answers = new ArrayList<>();
    for (Message message : messages) {
      if (message.isWanted()) {
        handle(message, stored, answers);
      }
    }
    boolean submits = messages.stream().anyMatch(Message.Submit.class::isInstance);
    if (submits && settledIn > LONG_NANOS && around.audience().isEmpty()) {
      conclude(messages, answers);
    }
    long begin = time.nanos();
    settle();
    settledIn = submits ? time.nanos() - begin : settledIn;
    policyFails &=
        messages.stream().noneMatch(Message.Switch.class::isInstance)
            && !(submits && operations.heldEvent()); // one without tasks shows nothing
    conclude(messages, answers);
  }

  /** Makes durable what was done since the last time, and lets out what follows from it. */
  private void conclude(List<Message> messages, List<Runnable> answers) {
    Step step = operations.takeStep();
    answers.forEach(step::effect);
    answers.clear();
    if (isLate(step, messages)) {
      late.add(step.change(), nanos -> committed(step, nanos));
    } else {
      commit(step);
    }
    meters.counted(operations.census());
    step.runEffects(this::beSure);
    if (!around.audience().isEmpty()) {
      around.audience().tell(step.ended(), step::basis);
    }
  }

  /**
   * Whether the effects of a step need not wait until it is durable. That is so if it is about
   * tasks only of which it is so, or about none while there are such.
   */
  private boolean isLate(Step step, List<Message> messages) {
    if (step.changesNothing()
        || step.says(TaskIds.FACT)
        || messages.stream().anyMatch(Message.OfOperators.class::isInstance)) {
      return false;
    }
    boolean isFree = step.tasks().stream().noneMatch(this::isDurable);
    usesLate |= isFree && !step.tasks().isEmpty();
    return isFree && usesLate;
  }

  private boolean isDurable(LiveTask task) {
    return settings.commands().isDurable(task.submission());
  }

  /** What the store knows of the keys of all submissions of a step. */
  private Map<String, LiveTask> stored(List<Message> messages) {
    List<TaskRequest> requests = new ArrayList<>();
    for (Message message : messages) {
      if (message instanceof Message.Submit submit) {
        requests.addAll(submit.requests());
      }
    }
    TaskBook book = operations.ledger().tasks();
    if (requests.stream().anyMatch(each -> each.submission().key().isPresent())) {
      late.drain(); // so that the store knows all keys
    }
    return requests.isEmpty() ? Map.of() : store.insist(s -> Repetitions.stored(requests, book, s));
  }

  private void handle(Message message, Map<String, LiveTask> stored, List<Runnable> answers) {
    switch (message) {
      case Message.Submit m -> answer(m, () -> submit(m, stored, answers), answers);
      case Message.Cancel m when operations.isBeingTakenBack(m.task()) -> inbox.putOff(m);
      case Message.Cancel m -> answer(m, () -> operations.cancel(now, m.task()), answers);
      case Message.Release m -> answer(m, () -> operations.release(m.tasks()), answers);
      case Message.SetAvailable m ->
          answer(m, done(() -> operations.setAvailable(now, m.machine(), m.available())), answers);
      case Message.Switch m ->
          answer(m, done(() -> operations.switchPolicy(now, m.policy(), m.settings())), answers);
      case Message.BeginAnew _, Message.Reload _ -> {} // when the step is over
      case Message.Look<?> look -> answers.add(look::ask);
      case Message.Executing m -> operations.executions().executing(now, m);
      case Message.OfMachine m -> operations.presence().heard(now, m);
      case Message.Ended m -> operations.executions().ended(now, m);
    }
  }

  /** Tasks count once they are durable: a step that fails is done again. */
  private List<Accepted> submit(
      Message.Submit submit, Map<String, LiveTask> stored, List<Runnable> answers) {
    List<Accepted> accepted = operations.submit(now, submit.requests(), stored);
    submit
        .invocation()
        .ifPresent(client -> around.audience().attend(accepted.getFirst().task().id(), client));
    answers.add(() ->
        accepted.stream()
            .filter(a -> !a.repeated())
            .map(Accepted::task)
            .forEach(meters::submitted));
    return accepted;
  }

  @SuppressWarnings("NullAway") // Void has no other value
  private static Supplier<Void> done(Runnable deed) {
    return () -> {
      deed.run();
      return null;
    };
  }

  /** Does what is asked for; the answer waits until it is durable, a refusal does not. */
  private <T> void answer(Message.Request<T> request, Supplier<T> deed, List<Runnable> answers) {
    if (!(request instanceof Message.Submit)) {
      overview.outdate();
    }
    try {
      T result = deed.get();
      answers.add(() -> request.answer().complete(result));
    } catch (Refusal refusal) {
      request.answer().completeExceptionally(refusal);
    }
  }

  private void settle() {
    long begin = time.nanos();
    operations.settle(now);
    if (operations.heldEvent()) {
      Duration took = Duration.ofNanos(time.nanos() - begin);
      meters.heldEvent(took.toNanos());
      operations.ledger().step().held(new Traces.Event(operations.decider().name(), now, took));
      operations.decider().took(now, took, operations.manager());
    }
  }

  /** Makes a step durable. */
  private void commit(Step step) {
    if (!step.changesNothing()) {
      late.drain();
      long begin = time.nanos();
      store.commit(step.change());
      committed(step, time.nanos() - begin);
    }
  }

  /** Waits until no other service can decide; this one may have stood still for a while. */
  private void beSure() {
    if (!store.isSure()) {
      late.drain();
      store.check();
    }
  }

  /** A step is durable; it is so after all before it. */
  private void committed(Step step, long nanos) {
    meters.committed(step, nanos);
    recent.add(step.lines());
    around.audience().tellDurable(step.ended());
  }

  /** Forgets what is in memory only, as what a step that failed has done. */
  private List<Launch> resume() {
    late.drain();
    Store.Resumption resumption = store.insist(Store::resume);
    around.audience().keepOnly(resumption.unfinished());
    operations = new Operations(settings, around, now, resumption);
    overview.outdate();
    return goOn(resumption, Optional.empty(), false);
  }

  /** Goes on under another configuration, or, where that fails, under the one there was. */
  private void reload(Message.Reload message) {
    finish();
    Totals totals = operations.ledger().totals();
    Configuration before = configuration;
    try {
      goOnUnder(message.next(), message.policy());
      operations.ledger().totals().recall(totals);
      message.answer().complete(now);
    } catch (StoreRefusedException | StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("another configuration cannot be taken; going on under the one before", e);
      goOnUnder(before, Optional.empty());
      operations.ledger().totals().recall(totals);
      message
          .answer()
          .completeExceptionally(
              new Refusal(Reason.CONFLICT, e.getMessage() + "; nothing was changed"));
    }
    step(List.of());
  }

  /** As after a start; the back end stays open where it is the same. */
  private void goOnUnder(Configuration other, Optional<String> policy) {
    late.drain();
    Store.Resumption resumption = store.insist(Store::resume);
    boolean reopens =
        around.reports().isClosed() || !other.backend().equals(configuration.backend());
    configuration = other;
    settings = other.settings().on(clock.timeline());
    if (reopens) {
      reopen(resumption);
    }
    around = around.with(other.learning());
    operations = new Operations(settings, around, now, resumption);
    goOn(resumption, policy, reopens);
    meters.describe(settings.system());
    overview = new SharedOverview(operations, now, time, meters);
  }

  private void reopen(Store.Resumption resumption) {
    around.close();
    LaunchReports reports = new LaunchReports(inbox, clock, clock.timeline());
    around =
        Workings.Surroundings.open(configuration, store, resumption, reports, around.audience());
  }

  private void beginAnew(Message.BeginAnew message) {
    beginAnew();
    step(List.of());
    message.answer().complete(now);
  }

  /** What waits for machines is mapped again, as after a start. */
  private List<Launch> beginAnew() {
    finish();
    Totals totals = operations.ledger().totals();
    List<Launch> running = resume();
    operations.ledger().totals().recall(totals);
    return running;
  }

  /**
   * Does the requests of a step that failed one by one; one that fails alone is refused. All that
   * was heard comes first: what was taken back may be launched with the same number after that.
   */
  private void leaveOut(List<Message> messages, RuntimeException why) {
    if (messages.size() > 1) {
      step(messages.stream().filter(m -> !(m instanceof Message.Request<?>)).toList());
      messages.stream().filter(Message.Request.class::isInstance).forEach(m -> step(List.of(m)));
    } else if (messages.getFirst() instanceof Message.Request<?> request) {
      policyFails |=
          why instanceof IllegalDecisionException && !(request instanceof Message.Switch);
      request.answer().completeExceptionally(refusal(why));
    }
  }

  private static RuntimeException refusal(RuntimeException why) {
    if (why instanceof IllegalDecisionException) {
      return new Refusal(
          Reason.UNAVAILABLE, why.getMessage() + "; the log says more, and another policy helps");
    }
    return why instanceof IllegalArgumentException
        ? new Refusal(Reason.INVALID, String.valueOf(why.getMessage()))
        : why;
  }

  /** Looks at the operations between two steps; by other threads. */
  <T> T look(Function<Operations, T> question) {
    return inbox.ask(
        new Message.Look<>(() -> question.apply(operations), new CompletableFuture<>()));
  }

  /** The entry of the journal since which the machines are those of the system; for all threads. */
  long machinesSince() {
    return operations.machinesSince();
  }

  /** Checks of requests that need no turn; by other threads. */
  Admission admission() {
    return operations.workings().admission();
  }

  /** The overview that all share; by other threads. */
  Overview overview() {
    return overview.ask().orElseGet(this::renewedOverview);
  }

  /** The board of machines, kept up to date as the overview is; by other threads. */
  MachineBoard board() {
    overview();
    return overview.board();
  }

  /** Looks at queues between two steps; by other threads. */
  <T> T lookAtQueues(Function<QueueViews, T> question) {
    return look(o -> question.apply(overview.views(o)));
  }

  /** An overview of this moment, or the latest while the store does not answer. */
  Overview renewedOverview() {
    return store.isReady() && !over ? look(o -> overview.renew(o, now)) : overview.latest();
  }

  /** Whether there may be tasks that the store does not know yet; for all threads. */
  boolean usesLate() {
    return usesLate;
  }

  /** What it goes by, on its timeline; for all threads. */
  SchedulerSettings settings() {
    return settings;
  }

  /** What opens the back end; for all threads. */
  Configuration configuration() {
    return configuration;
  }

  /** What runs the tasks; for all threads. */
  Backend backend() {
    return around.backend();
  }

  /** What decides; for all threads. */
  Decider decider() {
    return operations.decider();
  }

  /** Whether the policy failed at what was asked last, and has not decided since. */
  boolean policyFails() {
    return policyFails;
  }

  /** Whether it has ended, for whatever reason. */
  boolean isOver() {
    return over;
  }

  /** Ends it, and waits for that. */
  void close() {
    closing = true;
    inbox.close();
    store.giveUp();
    if (thread.getState() == Thread.State.NEW) {
      end();
    }
    thread.interrupt();
    try {
      thread.join(10_000); // no time where it never began
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    around.close();
  }
}
