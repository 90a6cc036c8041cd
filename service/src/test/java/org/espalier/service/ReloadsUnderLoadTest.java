package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that is given other configurations under load, in random order, and is killed now and
 * then, also meanwhile: nothing is lost, nothing runs twice, and the journal replays.
 */
@Sampled(0.5)
class ReloadsUnderLoadTest {
  private static final int RELOADS =
      Integer.getInteger("espalier.reloads", TestSample.isFull() ? 100 : 5);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());
  private static final Duration TOLERANCE = Duration.ofMillis(400);

  @TempDir private Path directory;

  private final Random random = new Random(SEED);
  private final HostileLoad load = new HostileLoad();
  private int reloads;
  private int kills;

  @Test
  void whatIsRecordedIsWhatHappened() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100_000);
    try (Client client = new Client("http://127.0.0.1:9");
        load) {
      load.start(client);
      ServiceProcess service = start(client);
      while (reloads < RELOADS) {
        Thread.sleep(random.nextInt(100, 800));
        vary(system);
        if (reloads % 5 == 2) {
          CompletableFuture<Void> attempt = CompletableFuture.runAsync(() -> tryToReload(client));
          Thread.sleep(random.nextInt(60));
          service.kill();
          kills++;
          reloads++;
          attempt.join();
          service = start(client);
        } else {
          reload(client);
        }
      }
      system.configure(true, true);
      reload(client);
      assertThat(client.machines()).hasSize(4);
      load.finish(client, system);
      service.close();
    }
    try (Store store = Stores.open(system.store().toString())) {
      String harms = "%d reloads with %d kills".formatted(reloads, kills);
      load.check(system, store, TOLERANCE, harms);
    }
  }

  private ServiceProcess start(Client client) throws IOException, InterruptedException {
    ServiceProcess service = ServiceProcess.start(directory);
    client.moveTo(service.address());
    return service;
  }

  /** Machines, task types, the policy, its settings, and limits are others or not. */
  private void vary(SmallSystem system) throws IOException {
    boolean hasType = random.nextInt(3) > 0;
    system.configure(random.nextInt(3) > 0, hasType);
    String live = Files.readString(directory.resolve("live.yaml"));
    if (random.nextBoolean()) {
      live = live.replace("policy: PAM", "policy: MM\nsettings: {queue_capacity: 3}");
    }
    if (random.nextBoolean()) {
      live = live.replace("grace: 300 ms", "grace: 200 ms");
    }
    Files.writeString(directory.resolve("live.yaml"), live);
  }

  private void reload(Client client) throws IOException {
    HttpResponse<String> answer = client.post("/v1/reload", "{}");
    while (answer.statusCode() == 503) { // a loaded computer may take longer than it waits
      answer = client.post("/v1/reload", "{}");
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    reloads++;
  }

  private static void tryToReload(Client client) {
    try {
      client.post("/v1/reload", "{}");
    } catch (IOException killed) {
      assertThat(killed).isNotNull();
    }
  }
}
