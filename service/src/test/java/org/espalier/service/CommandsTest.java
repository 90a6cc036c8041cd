package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Commands that do not behave, through the whole service, on one machine. */
class CommandsTest {
  private static final int KEPT = 64 << 10;

  @TempDir private Path directory;
  private LiveServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    server = LiveServer.start(SmallSystem.in(directory, 100).settings());
    client = new Client(server.address());
    List<String> machines = client.machines();
    for (String machine : machines.subList(1, machines.size())) {
      client.post("/v1/machines/" + machine + "/drain", "");
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private JsonNode ended(int id) {
    await().until(() -> client.json("/v1/tasks/" + id).has("ended"));
    try {
      return client.json("/v1/tasks/" + id);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long processesOf(String name) {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().filter(line -> line.contains(name)).isPresent())
        .count();
  }

  private void checkMachineIsFree(String after) throws IOException {
    int next = Client.id(client.submit("once", after, "in 30 s"));
    assertThat(ended(next).get("fate").asString()).isEqualTo("on-time");
  }

  private void checkIsEvicted(String type, String name) throws IOException {
    int id = Client.id(client.submit(type, name, "in 4 s"));
    await().until(() -> processesOf(name) > 0);

    JsonNode task = ended(id);

    assertThat(task.get("state").asString()).isEqualTo("evicted");
    await().until(() -> processesOf(name) == 0);
    checkMachineIsFree("after-" + type);
  }

  @Test
  void aCommandThatIgnoresTermIsKilledAtItsDeadline() throws Exception {
    checkIsEvicted("stubborn", "stubborn-" + ProcessHandle.current().pid());
  }

  @Test
  void allThatACommandStartedEndsAtItsDeadline() throws Exception {
    checkIsEvicted("forking", "forking-" + ProcessHandle.current().pid());
  }

  @Test
  void aGibibyteOfOutputIsCutOff() throws Exception {
    int id = Client.id(client.submit("writing", "writing", "in 60 s"));

    JsonNode task = ended(id);

    assertThat(task.get("state").asString()).isIn("completed", "evicted");
    try (Stream<Path> files = Files.walk(directory.resolve("data/local/output"))) {
      List<Path> written = files.filter(file -> file.endsWith("stdout")).toList();
      assertThat(written).hasSize(1);
      assertThat(Files.size(written.getFirst())).isLessThanOrEqualTo(KEPT);
    }
    checkMachineIsFree("after-writing");
  }
}
