package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.espalier.service.backend.ScriptedServer;
import org.espalier.service.live.TaskState;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is promised of tasks, those that are durable and those that are not, over kill -9. */
@Sampled(0.5)
class KilledInvocationsTest {
  private static final String SYSTEM =
      """
      name: servers
      tick: 1 ms
      machines: [{type: gpu, count: 4}]
      pet: {samples: times.csv, step: 1 ms}
      """;
  private static final String TIMES =
      "task_type,machine_type,execution_time_s\nquick,gpu,0.002\nsafe,gpu,0.002\n";
  private static final String LIVE =
      """
      system: system.yaml
      backend: http
      policy: FCFS
      machines: {gpu: {url: "%s", stops: on-close}}
      task_types:
        quick: {request: {path: /quick}, deadline: 600 s}
        safe: {request: {path: /safe}, durable: true, deadline: 600 s}
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();

  /** Numbers of tasks that clients have heard of, by what was promised of them. */
  private final Set<Long> quick = new ConcurrentSkipListSet<>();

  private int lives;

  private final Set<Long> safe = new ConcurrentSkipListSet<>();

  private void flood(String address, String type, Set<Long> heard, AtomicBoolean over) {
    while (!over.get()) {
      try {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(URI.create(address + "/v1/invoke/" + type))
                    .POST(BodyPublishers.ofString(type))
                    .timeout(Duration.ofMinutes(2))
                    .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() == 200 && !over.get()) {
          assertThat(answer.body()).isEqualTo(type);
          heard.add(Long.parseLong(answer.headers().firstValue("Espalier-Task").orElseThrow()));
        }
      } catch (IOException e) {
        return; // the service is killed: a closed connection is an answer too
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Test
  void aKillLosesTheLastStepsOfWhatIsNotDurableAndNothingElse() throws Exception {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
    int kills = TestSample.isFull() ? 20 : 2;
    try (ScriptedServer server =
        new ScriptedServer((r, out) -> ScriptedServer.send(out, 200, "text/plain", r.text()))) {
      Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(server.url()));
      for (int i = 0; i < kills; i++) {
        killUnderLoad();
        check();
      }
      Set<String> keys = new HashSet<>();
      assertThat(server.requests())
          .allSatisfy(
              request -> assertThat(keys.add(request.headers().get("idempotency-key"))).isTrue());
    }
    assertThat(quick).isNotEmpty();
    assertThat(safe).isNotEmpty();
  }

  private void killUnderLoad() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    quick.clear();
    safe.clear();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      try (ServiceProcess service = ServiceProcess.start(directory)) {
        for (int i = 0; i < 4; i++) {
          clients.execute(() -> flood(service.address(), "quick", quick, over));
          clients.execute(() -> flood(service.address(), "safe", safe, over));
        }
        await().until(() -> quick.size() > 60 && safe.size() > 15);
        service.kill();
      }
      over.set(true);
    }
  }

  /**
   * Those that are known of each life are all up to one, and among them all that were to be
   * durable. The next life's are others.
   */
  private void check() throws Exception {
    lives++;
    TreeSet<Long> known = new TreeSet<>();
    try (ServiceProcess service = ServiceProcess.start(directory)) {
      service.address();
    }
    try (Store store = Stores.open(directory.resolve("data/espalier.db").toString())) {
      Books books = new Books(store);
      books.checkJournal();
      books.tasks().values().forEach(task -> known.add(task.id()));
      assertThat(safe)
          .allSatisfy(
              id -> assertThat(books.tasks().get(id).submission().type()).isEqualTo("safe"));
      assertThat(books.tasks().values().stream().filter(task -> safe.contains(task.id())))
          .allSatisfy(task -> assertThat(task.state()).isIn(TaskState.COMPLETED, TaskState.FAILED));
    }
    assertThat(known.stream().filter(id -> !known.contains(id - 1)).count())
        .as("sequences without a gap")
        .isLessThanOrEqualTo(lives);
    assertThat(known).containsAll(safe);
    assertThat(quick.stream().filter(id -> id <= known.last())).allMatch(known::contains);
  }
}
