package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The whole service on machines that only take time. */
class SimulatedServiceTest {
  private static final String SYSTEM =
      """
      name: simulated
      tick: 1 ms
      machine_types: [{name: fast}, {name: slow}]
      machines:
        - {type: fast, count: 3}
        - {type: slow, count: 2}
      pet: {samples: times.csv, step: 10 ms}
      """;
  private static final String TIMES =
      """
      task_type,machine_type,execution_time_s
      short,fast,0.02
      short,fast,0.04
      short,slow,0.05
      short,slow,0.1
      long,fast,1
      long,slow,1.2
      endless,fast,3600
      endless,slow,3600
      """;
  private static final String LIVE =
      """
      system: system.yaml
      backend: simulated
      seed: 5
      policy: MM
      http: {port: 0}
      """;

  /** The deadline of what takes a second, which a busy computer may begin late. */
  private static final int SOON_MILLIS = 4000;

  @TempDir private Path directory;

  private LiveSettings settings() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE);
    return LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  private static long submit(Client client, String type, String key) throws IOException {
    String deadline = type.equals("long") ? "in %d ms".formatted(SOON_MILLIS) : "in 4000 s";
    return Client.id(
        client.post(
            "/v1/tasks",
            "{\"type\": \"%s\", \"deadline\": \"%s\", \"key\": \"%s\"}"
                .formatted(type, deadline, key)));
  }

  private static List<Long> submit(Client client, String type, int count) throws IOException {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(submit(client, type, type + "-" + i));
    }
    return ids;
  }

  private static JsonNode task(Client client, long id) throws IOException {
    return client.json("/v1/tasks/" + id);
  }

  private static void awaitState(Client client, long id, String state) {
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> task(client, id).get("state").asString().equals(state));
  }

  /** What each task took, in milliseconds, by id. */
  private Map<Long, Long> times(LiveSettings settings) {
    try (Store store = Stores.open(settings.store())) {
      Books books = new Books(store);
      books.checkJournal();
      return books.tasks().values().stream()
          .collect(
              Collectors.toMap(
                  task -> task.id(),
                  task -> task.ending().orElseThrow().time() - task.run().orElseThrow().start()));
    }
  }

  @Test
  void tasksTakeTheTimeThatIsDrawnForThem() throws IOException {
    LiveSettings settings = settings();
    List<Long> ids;
    Map<Long, String> machines = new HashMap<>();
    try (LiveServer server = LiveServer.start(settings);
        Client client = new Client(server.address())) {
      assertThat(client.machines())
          .containsExactly("fast-0", "fast-1", "fast-2", "slow-0", "slow-1");
      ids = submit(client, "short", 12);
      for (long id : ids) {
        awaitState(client, id, "completed");
        machines.put(id, machine(client, id));
      }
    }
    Map<Long, Long> times = times(settings);
    for (long id : ids) {
      long least = machines.get(id).startsWith("fast") ? 20 : 50;
      assertThat(times.get(id)).as("task %d", id).isGreaterThanOrEqualTo(least);
    }
  }

  @Test
  void whatIsTakenBackEndsAtOnceAndMakesRoom() throws IOException {
    try (LiveServer server = LiveServer.start(settings());
        Client client = new Client(server.address())) {
      List<Long> endless = submit(client, "endless", 5);
      for (long id : endless) {
        awaitState(client, id, "running");
      }
      long waits = submit(client, "short", "waits");
      awaitState(client, waits, "assigned");
      String machine = machine(client, waits);
      long before =
          endless.stream()
              .filter(id -> machine(client, id).equals(machine))
              .findFirst()
              .orElseThrow();

      assertThat(client.delete("/v1/tasks/" + before).statusCode()).isEqualTo(200);

      awaitState(client, before, "cancelled");
      awaitState(client, waits, "completed");
    }
  }

  private static String machine(Client client, long id) {
    try {
      return task(client, id).get("machine").asString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void machinesGoOnWhileTheServiceIsKilled() throws Exception {
    LiveSettings settings = settings();
    List<Long> ended;
    long runs;
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      runs = submit(client, "endless", "runs");
      awaitState(client, runs, "running");
      ended = submit(client, "long", 2);
      for (long id : ended) {
        await().until(() -> task(client, id).has("started"));
      }
      service.kill();
    }
    Thread.sleep(SOON_MILLIS + 100); // what is long has ended, and its deadline is over
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      for (long id : ended) {
        assertThat(task(client, id).get("state").asString()).isEqualTo("completed");
        assertThat(task(client, id).get("attempts").asInt()).isOne();
      }
      assertThat(task(client, runs).get("state").asString()).isEqualTo("running");
      client.delete("/v1/tasks/" + runs);
      awaitState(client, runs, "cancelled");
    }
    times(settings);
  }
}
