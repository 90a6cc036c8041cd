package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.RealTimers;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The whole service on a back end that it knows nothing of: a cluster, on which a test says when a
 * command ends. This is how a back end of one's own is put under the service.
 */
class ForeignBackendTest {
  private static final String SYSTEM =
      """
      name: two
      tick: 1 ms
      machines: [{type: node, count: 2}]
      pet: {samples: times.csv, step: 100 ms}
      """;
  private static final String TIMES =
      "task_type,machine_type,execution_time_s\nonce,node,0.2\nonce,node,0.4\nagain,node,0.3\n";
  private static final String LIVE =
      """
      system: system.yaml
      task_types:
        once:
          command: [endless, "0", "written by {name}"]
          parameters: {name: {text: "[a-z0-9-]+"}}
        again:
          command: [endless, "0", "written by {name}"]
          parameters: {name: {text: "[a-z0-9-]+"}}
          retry: true
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private LiveSettings settings;
  private final ScriptedCluster cluster =
      new ScriptedCluster(Set.of("node-0", "node-1"), new RealTimers());

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE);
    settings = LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  private LiveServer start() {
    return LiveServer.start(settings, cluster::open);
  }

  private static long submit(Client client, String type, String name) throws IOException {
    return Client.id(
        client.post(
            "/v1/tasks",
            """
            {"type": "%s", "parameters": {"name": "%s"}, "deadline": "in 600 s", "key": "%s"}
            """
                .formatted(type, name, name)));
  }

  private static JsonNode task(Client client, long id) throws IOException {
    return client.json("/v1/tasks/" + id);
  }

  private static String state(Client client, long id) throws IOException {
    return task(client, id).get("state").asString();
  }

  private static void awaitState(Client client, long id, String state) {
    await().until(() -> state(client, id).equals(state));
  }

  private LaunchId awaitRunning(long task, int attempt) {
    LaunchId launch = new LaunchId(task, attempt);
    await().until(() -> cluster.running().contains(launch));
    return launch;
  }

  @Test
  void tasksRunAndEndOnTheCluster() throws IOException {
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      long good = submit(client, "once", "good");
      long bad = submit(client, "once", "bad");

      cluster.exit(awaitRunning(good, 1), 0);
      cluster.exit(awaitRunning(bad, 1), 7);

      awaitState(client, good, "completed");
      awaitState(client, bad, "failed");
      assertThat(task(client, bad).get("exit_code").asInt()).isEqualTo(7);
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aTaskThatIsTakenBackIsStoppedThere() throws IOException {
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      long id = submit(client, "once", "unwanted");
      awaitRunning(id, 1);

      assertThat(client.delete("/v1/tasks/" + id).statusCode()).isEqualTo(200);

      await().until(() -> cluster.running().isEmpty());
      assertThat(state(client, id)).isEqualTo("cancelled");
    }
  }

  @Test
  void whatRunsOrEndsWhileTheServiceIsDownIsFoundAgain() throws IOException {
    long runs;
    long ends;
    long waits;
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      runs = submit(client, "once", "runs");
      ends = submit(client, "once", "ends");
      waits = submit(client, "once", "waits");
      awaitRunning(runs, 1);
      awaitRunning(ends, 1);
    }
    cluster.exit(new LaunchId(ends, 1), 0);
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      awaitState(client, ends, "completed");
      cluster.exit(awaitRunning(runs, 1), 0); // the one that waits may be behind it
      cluster.exit(awaitRunning(waits, 1), 0);
      awaitState(client, waits, "completed");
      awaitState(client, runs, "completed");
      assertThat(task(client, runs).get("attempts").asInt()).isOne();
    }
    checkBooks(Map.of("runs", runs, "ends", ends, "waits", waits));
  }

  @Test
  void whatTheClusterHasLostRunsAgainIfItMay() throws IOException {
    long once;
    long again;
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      once = submit(client, "once", "once");
      again = submit(client, "again", "again");
      awaitRunning(once, 1);
      awaitRunning(again, 1);
    }
    cluster.reboot();
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      awaitState(client, once, "failed");
      cluster.exit(awaitRunning(again, 2), 0);
      awaitState(client, again, "completed");
    }
    checkBooks(Map.of("once", once, "again", again));
  }

  private void checkBooks(Map<String, Long> acknowledged) {
    try (Store store = Stores.open(settings.store())) {
      Books books = new Books(store);
      books.checkAcknowledged(acknowledged);
      books.checkJournal();
    }
  }

  @Test
  void theStartMovesToTheBeginning() throws IOException {
    cluster.queueFor(Duration.ofMillis(50));
    try (LiveServer server = start();
        Client client = new Client(server.address())) {
      long id = submit(client, "once", "late");
      LaunchId launch = awaitRunning(id, 1);
      await().until(() -> client.get("/v1/tasks/" + id).body().contains("\"executing\""));
      cluster.exit(launch, 0);
      awaitState(client, id, "completed");
    }
  }
}
