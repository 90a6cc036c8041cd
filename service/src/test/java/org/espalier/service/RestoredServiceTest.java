package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.live.JournalLine;
import org.espalier.service.scheduling.Journals;
import org.espalier.service.store.Backup;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Backups of a service under load, each restored elsewhere. How many, and how far apart, can be
 * said: {@code -Despalier.backups=30 -Despalier.apart=10000}.
 */
@Sampled(0.5)
class RestoredServiceTest {
  private static final int BACKUPS =
      Integer.getInteger("espalier.backups", TestSample.isFull() ? 10 : 3);
  private static final long APART_MILLIS = Long.getLong("espalier.apart", 1000);

  @TempDir private Path directory;

  @Test
  void eachIsWholeAndStartsNothingUntilItIsReleased() throws Exception {
    List<Path> backups = new ArrayList<>();
    Path first = Files.createDirectory(directory.resolve("first"));
    try (LiveServer server = LiveServer.start(SmallSystem.in(first, 10_000).settings());
        Client client = new Client(server.address());
        Load load = new Load(client, 4)) {
      for (int i = 0; i < BACKUPS; i++) {
        Thread.sleep(APART_MILLIS);
        backups.add(backup(server.address(), directory.resolve("backup-%d.zip".formatted(i))));
      }
      load.finish();
    }
    for (Path backup : backups) {
      check(backup);
    }
  }

  private static Path backup(String address, Path file) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + "/v1/backup?outputs=true"))
              .POST(BodyPublishers.noBody())
              .build();
      return client.send(request, BodyHandlers.ofFile(file)).body();
    }
  }

  private void check(Path backup) throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("of-" + backup.getFileName()));
    SmallSystem system = SmallSystem.in(elsewhere, 10_000);
    Backup.restore(backup, elsewhere.resolve("data"));
    assertThat(integrity(system.store())).isEqualTo("ok");

    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      int held = unfinished(client);
      assertThat(server.found()).contains("restored or copied, but %d held".formatted(held));
      assertThat(client.json("/v1/overview").get("notices").toString())
          .contains(held == 0 ? "[]" : held + " held since the store was restored or copied");
      Thread.sleep(500);
      assertThat(system.ran()).as("commands note that they run").doesNotExist();
      assertThat(unfinished(client)).isEqualTo(held);
    }
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      client.post("/v1/release", "");
      for (JsonNode task : client.json("/v1/tasks?state=queued&limit=1000").get("tasks")) {
        if (task.has("held")) { // it had started
          client.delete("/v1/tasks/" + task.get("id").asInt());
        }
      }
      await().until(() -> unfinished(client) == 0);
      Client.id(client.submit("once", "after-the-restore", "in 60 s"));
      await().until(() -> unfinished(client) == 0);
    }
    try (Store store = Stores.open(system.store().toString())) {
      List<Long> numbers =
          store.journal(0, Integer.MAX_VALUE).stream().map(JournalLine::sequence).toList();
      assertThat(numbers)
          .isEqualTo(IntStream.rangeClosed(1, numbers.size()).mapToObj(Long::valueOf).toList());
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  private static String integrity(Path store) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA integrity_check")) {
      return row.getString(1);
    }
  }

  private static int unfinished(Client client) throws Exception {
    return client.json("/v1/tasks?state=queued,assigned,running&limit=1000").get("tasks").size();
  }
}
