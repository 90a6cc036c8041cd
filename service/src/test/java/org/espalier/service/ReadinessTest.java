package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service says that it is of no use while none of its machines is. */
class ReadinessTest {
  @TempDir private Path directory;

  @Test
  void notReadyWhileAllMachinesHaveFailed() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
      List<String> machines = client.machines();
      Path runs = directory.resolve("data/local/runs");
      Path away = directory.resolve("away");
      Files.createDirectory(away);
      for (String machine : machines) { // no files of runs can be made there
        Files.move(runs.resolve(machine), away.resolve(machine));
        Files.createFile(runs.resolve(machine));
      }

      client.submit("once", "first", "in 600 s");

      await().until(() -> client.get("/readyz").statusCode() == 503);
      assertThat(client.get("/readyz").body()).contains("all machines have failed");
      assertThat(client.get("/healthz").statusCode()).isEqualTo(200);

      for (String machine : machines) {
        Files.delete(runs.resolve(machine));
        Files.move(away.resolve(machine), runs.resolve(machine));
        client.post("/v1/machines/%s/resume".formatted(machine), "");
      }
      await().until(() -> client.get("/readyz").statusCode() == 200);
    }
  }
}
