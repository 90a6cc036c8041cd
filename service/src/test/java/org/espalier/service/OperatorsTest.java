package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines that are drained and resumed, and policies that are switched, under load. */
@Tag("slow")
class OperatorsTest {
  private static final int CHANGES = 120;
  private static final List<String> POLICIES = List.of("PAM", "MM", "MSD", "PAMF", "MMU");

  @TempDir private Path directory;

  @Test
  void noTaskIsLostOrStuck() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 10_000);
    Random random = new Random(7);
    Map<String, Long> acknowledged;
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address());
        Load load = new Load(client, 4)) {
      List<String> machines = client.machines();
      assertThat(machines).hasSize(4);
      for (int i = 0; i < CHANGES; i++) {
        change(client, machines.get(random.nextInt(4)), random);
        awaitMore(load, random.nextInt(4));
      }
      for (String machine : machines) {
        assertThat(client.post("/v1/machines/" + machine + "/resume", "").statusCode())
            .isEqualTo(204);
      }
      await().until(() -> load.acknowledged().size() > CHANGES);
      load.finish();
      assertThat(load.putOff()).isZero();
      await() // the overview may be half a second old
          .until(() -> client.json("/v1/overview").get("unmapped").asInt() == 0);
      acknowledged = load.acknowledged();
    }
    try (Store store = Stores.open(system.store().toString())) {
      Books books = new Books(store);
      books.checkAcknowledged(acknowledged);
      books.checkJournal();
      books.checkRuns(system.ran());
    }
  }

  /** So many more tasks are accepted. */
  private static void awaitMore(Load load, int tasks) {
    int before = load.acknowledged().size();
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> load.acknowledged().size() >= before + tasks);
  }

  private static void change(Client client, String machine, Random random) throws Exception {
    switch (random.nextInt(3)) {
      case 0 ->
          assertThat(client.post("/v1/machines/" + machine + "/drain", "").statusCode())
              .isEqualTo(204);
      case 1 ->
          assertThat(client.post("/v1/machines/" + machine + "/resume", "").statusCode())
              .isEqualTo(204);
      default -> {
        String policy = POLICIES.get(random.nextInt(POLICIES.size()));
        assertThat(client.put("/v1/policy", "{\"policy\":\"" + policy + "\"}").statusCode())
            .isEqualTo(200);
      }
    }
  }
}
