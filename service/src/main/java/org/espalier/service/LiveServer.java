package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.LocalBackend;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.http.ApiServer;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.live.Refusal;
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

  /** What is forgotten is forgotten by so many parts of the time for which it is kept. */
  private static final int CHAPTERS = 10;

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
              state ->
                  HistogramLearning.of(settings.learning(), settings.scheduler().system(), state));
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

  private static void makeDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new BackendException(
          "the directory %s cannot be made (%s); name another as data".formatted(directory, e), e);
    }
  }

  private LiveServer(
      Store store, LiveScheduler scheduler, ApiServer server, Optional<Duration> retention) {
    this.store = store;
    this.scheduler = scheduler;
    this.server = server;
    this.janitor =
        retention.map(age -> Thread.ofVirtual().name("janitor").start(() -> forgetNowAndThen(age)));
    LOG.info("serving at {}", server.address());
  }

  private void forgetNowAndThen(Duration age) {
    long begun = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(FORGETTING);
        if (System.nanoTime() - begun >= age.dividedBy(CHAPTERS).toNanos()) {
          begun = System.nanoTime();
          attempt(scheduler::beginJournalAnew);
        }
        attempt(() -> forget(age));
      }
    } catch (InterruptedException e) {
      LOG.debug("forgetting ends");
    }
  }

  private void forget(Duration age) {
    int tasks = store.forget(scheduler.now() - scheduler.timeline().ticks(age));
    LOG.debug("forgot {} tasks", tasks);
  }

  private static void attempt(Runnable deed) {
    try {
      deed.run();
    } catch (StoreUnavailableException | Refusal e) {
      LOG.debug("nothing was forgotten", e);
    } catch (RuntimeException e) {
      LOG.error("what is old could not be forgotten; it is tried again", e);
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
