package org.espalier.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.agent.AgentsSettings;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.LocalBackend;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.MixedSettings;
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.backend.SimulatedSettings;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.http.ApiServer;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Learning;
import org.espalier.service.scheduling.Janitor;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.service.servers.MixedBackend;
import org.espalier.service.servers.ServerBackend;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A live service with all its parts: store, back end, scheduler and HTTP. */
public final class LiveServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveServer.class);
  private final Store store;
  private final LiveScheduler scheduler;
  private final ApiServer server;
  private final String found;
  private final Optional<Janitor> janitor;

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
   * Says how the processes of a task would be contained, for people; empty if that is of no
   * interest.
   *
   * @throws BackendException if commands could not be run
   */
  public static Optional<String> checkBackend(LiveSettings settings) {
    return checkBackend(settings.backend());
  }

  private static Optional<String> checkBackend(BackendSettings settings) {
    return switch (settings) {
      case MixedSettings mixed -> checkBackend(mixed.commands());
      case LocalSettings local -> Optional.of(LocalBackend.check(local));
      case AgentsSettings agents -> Optional.of(agents.check());
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
      case SimulatedSettings simulated -> simulated.factory();
      case AgentsSettings agents -> agents.factory();
      default -> throw new IllegalArgumentException("no back end is opened by " + settings);
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
    return start(settings, factory(settings.backend()));
  }

  /** The same with a back end of one's own in place of the one that the settings describe. */
  public static LiveServer start(LiveSettings settings, BackendFactory backend) {
    ServerSocketChannel address = settings.http().listen();
    Store store = null;
    LiveScheduler scheduler = null;
    try {
      DataDirectory.make(settings.data());
      store = Stores.open(settings.store());
      scheduler =
          LiveScheduler.start(
              settings.scheduler(), store, backend, state -> learning(settings, state));
      ApiServer server =
          ApiServer.start(
              settings.http(),
              address,
              scheduler,
              scheduler::isReady,
              new WarmUp(settings)::isOver);
      return new LiveServer(store, scheduler, server, settings);
    } catch (RuntimeException e) {
      close(scheduler, e);
      close(store, e);
      close(address, e);
      throw e;
    }
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
      Store store, LiveScheduler scheduler, ApiServer server, LiveSettings settings) {
    this.store = store;
    this.scheduler = scheduler;
    this.server = server;
    this.janitor =
        settings.retention().map(age -> Janitor.start(store, scheduler, age, settings.keys()));
    this.found = found(settings.data());
    LOG.atLevel(found.contains("but") ? Level.WARN : Level.INFO).log("store: {}", found);
    LOG.info("serving at {}", server.address());
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
    return scheduler.overview().policy();
  }

  /** What holds the processes of a task together, for people; empty if that is of no interest. */
  public Optional<String> containment() {
    return scheduler.containment();
  }

  /** Stops deciding and serving; commands that run go on, and the next start adopts them. */
  @Override
  public void close() {
    janitor.ifPresent(Janitor::close);
    server.close();
    scheduler.close();
    store.close();
  }
}
