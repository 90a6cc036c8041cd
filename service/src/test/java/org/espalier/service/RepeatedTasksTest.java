package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.scheduling.Journals;
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Commands that fail at first, and such as run away, in a service that is killed meanwhile. */
@Tag("slow")
class RepeatedTasksTest {

  @TempDir private Path directory;

  @Test
  void inSqliteWhatFailedRunsAgainAfterItsDelayThoughTheServiceIsKilled() throws Exception {
    checkRepetition(SmallSystem.in(directory, 100));
  }

  @Test
  void inPostgresWhatFailedRunsAgainAfterItsDelayThoughTheServiceIsKilled() throws Exception {
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    try {
      checkRepetition(SmallSystem.in(directory, 100, "store: " + postgres.url()));
    } finally {
      postgres.stop();
    }
  }

  private void checkRepetition(SmallSystem system) throws Exception {
    int id;
    Instant until;
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      id = Client.id(client.submit("flaky", "a", "in 600 s"));
      await().until(() -> task(client, id).has("held_until"));
      JsonNode held = task(client, id);
      until = Instant.parse(held.get("held_until").asString());
      assertThat(held.get("state").asString()).isEqualTo("queued");
      assertThat(held.get("retries").asInt()).isOne();
      assertThat(held.get("waiting").get("reason").asString()).contains("failed or was lost");
      service.kill();
    }
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      await().until(() -> task(client, id).get("state").asString().equals("completed"));
      JsonNode task = task(client, id);
      assertThat(task.get("fate").asString()).isEqualTo("on-time");
      assertThat(task.get("attempts").asInt()).isEqualTo(2);
      assertThat(Instant.parse(task.get("started").asString())).isAfterOrEqualTo(until);
    }
    assertThat(Files.readAllLines(system.ran())).containsExactly("a", "a");
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  private static JsonNode task(Client client, int id) throws Exception {
    return client.json("/v1/tasks/" + id);
  }

  @Test
  void whatRunsAwayFromItsSessionDiesAtTheDeadline() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      String readiness = client.get("/readyz").body();
      assertThat(readiness).startsWith("ready\ncontainment: ");
      assumeTrue(readiness.contains("a cgroup for each task"), readiness);
      int id =
          Client.id(client.post("/v1/tasks", "{\"type\": \"runaway\", \"deadline\": \"in 2 s\"}"));
      await().until(() -> Files.exists(system.ran()));
      await().until(() -> !Files.readAllLines(system.ran()).isEmpty());
      long runaway = Long.parseLong(Files.readAllLines(system.ran()).getFirst());
      assertThat(ProcessHandle.of(runaway)).isPresent();

      await().until(() -> task(client, id).has("ended"));

      assertThat(task(client, id).get("fate").asString()).isEqualTo("evicted");
      await().until(() -> ProcessHandle.of(runaway).filter(ProcessHandle::isAlive).isEmpty());
    }
  }
}
