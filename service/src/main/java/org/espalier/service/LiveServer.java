package org.espalier.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.espalier.service.agent.AgentsSettings;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.LocalBackend;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.MixedSettings;
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.backend.SimulatedSettings;
import org.espalier.service.config.Difference;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.http.ApiServer;
import org.espalier.service.http.StandByServer;
import org.espalier.service.http.Upkeep;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Standing;
import org.espalier.service.scheduling.Janitor;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.service.scheduling.SchedulerSettings.Configuration;
import org.espalier.service.servers.MixedBackend;
import org.espalier.service.servers.ServerBackend;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.workload.document.InvalidInputException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A live service with all its parts: store, back end, scheduler and HTTP. */
public final class LiveServer implements Upkeep, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveServer.class);

  /** How long the one before may take to let go. */
  private static final Duration LONGEST_YIELD = Duration.ofMinutes(1);

  private final Store store;
  private final LiveScheduler scheduler;
  private final ApiServer server;
  private final String found;
  private final Optional<BackendFactory> ownBackend;
  private final Supplier<LiveSettings> reader;
  private final CountDownLatch ended = new CountDownLatch(1);
  private LiveSettings settings;
  private Optional<Janitor> janitor;

  /**
   * Says what is in the way of a start, of the address and the data directory; starts nothing and
   * leaves nothing behind.
   *
   * @return which tasks of the store the configuration has no place for, and what would become of
   *     them
   * @throws org.espalier.service.http.AddressUnavailableException if its port is in use
   * @throws org.espalier.service.backend.BackendException if its data directory cannot be used
   */
  public static List<String> check(LiveSettings settings) {
    try (var _ = settings.http().listen()) {
      DataDirectory.check(settings.data());
      return settings.scheduler().notices(Stores.unfinished(settings.store()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Refuses a system that a {@linkplain #standBy stand-by} could not go on with.
   *
   * @throws BackendException with all that is in the way
   */
  public static void checkStandBy(LiveSettings settings) {
    List<String> faults = new ArrayList<>();
    if (!Stores.isShared(settings.store())) {
      faults.add(
          "--standby needs a store that computers share; %s is a file: give the URL of a PostgreSQL database as store"
              .formatted(settings.store()));
    }
    BackendSettings present = settings.backend();
    switch (present instanceof MixedSettings mixed ? mixed.commands() : present) {
      case LocalSettings _ ->
          faults.add(
              "--standby needs machines that outlive the computer of the service; backend: local"
                  + " runs commands on it: make them backend: agents");
      case SimulatedSettings _ ->
          faults.add(
              "--standby needs machines that are there; those of backend: simulated are known to"
                  + " one service only");
      default -> {}
    }
    BackendException.whenAny(faults);
    Optional<String> unused = check(present, true);
  }

  /**
   * Says how the processes of a task would be contained, for people; empty if that is of no
   * interest.
   *
   * @throws BackendException if commands could not be run
   */
  public static Optional<String> checkBackend(LiveSettings settings) {
    return check(settings.backend(), true);
  }

  /**
   * The same.
   *
   * @param isAlone whether no service uses any of it
   */
  private static Optional<String> check(BackendSettings settings, boolean isAlone) {
    return switch (settings) {
      case MixedSettings mixed -> check(mixed.commands(), isAlone);
      case LocalSettings local -> Optional.of(LocalBackend.check(local));
      case AgentsSettings agents when isAlone -> Optional.of(agents.check());
      default -> Optional.empty();
    };
  }

  private static BackendFactory factory(BackendSettings settings) {
    return switch (settings) {
      case LocalSettings local -> (owner, listener) -> LocalBackend.open(local, listener);
      case ServerSettings servers ->
          (owner, listener) -> new ServerBackend(servers, owner, listener);
      case MixedSettings mixed -> {
        BackendFactory commands = factory(mixed.commands());
        yield (owner, listener) ->
            new MixedBackend(
                commands.open(owner, listener),
                new ServerBackend(mixed.servers(), owner, listener),
                mixed.servers().machines().keySet());
      }
      default -> settings.factory();
    };
  }

  /**
   * Starts a service, or goes on where it was stopped.
   *
   * @throws org.espalier.service.http.AddressUnavailableException if its port is in use; nothing
   *     was touched then
   * @throws org.espalier.service.store.StoreRefusedException if the store is of no use
   * @throws org.espalier.service.backend.BackendException if commands cannot be run here
   */
  public static LiveServer start(LiveSettings settings) {
    return start(settings, () -> settings);
  }

  /**
   * The same.
   *
   * @param reader reads the description of the live system again, for a {@link #reload}
   */
  public static LiveServer start(LiveSettings settings, Supplier<LiveSettings> reader) {
    return start(settings, reader, Optional.empty(), settings.http().listen(), Duration.ZERO);
  }

  /** The same with a back end of one's own in place of the one that the settings describe. */
  public static LiveServer start(LiveSettings settings, BackendFactory backend) {
    return start(
        settings, () -> settings, Optional.of(backend), settings.http().listen(), Duration.ZERO);
  }

  /** A service that works on the same store, and is to end. */
  public interface Predecessor {
    /** Says something, so that it is reached from then on by a connection that is there. */
    void greet();

    /** Tells it to {@linkplain Upkeep#letGo let go}; returns when it does. */
    void yieldTo(String store);
  }

  /**
   * Takes the place of another service: makes itself quick, has that one let go, and goes on where
   * it stopped. Connections that come meanwhile wait.
   */
  public static LiveServer takeOver(
      LiveSettings settings, Supplier<LiveSettings> reader, Predecessor predecessor) {
    Optional<String> unused = check(settings.backend(), false);
    WarmUp.ofAll(settings);
    predecessor.greet();
    ServerSocketChannel address = settings.http().join();
    try {
      predecessor.yieldTo(settings.storeId());
    } catch (RuntimeException e) {
      close(address, e);
      throw e;
    }
    return start(settings, reader, Optional.empty(), address, LONGEST_YIELD);
  }

  /**
   * Waits until no other service decides, and starts. Meanwhile it listens, and says who does. The
   * other may have let go of the store, be dead, or have been silent for a while.
   *
   * @throws BackendException if another computer could not go on with such a system
   * @throws org.espalier.service.store.StoreRefusedException if the store is of no use, or the
   *     clock of this computer is another than its server's
   */
  public static LiveServer standBy(LiveSettings settings, Supplier<LiveSettings> reader) {
    checkStandBy(settings);
    ServerSocketChannel bound = settings.http().listen();
    String own = settings.http().addressElsewhere(bound);
    try (Store looked = Stores.lookAt(settings.store());
        StandByServer waiting =
            new StandByServer(
                settings.http(),
                bound,
                looked,
                settings.scheduler()::timeline,
                () -> Thread.ofPlatform().daemon().start(() -> WarmUp.ofAll(settings)))) {
      Store store = Stores.standBy(settings.store(), own, waiting::saw);
      return start(settings, reader, Optional.empty(), settings.http().join(), () -> store);
    }
  }

  private static LiveServer start(
      LiveSettings settings,
      Supplier<LiveSettings> reader,
      Optional<BackendFactory> backend,
      ServerSocketChannel address,
      Duration patience) {
    String own = settings.http().addressElsewhere(address);
    Supplier<Store> opening = () -> Stores.open(settings.store(), own, patience);
    return start(settings, reader, backend, address, opening);
  }

  private static LiveServer start(
      LiveSettings settings,
      Supplier<LiveSettings> reader,
      Optional<BackendFactory> backend,
      ServerSocketChannel address,
      Supplier<Store> opening) {
    Store store = null;
    LiveScheduler scheduler = null;
    try {
      DataDirectory.make(settings.data());
      store = opening.get();
      BackendFactory factory = backend.orElseGet(() -> factory(settings.backend()));
      scheduler = LiveScheduler.start(configuration(settings, factory), store);
      return new LiveServer(store, scheduler, address, settings, reader, backend);
    } catch (RuntimeException e) {
      close(scheduler, e);
      close(store, e);
      close(address, e);
      throw e;
    }
  }

  private static Configuration configuration(LiveSettings settings, BackendFactory backend) {
    return new Configuration(settings.scheduler(), backend, state -> learning(settings, state));
  }

  private static Learning learning(LiveSettings settings, String state) {
    return settings.learns()
        ? HistogramLearning.of(settings.scheduler().system(), state)
        : Learning.NONE;
  }

  private static void close(@Nullable AutoCloseable part, RuntimeException why) {
    try {
      if (part != null) {
        part.close();
      }
    } catch (Exception e) {
      why.addSuppressed(e);
    }
  }

  private LiveServer(
      Store store,
      LiveScheduler scheduler,
      ServerSocketChannel address,
      LiveSettings settings,
      Supplier<LiveSettings> reader,
      Optional<BackendFactory> ownBackend) {
    this.store = store;
    this.scheduler = scheduler;
    this.settings = settings;
    this.reader = reader;
    this.ownBackend = ownBackend;
    this.server =
        ApiServer.start(settings.http(), address, scheduler, new WarmUp(settings)::isOver, this);
    this.janitor = janitor();
    scheduler.traceTo(settings.traces());
    this.found = found(settings.data());
    LOG.atLevel(found.contains("but") ? Level.WARN : Level.INFO).log("store: {}", found);
    LOG.info("serving at {}", server.address());
  }

  private Optional<Janitor> janitor() {
    return settings.retention().map(age -> Janitor.start(store, scheduler, age));
  }

  /**
   * Reads the description of the live system again, and goes by it from then on, as after a start
   * but without a pause. What runs goes on, and clients wait a moment.
   *
   * @param isTrial whether only to say what would change
   * @throws Refusal with all that is wrong, or cannot change while it is served; nothing was
   *     changed then
   */
  @Override
  public synchronized Upkeep.Reloaded reload(boolean isTrial) {
    LiveSettings next = readAgain();
    Difference difference = Difference.of(settings, next);
    check(next, difference);
    if (isTrial) {
      return new Upkeep.Reloaded(
          difference.changes(), next.scheduler().notices(Stores.unfinished(next.store())));
    }
    boolean isSame = next.backend().equals(settings.backend()) || ownBackend.isPresent();
    BackendFactory backend = isSame ? scheduler.configuration().backend() : factory(next.backend());
    String policy = next.scheduler().policy();
    scheduler.reload(
        configuration(next, backend),
        Optional.of(policy).filter(name -> !name.equals(settings.scheduler().policy())));
    if (!next.traces().equals(settings.traces())) {
      scheduler.traceTo(next.traces());
    }
    settings = next;
    server.use(next.http());
    janitor.ifPresent(Janitor::close);
    janitor = janitor();
    difference.changes().forEach(change -> LOG.info("reloaded: {}", change));
    return new Upkeep.Reloaded(difference.changes(), scheduler.overview().notices());
  }

  /** The same; where that fails the log says why, and the service goes on as before. */
  public void tryToReload() {
    try {
      LoggerFactory.getLogger(Upkeep.AUDIT).info("somebody sent the signal HUP, to reload");
      Upkeep.Reloaded unused = reload(false);
    } catch (RuntimeException e) {
      LOG.error("not reloaded: {}", e.getMessage());
    }
  }

  @Override
  public synchronized void letGo(Optional<String> store) {
    if (store.filter(id -> !id.equals(settings.storeId())).isPresent()) {
      throw new Refusal(
          Reason.CONFLICT, "this service has another store than the one that would take over");
    }
    Thread.ofPlatform()
        .name("yield")
        .start(() -> {
          server.drain(Duration.ofSeconds(2)); // who waits for longer asks the next service
          close();
        });
  }

  /**
   * Waits until it is closed, as by itself when it yields, or decides no more since another service
   * does.
   *
   * @return whether another does; this is to be closed then
   */
  public boolean awaitEnd() throws InterruptedException {
    while (!ended.await(1, TimeUnit.SECONDS)) {
      if (!scheduler.isAlive() && store.isFollowed()) {
        LOG.warn("another service decides on the same store now");
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Standing> services() {
    return store.services();
  }

  private LiveSettings readAgain() {
    try {
      return reader.get();
    } catch (InvalidInputException e) {
      throw new Refusal(Reason.CONFLICT, "nothing was changed:\n" + e.getMessage());
    }
  }

  private void check(LiveSettings next, Difference difference) {
    List<String> faults = new ArrayList<>(difference.fixed());
    if (!next.backend().equals(settings.backend())) {
      try {
        Optional<String> unused = check(next.backend(), false);
      } catch (BackendException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }
    if (!faults.isEmpty()) {
      throw new Refusal(Reason.CONFLICT, "nothing was changed:\n" + String.join("\n", faults));
    }
  }

  private String found(Path data) {
    Optional<Path> note = DataDirectory.noteStore(data);
    return scheduler
        .found()
        .or(() ->
            note.map(file ->
                "new store, but one was begun before, as %s says; if %s has moved or is not mounted, stop this service and bring it back"
                    .formatted(file, data)))
        .orElse("new store");
  }

  /** What the store held when it was opened, for people. */
  public String found() {
    return found;
  }

  /** Where people and programs find it. */
  public String address() {
    return server.address();
  }

  /** The settings of policies that differ from the file's. */
  public Map<String, String> policySettings() {
    return scheduler.policySettings();
  }

  /** The policy that decides: the one that was switched to last, if any, else that of the file. */
  public String policy() {
    return scheduler.policy();
  }

  /** What holds the processes of a task together, for people; empty if that is of no interest. */
  public Optional<String> containment() {
    return scheduler.containment();
  }

  /** Stops deciding and serving; commands that run go on, and the next start adopts them. */
  @Override
  public synchronized void close() {
    if (ended.getCount() > 0) {
      janitor.ifPresent(Janitor::close);
      server.close();
      scheduler.close();
      store.close();
      LOG.info("let go of the store");
      scheduler.traceTo(Optional.empty());
      ended.countDown();
    }
  }
}
