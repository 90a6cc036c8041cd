package org.espalier.service.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Figures;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LearningView;
import org.espalier.service.live.LiveService;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.Waiting;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreRefusedException;
import org.espalier.service.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live scheduler: drives the resource manager in real time.
 *
 * <p>One thread owns the resource manager and all that belongs to it. It takes the messages that
 * have come, tells the resource manager, settles, commits what has changed in one transaction, and
 * only then lets out what follows from it: answers, starts and stops. So whatever was acknowledged
 * or started is in the store, and all requests that come while a commit is under way share the next
 * one. While the store cannot be written it tries again; commands that run go on meanwhile, and
 * requests are refused after a while as {@link Reason#UNAVAILABLE}, and are not done later unless a
 * commit with them was under way.
 *
 * <p>Where a step fails, by the fault of a policy or because the store does not take what it says,
 * the scheduler goes back to what the store says, as after a restart, and does the messages of the
 * step again one by one. So only the request that is to blame is refused.
 *
 * <p>Several steps may fall into one tick. The journal then tells them apart by what followed from
 * each, as a replay does.
 */
public final class LiveScheduler implements LiveService, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveScheduler.class);
  private static final String EPOCH_FACT = "epoch";
  private static final long LONGEST_SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long OVERVIEW_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LONGEST_RETRY_MILLIS = 2000;
  private static final int MOST_PER_STEP = 4096;
  private static final int MOST_WAITING = 1 << 16;

  private final SchedulerSettings settings;
  private final Store store;
  private final Timeline timeline;
  private final TickClock clock;
  private final Backend backend;
  private final Function<String, Learning> learning;
  private final RecentJournal recent;
  private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
  private final LatencyHistogram eventTimes = new LatencyHistogram();
  private final LatencyHistogram commitTimes = new LatencyHistogram();
  private final LongAdder submitted = new LongAdder();
  private final LongAdder refusedFull = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final Thread thread;
  private volatile boolean storeReady = true;
  private volatile boolean closing;
  private volatile boolean over;
  private volatile Operations operations;
  private volatile Overview overview;
  private volatile long overviewAsked;
  private volatile boolean overviewStale;
  private long overviewMade;
  private List<Message> present = List.of();
  private long now;

  /**
   * Goes on where the store says an earlier scheduler stopped, and begins to work.
   *
   * @param store to be closed by the caller, after this
   * @param backend makes the back end, which tells the given listener; closed with this
   * @param learning makes what learns, from the state it was left in, which is empty at first
   */
  public static LiveScheduler start(
      SchedulerSettings settings,
      Store store,
      Function<LaunchListener, Backend> backend,
      Function<String, Learning> learning) {
    return start(settings, store, backend, learning, InstantSource.system());
  }

  /** The same by another wall clock, which is looked at once. */
  static LiveScheduler start(
      SchedulerSettings settings,
      Store store,
      Function<LaunchListener, Backend> backend,
      Function<String, Learning> learning,
      InstantSource wallClock) {
    LiveScheduler scheduler =
        new LiveScheduler(settings, store, backend, learning, wallClock.instant());
    scheduler.thread.start();
    return scheduler;
  }

  private LiveScheduler(
      SchedulerSettings settings,
      Store store,
      Function<LaunchListener, Backend> backend,
      Function<String, Learning> learning,
      Instant wallClock) {
    this.settings = settings;
    this.store = store;
    this.learning = learning;
    Store.Resumption resumption = store.resume();
    String epoch = resumption.facts().getOrDefault(EPOCH_FACT, wallClock.toString());
    this.timeline = new Timeline(Instant.parse(epoch), settings.system().tick());
    this.clock = new TickClock(timeline, wallClock, resumption.lastTime());
    this.backend = backend.apply(this::ended);
    this.recent = new RecentJournal(resumption.lastSequence());
    this.now = clock.now();
    try {
      this.operations = operations(resumption);
      begin(resumption, epoch);
    } catch (RuntimeException | Error e) {
      closeBackend();
      throw e;
    }
    this.overview = makeOverview();
    this.thread = Thread.ofPlatform().name("scheduler").unstarted(this::work);
  }

  private Operations operations(Store.Resumption resumption) {
    String learned = resumption.facts().getOrDefault(Operations.LEARNING_FACT, "");
    return new Operations(
        settings, timeline, backend, this::ended, learning.apply(learned), now, resumption);
  }

  private void begin(Store.Resumption resumption, String epoch) {
    List<Launch> launches = operations.begin(now, resumption);
    Step first = operations.takeStep();
    first.fact(EPOCH_FACT, epoch);
    commit(first);
    backend.adopt(launches);
  }

  private void ended(LaunchEnd end) {
    inbox.add(new Message.Ended(end));
  }

  private void work() {
    try {
      step(List.of()); // what waited may begin
      while (!closing) {
        step(take());
      }
    } catch (InterruptedException | StoppedException e) {
      LOG.debug("the scheduler was told to stop");
    } catch (RuntimeException | Error e) {
      LOG.error("the scheduler cannot go on; the service must be started again", e);
    }
    over = true;
    present.forEach(LiveScheduler::giveUp);
    inbox.forEach(LiveScheduler::giveUp);
  }

  /** The messages that have come; waits for the first, or until something is due. */
  private List<Message> take() throws InterruptedException {
    List<Message> messages = new ArrayList<>();
    long patience =
        Math.min(clock.nanosUntil(operations.nextWakeUp(), LONGEST_SLEEP_NANOS), untilOverview());
    Message first = inbox.poll(patience, TimeUnit.NANOSECONDS);
    if (first != null) {
      messages.add(first);
      inbox.drainTo(messages, MOST_PER_STEP);
    }
    present = messages;
    return messages;
  }

  private long untilOverview() {
    long sinceMade = System.nanoTime() - overviewMade;
    return isWatched() ? Math.max(0, OVERVIEW_NANOS - sinceMade) : LONGEST_SLEEP_NANOS;
  }

  private boolean isWatched() {
    return System.nanoTime() - overviewAsked < WATCHED_NANOS;
  }

  private void step(List<Message> messages) {
    try {
      tryStep(messages);
    } catch (StoreRefusedException | StoppedException e) {
      throw e;
    } catch (RuntimeException e) {
      if (messages.stream().noneMatch(Message.Request.class::isInstance)) {
        throw e;
      }
      goBack(e);
      leaveOut(messages, e);
    }
    if (isWatched() && System.nanoTime() - overviewMade >= OVERVIEW_NANOS) {
      renewOverview();
    }
  }

  private void tryStep(List<Message> messages) {
    operations.explain(isWatched());
    Map<String, LiveTask> known = known(messages);
    now = Math.max(now, clock.now());
    List<Runnable> answers = new ArrayList<>();
    for (Message message : messages) {
      if (message.isWanted()) {
        handle(message, known, answers);
      }
    }
    settle();
    Step step = operations.takeStep();
    answers.forEach(step::effect);
    commit(step);
    step.runEffects();
  }

  /** Forgets what a step that failed has done in memory, where alone it has done anything. */
  private void goBack(RuntimeException why) {
    LOG.error("a step failed; going on from what the store says", why);
    Store.Resumption resumption = retrying(store::resume);
    operations = operations(resumption);
    operations.begin(now, resumption);
    commit(operations.takeStep());
    overviewStale = true;
  }

  /** Does the messages of a step that failed one by one; a request that fails alone is refused. */
  private void leaveOut(List<Message> messages, RuntimeException why) {
    if (messages.size() > 1) {
      messages.forEach(message -> step(List.of(message)));
    } else if (messages.getFirst() instanceof Message.Request<?> request) {
      request.answer().completeExceptionally(refusal(why));
    }
  }

  private static RuntimeException refusal(RuntimeException why) {
    return why instanceof IllegalArgumentException
        ? new Refusal(Reason.INVALID, String.valueOf(why.getMessage()))
        : why;
  }

  /** What the store knows of the keys of all submissions of a step. */
  private Map<String, LiveTask> known(List<Message> messages) {
    List<TaskRequest> keyed = new ArrayList<>();
    for (Message message : messages) {
      if (message instanceof Message.Submit submit) {
        submit.requests().stream()
            .filter(request -> Admission.key(request).isPresent())
            .forEach(keyed::add);
      }
    }
    return keyed.isEmpty()
        ? Map.of()
        : retrying(() -> Admission.known(keyed, operations.book(), store));
  }

  private void handle(Message message, Map<String, LiveTask> known, List<Runnable> answers) {
    switch (message) {
      case Message.Submit submit -> answer(submit, () -> submit(submit, known), answers);
      case Message.Cancel cancel -> answer(cancel, () -> cancel(cancel), answers);
      case Message.SetAvailable set -> answer(set, () -> setAvailable(set), answers);
      case Message.Switch other -> answer(other, () -> switchPolicy(other), answers);
      case Message.Look<?> look -> answers.add(look::ask);
      case Message.Ended ended -> operations.ended(now, ended.end());
    }
  }

  /** Does what is asked for; the answer waits until it is durable, a refusal does not. */
  private static <T> void answer(
      Message.Request<T> request, Supplier<T> deed, List<Runnable> answers) {
    try {
      T result = deed.get();
      answers.add(() -> request.answer().complete(result));
    } catch (Refusal refusal) {
      request.answer().completeExceptionally(refusal);
    }
  }

  private List<Accepted> submit(Message.Submit submit, Map<String, LiveTask> known) {
    Map<String, LiveTask> own = new HashMap<>();
    Admission.byKey(submit.requests())
        .keySet()
        .forEach(key ->
            operations
                .book()
                .byKey(key)
                .or(() -> Optional.ofNullable(known.get(key)))
                .ifPresent(task -> own.put(key, task)));
    List<Accepted> accepted = operations.submit(now, submit.requests(), own);
    submitted.add(accepted.stream().filter(a -> !a.repeated()).count());
    return accepted;
  }

  private LiveTask cancel(Message.Cancel cancel) {
    overviewStale = true;
    return operations.cancel(now, cancel.task());
  }

  private Void setAvailable(Message.SetAvailable set) {
    overviewStale = true;
    operations.setAvailable(now, machine(set.machine()), set.available());
    return done();
  }

  private Void switchPolicy(Message.Switch other) {
    overviewStale = true;
    operations.switchPolicy(now, other.policy());
    return done();
  }

  @SuppressWarnings("NullAway") // Void has no other value
  private static Void done() {
    return null;
  }

  private void settle() {
    long begin = System.nanoTime();
    operations.settle(now);
    if (operations.heldEvent()) {
      events.increment();
      eventTimes.add(System.nanoTime() - begin);
    }
  }

  /** Makes a step durable. */
  private void commit(Step step) {
    if (!step.changesNothing()) {
      long begin = System.nanoTime();
      Store.Change change = step.change();
      retrying(() -> commit(change));
      commitTimes.add(System.nanoTime() - begin);
      recent.add(step.lines());
    }
  }

  private Void commit(Store.Change change) {
    store.commit(change);
    return done();
  }

  /** Asks the store until it answers. */
  private <T> T retrying(Supplier<T> question) {
    long pause = 50;
    while (true) {
      try {
        T answer = question.get();
        storeReady = true;
        return answer;
      } catch (StoreUnavailableException e) {
        if (storeReady) {
          LOG.warn("the store does not answer; trying again: {}", e.getMessage());
        }
        storeReady = false;
        pause(pause);
        pause = Math.min(2 * pause, LONGEST_RETRY_MILLIS);
      }
    }
  }

  private void pause(long millis) {
    if (closing) {
      throw new StoppedException();
    }
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }

  /** The service was stopped while the store did not answer. */
  private static final class StoppedException extends RuntimeException {}

  private static void giveUp(Message message) {
    if (message instanceof Message.Request<?> request) {
      request
          .answer()
          .completeExceptionally(new Refusal(Reason.UNAVAILABLE, "the service is stopping"));
    }
  }

  private Overview renewOverview() {
    overviewStale = false;
    overview = makeOverview();
    return overview;
  }

  private Overview makeOverview() {
    overviewMade = System.nanoTime();
    Prospects prospects = new Prospects(operations.manager());
    return new Overview(
        now,
        operations.sequence(),
        operations.policy(),
        prospects.machines(operations),
        operations.manager().unmapped(),
        prospects.batch(),
        operations.totals().all(),
        operations.totals().recent(),
        operations.takeOversubscription(),
        operations.energyJoules());
  }

  /** Hands a message to the scheduler's thread and waits for its answer. */
  private <T> T ask(Message.Request<T> request) {
    if (closing || over || inbox.size() > MOST_WAITING) {
      throw new Refusal(Reason.UNAVAILABLE, "the service is stopping or far behind; try again");
    }
    inbox.add(request);
    if (over) {
      giveUp(request);
    }
    try {
      return request.answer().get(settings.patience(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Refusal refusal
          ? refusal
          : new IllegalStateException("the scheduler failed", e.getCause());
    } catch (TimeoutException e) {
      withdraw(request);
      throw new Refusal(
          Reason.UNAVAILABLE,
          "the store does not answer; whether this was done is not known, so repeat it with the"
              + " same key");
    } catch (InterruptedException e) {
      withdraw(request);
      Thread.currentThread().interrupt();
      throw new Refusal(Reason.UNAVAILABLE, "the service is stopping");
    }
  }

  /** What nobody waits for any more is not done, unless it is being done. */
  private void withdraw(Message.Request<?> request) {
    request.answer().cancel(false);
    inbox.remove(request);
  }

  private <T> T look(Supplier<T> question) {
    return ask(new Message.Look<>(question, new CompletableFuture<>()));
  }

  private Machine machine(String name) {
    return settings.system().machines().stream()
        .filter(machine -> machine.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new Refusal(
                Reason.UNKNOWN,
                "no machine is named \"%s\"; there are %s"
                    .formatted(
                        name, settings.system().machines().stream().map(Machine::name).toList())));
  }

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public long now() {
    return clock.now();
  }

  @Override
  public HcSystem system() {
    return look(() -> operations.manager().system());
  }

  @Override
  public List<TaskTypeView> taskTypes() {
    return settings.commands().views();
  }

  @Override
  public List<Accepted> submit(List<TaskRequest> requests) {
    operations.admission().check(requests, now());
    try {
      return ask(new Message.Submit(List.copyOf(requests), new CompletableFuture<>()));
    } catch (Refusal refusal) {
      if (refusal.reason() == Reason.FULL) {
        refusedFull.add(requests.size());
      }
      throw refusal;
    }
  }

  @Override
  public Optional<LiveTask> task(int id) {
    return fromStore(() -> store.find(id));
  }

  private <T> T fromStore(Supplier<T> question) {
    try {
      return question.get();
    } catch (StoreUnavailableException e) {
      LOG.debug("a question to the store failed", e);
      throw new Refusal(Reason.UNAVAILABLE, "the store does not answer; try again later");
    }
  }

  @Override
  public Optional<Waiting> waiting(int id) {
    return storeReady ? look(() -> whyWaiting(id)) : Optional.empty();
  }

  private Optional<Waiting> whyWaiting(int id) {
    ResourceManager manager = operations.manager();
    Prospects prospects = new Prospects(manager);
    Optional<Task> unmapped = manager.findWaiting(id);
    if (unmapped.isPresent()) {
      return unmapped.map(prospects::inBatch);
    }
    for (int m = 0; m < settings.system().machines().size(); m++) {
      MachineQueue queue = manager.queue(m);
      for (int i = queue.firstPending(); i < queue.size(); i++) {
        if (queue.task(i).id() == id) {
          return Optional.of(prospects.inQueue(m, i));
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public List<LiveTask> tasks(TaskQuery query) {
    return fromStore(() -> store.list(query));
  }

  @Override
  public LiveTask cancel(int id) {
    if (task(id).isEmpty()) {
      throw new Refusal(Reason.UNKNOWN, "there is no task %d".formatted(id));
    }
    return ask(new Message.Cancel(id, new CompletableFuture<>()));
  }

  @Override
  public Overview overview() {
    if (over) {
      throw new Refusal(Reason.UNAVAILABLE, "the service has stopped deciding; start it again");
    }
    boolean fresh = isWatched() && !overviewStale;
    overviewAsked = System.nanoTime();
    return fresh || !storeReady ? overview : look(this::renewOverview);
  }

  @Override
  public void drain(String machine) {
    machine(machine);
    ask(new Message.SetAvailable(machine, false, new CompletableFuture<>()));
  }

  @Override
  public void resume(String machine) {
    machine(machine);
    ask(new Message.SetAvailable(machine, true, new CompletableFuture<>()));
  }

  @Override
  public List<String> policies() {
    return settings.policies().names();
  }

  @Override
  public void switchPolicy(String name) {
    if (!policies().contains(name)) {
      throw new Refusal(
          Reason.UNKNOWN,
          "no policy is named \"%s\"; there are %s".formatted(name, String.join(", ", policies())));
    }
    ask(new Message.Switch(name, new CompletableFuture<>()));
  }

  @Override
  public List<JournalLine> journal(long after, int limit) {
    return recent.after(after, limit).orElseGet(() -> fromStore(() -> store.journal(after, limit)));
  }

  @Override
  public List<JournalLine> history(int task) {
    return fromStore(() -> store.history(task));
  }

  @Override
  public OptionalLong awaitJournal(long after, Duration patience) throws InterruptedException {
    return recent.awaitAfter(after, patience);
  }

  @Override
  public LearningView learning() {
    return look(() -> operations.learning().view());
  }

  @Override
  public Figures figures() {
    Overview state = storeReady && !over ? look(this::renewOverview) : overview;
    int queued = state.machines().stream().mapToInt(m -> m.queue().size()).sum();
    int running = (int) state.machines().stream().filter(m -> m.busy()).count();
    return new Figures(
        submitted.sum(),
        refusedFull.sum(),
        state.fates(),
        state.unmapped(),
        queued,
        running,
        events.sum(),
        eventTimes.snapshot(),
        commitTimes.snapshot(),
        storeReady && !over);
  }

  @Override
  public boolean isAlive() {
    return !over;
  }

  /** Whether it works and its store answers. */
  public boolean isReady() {
    return !closing && storeReady && !over;
  }

  /** Stops deciding; commands that run go on, and the next scheduler adopts them. */
  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeBackend();
  }

  private void closeBackend() {
    try {
      backend.close();
    } catch (Exception e) {
      LOG.warn("the back end did not close", e);
    }
  }
}
