package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start says of the store that it finds. */
class FoundStoreTest {
  @TempDir private Path directory;

  private static String found(SmallSystem system) {
    try (LiveServer server = LiveServer.start(system.settings())) {
      return server.found();
    }
  }

  @Test
  void aNewStoreIsToldFromOneThatWasThereBefore() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      assertThat(server.found()).isEqualTo("new store");
      for (String machine : client.machines()) {
        client.post("/v1/machines/%s/drain".formatted(machine), "");
      }
      client.submit("once", "waits", "in 600 s");
    }
    assertThat(found(system)).isEqualTo("1 tasks so far, 1 waiting, 0 running");

    Path data = directory.resolve("data");
    Path away = Files.move(data, directory.resolve("away"));
    assertThat(found(system))
        .startsWith("new store, but one was begun before, as " + directory.resolve(".data.store"));
    Files.move(data, directory.resolve("emptied"));
    Files.move(away, data);
    assertThat(found(system)).isEqualTo("1 tasks so far, 1 waiting, 0 running");
  }
}
