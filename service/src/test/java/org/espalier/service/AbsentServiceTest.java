package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Commands that end while their service stands still or is dead; see {@link HostileWorldTest}. */
@Tag("slow")
class AbsentServiceTest {
  @TempDir private Path directory;

  private static int submit(Client client, String name, String time, int status)
      throws IOException {
    String body =
        """
        {"type": "noting", "deadline": "in 4 s", "parameters": {"name": "%s", "time": %s, "status": %d}}\
        """
            .formatted(name, time, status);
    return Client.id(client.post("/v1/tasks", body));
  }

  private void awaitNotes(int count) {
    await()
        .until(() ->
            Files.exists(directory.resolve("notes"))
                && Files.readAllLines(directory.resolve("notes")).size() >= count);
  }

  private static void assertEnded(Client client, int id, String fate, int status) {
    await()
        .untilAsserted(() -> {
          JsonNode task = client.json("/v1/tasks/" + id);
          assertThat(task.path("fate").asString()).as(task.toString()).isEqualTo(fate);
          assertThat(task.path("exit_code").asInt(-1)).as(task.toString()).isEqualTo(status);
        });
  }

  @Test
  void whatEndsWhileItStandsStillIsAsItWas() throws Exception {
    SmallSystem.in(directory, 100);
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      int inTime = submit(client, "in-time", "0.3", 0);
      int late = submit(client, "late", "4.5", 0);
      int failing = submit(client, "failing", "0.3", 3);
      awaitNotes(3);
      service.signal("STOP");
      awaitNotes(6);
      Thread.sleep(200);
      service.signal("CONT");
      assertEnded(client, inTime, "on-time", 0);
      assertEnded(client, late, "late", 0);
      assertEnded(client, failing, "failed", 3);
    }
  }

  @Test
  void whatEndsWhileItIsDeadIsAsItWas() throws Exception {
    SmallSystem.in(directory, 100);
    int inTime;
    int late;
    int failing;
    ServiceProcess first = ServiceProcess.start(directory);
    try (Client client = new Client(first.address())) {
      inTime = submit(client, "in-time", "0.3", 0);
      late = submit(client, "late", "4.5", 0);
      failing = submit(client, "failing", "0.3", 3);
      awaitNotes(3);
      first.kill();
    }
    awaitNotes(6);
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      assertEnded(client, inTime, "on-time", 0);
      assertEnded(client, late, "late", 0);
      assertEnded(client, failing, "failed", 3);
    }
  }
}
