package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.service.backend.LocalBackend;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.http.ApiServer;
import org.espalier.service.learning.Learning;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreUnavailableException;
import org.espalier.service.store.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A live service with all its parts: store, back end, scheduler and HTTP. */
public final class LiveServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveServer.class);
  private static final Duration FORGETTING = Duration.ofMinutes(1);

  private final Store store;
  private final LiveScheduler scheduler;
  private final ApiServer server;
  private final Optional<Thread> janitor;

  /**
   * Starts a service, or goes on where it was stopped.
   *
   * @throws org.espalier.service.store.StoreRefusedException if the store is of no use
   * @throws org.espalier.service.backend.BackendException if commands cannot be run here
   */
  public static LiveServer start(LiveSettings settings) {
    makeDirectory(settings.backend().directory());
    Store store = Stores.open(settings.store());
    LiveScheduler scheduler = null;
    try {
      scheduler =
          LiveScheduler.start(
              settings.scheduler(),
              store,
              listener -> LocalBackend.open(settings.backend(), listener),
              state -> Learning.NONE);
      ApiServer server = ApiServer.start(settings.http(), scheduler, scheduler::isReady);
      return new LiveServer(store, scheduler, server, settings.retention());
    } catch (RuntimeException e) {
      if (scheduler != null) {
        scheduler.close();
      }
      store.close();
      throw e;
    }
  }

  /** The store is in it by default, and is opened before the back end, which needs it too. */
  private static void makeDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      LOG.debug("{} was not made; store and back end tell what they lack", directory, e);
    }
  }

  private LiveServer(
      Store store, LiveScheduler scheduler, ApiServer server, Optional<Duration> retention) {
    this.store = store;
    this.scheduler = scheduler;
    this.server = server;
    this.janitor =
        retention.map(age -> Thread.ofVirtual().name("janitor").start(() -> forget(age)));
    LOG.info("serving at {}", server.address());
  }

  private void forget(Duration age) {
    try {
      while (true) {
        try {
          int tasks = store.forget(scheduler.now() - scheduler.timeline().ticks(age));
          LOG.debug("forgot {} tasks", tasks);
        } catch (StoreUnavailableException e) {
          LOG.debug("nothing was forgotten", e);
        }
        Thread.sleep(FORGETTING);
      }
    } catch (InterruptedException e) {
      LOG.debug("forgetting ends");
    }
  }

  /** Where people and programs find it. */
  public String address() {
    return server.address();
  }

  /** Stops deciding and serving; commands that run go on, and the next start adopts them. */
  @Override
  public void close() {
    janitor.ifPresent(Thread::interrupt);
    server.close();
    scheduler.close();
    store.close();
  }
}
