package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that is killed again and again while clients submit. */
@Tag("slow")
class KilledServiceTest {
  private static final int KILLS = 50;
  private static final long SEED = 20;
  private static final int CLIENTS = 3;

  @TempDir private Path directory;
  @TempDir private Path rehearsal;

  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
  private final AtomicInteger names = new AtomicInteger();
  private volatile boolean done;

  @Test
  void nothingIsLostAndNothingRunsTwice() throws Exception {
    TestJvm jvm = ServiceProcess.rehearsed(rehearsal);
    SmallSystem system = SmallSystem.in(directory, 100_000);
    Random random = new Random(SEED);
    Client client = new Client("http://127.0.0.1:9");
    try (client;
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(pool.submit(() -> submitAll(client)));
      }
      for (int i = 0; i < KILLS; i++) {
        ServiceProcess service = ServiceProcess.start(jvm, directory);
        client.moveTo(service.address());
        Thread.sleep(random.nextInt(50, 500));
        service.kill();
      }
      try (ServiceProcess service = ServiceProcess.start(jvm, directory)) {
        client.moveTo(service.address());
        done = true;
        for (Future<?> each : clients) {
          each.get();
        }
        awaitEmpty(client);
      }
    }

    assertThat(acknowledged.size()).isGreaterThan(KILLS);
    try (Store store = Stores.open(system.store().toString())) {
      Books books = new Books(store);
      books.checkAcknowledged(acknowledged);
      books.checkJournal();
      books.checkRuns(system.ran());
    }
  }

  private void submitAll(Client client) {
    while (!done) {
      int number = names.incrementAndGet();
      submit(client, number);
    }
  }

  /** Until it is acknowledged; now and then once more, which must give the same task. */
  private void submit(Client client, int number) {
    String name = "task-" + number;
    String type = number % 3 == 0 ? "again" : "once";
    String deadline = number % 4 == 0 ? "in 1 s" : "in 600 s";
    String time = number % 7 == 0 ? "0.2" : "0.01";
    for (int confirmations = number % 10 == 0 ? 2 : 1; confirmations > 0; ) {
      try {
        int id = Client.id(client.submit(type, name, deadline, time));
        Integer before = acknowledged.put(name, id);
        if (before != null) {
          assertThat(id).as(name).isEqualTo(before);
        }
        confirmations--;
      } catch (IOException gone) {
        // It was killed; the next one is asked the same.
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(15);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEmpty(Client client) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() ->
            assertThat(client.json("/v1/tasks?state=queued,assigned,running").get("tasks"))
                .isEmpty());
  }
}
