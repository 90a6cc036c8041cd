package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.scheduling.SchedulerSettings;
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.SmallDisk;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is gone for a while under load. */
class StoreOutageTest {
  private static final long PATIENCE_MILLIS = 1500;

  @TempDir private Path directory;

  private interface Action {
    void run() throws Exception;
  }

  private static LiveSettings impatient(LiveSettings settings) {
    SchedulerSettings s = settings.scheduler();
    return new LiveSettings(
        new SchedulerSettings(
            s.system(),
            s.rules(),
            s.policies(),
            s.policy(),
            s.commands(),
            s.batchCapacity(),
            PATIENCE_MILLIS),
        settings.data(),
        settings.backend(),
        settings.learns(),
        settings.store(),
        settings.retention(),
        settings.http(),
        settings.traces(),
        settings.written());
  }

  @Test
  @Tag("slow")
  void nothingIsLostWhilePostgresIsDown() throws Exception {
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    try {
      String url = postgres.url();
      checkOutage("store: " + url, postgres::stop, postgres::start);
    } finally {
      postgres.stop();
    }
  }

  @Test
  @Tag("slow")
  void anIdleServiceNoticesThatPostgresIsDown() throws Exception {
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    String store = "store: " + postgres.url();
    LiveSettings settings = SmallSystem.in(directory, 100, store).settings();
    try (LiveServer server = LiveServer.start(settings);
        Client client = new Client(server.address())) {
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
      postgres.stop();
      awaitReadiness(client, 503);
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
      postgres.start();
      awaitReadiness(client, 200);
      Client.id(client.submit("once", "afterwards", "in 60 s"));
    } finally {
      postgres.stop();
    }
  }

  private static void awaitReadiness(Client client, int status) {
    await().until(() -> client.get("/readyz").statusCode() == status);
  }

  /** There is room for SQLite's write-ahead log, which grows to 4 MB before it begins again. */
  @Test
  void nothingIsLostWhileTheDiskIsFull() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    try (SmallDisk small = SmallDisk.mount(disk, 32)) {
      checkOutage("store: " + disk.resolve("espalier.db"), small::fill, small::empty);
    }
  }

  /** The files of runs lie on a disk of their own; the store does not. */
  @Test
  void machinesWorkAgainWhenTheDiskOfTheirRunsHasRoom() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("data"));
    SmallSystem system =
        SmallSystem.in(directory, 100, "store: " + directory.resolve("espalier.db"));
    try (SmallDisk small = SmallDisk.mount(disk, 4);
        LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      small.fill();
      long waiting = Client.id(client.submit("once", "meanwhile", "in 120 s"));
      await().until(() -> client.get("/v1/machines").body().contains("\"failed: "));
      assertThat(client.json("/v1/tasks/" + waiting).has("ended")).isFalse();
      small.empty();
      awaitEnd(client, waiting);
      assertThat(client.json("/v1/tasks/" + waiting).get("fate").asString()).isEqualTo("on-time");
      await().until(() -> !client.get("/v1/machines").body().contains("\"failed: "));
      assertThat(Files.readAllLines(system.ran())).containsExactly("meanwhile");
    }
  }

  private static void awaitEnd(Client client, long id) {
    await().until(() -> client.json("/v1/tasks/" + id).has("ended"));
  }

  private void checkOutage(String store, Action begin, Action end) throws Exception {
    SmallSystem system = SmallSystem.in(directory, 10_000, store);
    LiveSettings settings = impatient(system.settings());
    Map<String, Long> acknowledged;
    try (LiveServer server = LiveServer.start(settings);
        Client client = new Client(server.address());
        Load load = new Load(client, 3)) {
      await().until(() -> load.acknowledged().size() > 20);
      long running = Client.id(client.submit("once", "running", "in 600 s", "4"));
      awaitState(client, running, "running");

      begin.run();

      awaitReadiness(client, 503);
      await().until(() -> load.putOff() > 5);
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
      await().until(() -> client.get("/metrics").body().contains("espalier_store_ready 0"));
      awaitExit(running);
      end.run();

      awaitReadiness(client, 200);
      int before = load.acknowledged().size();
      await().until(() -> load.acknowledged().size() > before + 20);
      load.finish();
      load.acknowledged().put("running", running);
      assertThat(client.json("/v1/tasks/" + running).get("exit_code").asInt()).isZero();
      assertThat(client.json("/v1/tasks/" + running).get("attempts").asInt()).isOne();
      assertThat(load.quantileMillis(1)).isLessThan(PATIENCE_MILLIS + 3000);
      acknowledged = load.acknowledged();
    }
    check(settings, system, acknowledged);
  }

  /** The command ends, which the service cannot note. */
  private void awaitExit(long task) {
    Path runs = directory.resolve("data/local/runs");
    PathMatcher status = runs.getFileSystem().getPathMatcher("glob:**/%d-1/status".formatted(task));
    await()
        .until(() -> {
          try (Stream<Path> files = Files.walk(runs)) {
            return files.anyMatch(status::matches);
          }
        });
  }

  private static void awaitState(Client client, long id, String state) {
    await().until(() -> client.json("/v1/tasks/" + id).get("state").asString().equals(state));
  }

  private static void check(
      LiveSettings settings, SmallSystem system, Map<String, Long> acknowledged)
      throws IOException {
    try (Store store = Stores.open(settings.store())) {
      Books books = new Books(store);
      books.checkAcknowledged(acknowledged);
      books.checkJournal();
      books.checkRuns(system.ran());
    }
  }
}
