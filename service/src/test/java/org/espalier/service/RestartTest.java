package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the service has learned, over restarts of its process. */
@Tag("slow")
class RestartTest {
  private static final int TASKS = 5;

  @TempDir private Path directory;

  /** Runs some tasks; so many are completed in all then. */
  private static void run(Client client, String name, int completed) throws IOException {
    for (int i = 0; i < TASKS; i++) {
      Client.id(client.submit("once", name + "-" + i, "in 60 s"));
    }
    await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == completed);
  }

  private static JsonNode learned(Client client) throws IOException {
    return client.json("/v1/learning");
  }

  private static int completions(JsonNode learned) {
    return learned.get("cells").valueStream().mapToInt(c -> c.get("completions").asInt()).sum();
  }

  @Test
  void anOrderlyStopLosesNothing() throws Exception {
    SmallSystem.in(directory, 100);
    JsonNode before;
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      run(client, "stopped", TASKS);
      before = learned(client);
      assertThat(completions(before)).isEqualTo(TASKS);
    }
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      assertThat(learned(client)).isEqualTo(before);
    }
  }
}
