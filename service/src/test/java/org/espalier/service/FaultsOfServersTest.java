package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.service.backend.ScriptedServer;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskState;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service and the server behind it that are killed, stand still and have their connections cut at
 * random, and clients that vanish, under load. How many faults there are, of which seed, can be
 * said: {@code -Despalier.faults=40 -Despalier.seed=1}.
 */
@Sampled(0.5)
class FaultsOfServersTest {
  private static final int FAULTS =
      Integer.getInteger("espalier.faults", TestSample.isFull() ? 40 : 2);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());
  private static final int INVOKERS = 6;
  private static final int SUBMITTERS = 2;
  private static final String SYSTEM =
      """
      name: servers
      tick: 1 ms
      machines: [{type: gpu, count: 4}]
      pet: {samples: times.csv, step: 1 ms}
      """;
  private static final String TIMES =
      """
      task_type,machine_type,execution_time_s
      quick,gpu,0.004
      safe,gpu,0.004
      twice,gpu,0.004
      """;
  private static final String LIVE =
      """
      system: system.yaml
      backend: http
      policy: FCFS
      machines: {gpu: {url: "%s", stops: on-close}}
      task_types:
        quick:
          request: {path: "/{name}"}
          parameters: {name: {text: any}}
          deadline: 400 ms
        safe:
          request: {path: "/{name}"}
          parameters: {name: {text: any}}
          durable: true
        twice:
          request: {path: "/{name}"}
          parameters: {name: {text: any}}
          retry: {count: 2, on: [lost]}
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private final Random random = new Random(SEED);
  private final HttpClient http = HttpClient.newHttpClient();
  private final Client client = new Client("http://127.0.0.1:9");
  private final AtomicInteger names = new AtomicInteger();

  /** What the server was sent, by name, how often. */
  private final Map<String, Integer> sent = new ConcurrentHashMap<>();

  /** Requests that the server works on. */
  private final AtomicInteger inside = new AtomicInteger();

  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Map<Object, Integer> answers = new ConcurrentHashMap<>();
  private final Queue<CompletableFuture<HttpResponse<String>>> waiting =
      new ConcurrentLinkedQueue<>();

  /** Held while the server stands still. */
  private final Semaphore works = new Semaphore(Integer.MAX_VALUE);

  private volatile String address = "http://127.0.0.1:9";
  private volatile boolean over;
  private ScriptedServer server = new ScriptedServer(this::answer);

  /** Most requests are answered soon; some go on until nobody waits for them any more. */
  private void answer(ScriptedServer.Request request, OutputStream out)
      throws IOException, InterruptedException {
    inside.incrementAndGet();
    try {
      sent.merge(request.path().substring(1), 1, Integer::sum);
      Thread.sleep(ThreadLocalRandom.current().nextInt(6));
      works.acquire();
      works.release();
      if (ThreadLocalRandom.current().nextInt(30) == 0) {
        ScriptedServer.trickle(out);
        throw new IOException("cut off");
      }
      ScriptedServer.send(out, 200, "text/plain", request.path());
    } finally {
      inside.decrementAndGet();
    }
  }

  @Test
  void nothingThatIsDurableIsForgottenAndEachClientHasAnAnswer() throws Exception {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
    Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(server.url()));
    ServiceProcess service = begin();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < INVOKERS; i++) {
        threads.execute(this::invoke);
      }
      for (int i = 0; i < SUBMITTERS; i++) {
        threads.execute(this::submit);
      }
      for (int i = 0; i < FAULTS; i++) {
        int before = sent.size();
        await().until(() -> sent.size() > before + 20); // it works
        if (isFatal(service, random.nextInt(8))) {
          service = begin();
        }
      }
      over = true;
    }
    await().until(() -> unfinished() == 0);
    await().untilAsserted(() -> assertThat(inside).hasValue(0));
    service.close();
    server.close();
    check();
  }

  private ServiceProcess begin() throws Exception {
    ServiceProcess service = ServiceProcess.start(directory);
    address = service.address();
    client.moveTo(address);
    return service;
  }

  private int unfinished() throws IOException {
    return client.json("/v1/tasks?state=queued,assigned,running").get("tasks").size();
  }

  /** Does something bad; whether the service is dead then. */
  private boolean isFatal(ServiceProcess service, int what) throws Exception {
    switch (what) {
      case 0, 1 -> service.kill();
      case 2 -> {
        service.signal("STOP");
        pause();
        service.kill();
      }
      case 3 -> {
        service.signal("STOP");
        pause();
        service.signal("CONT");
      }
      case 4 -> {
        int port = server.port();
        server.close();
        pause();
        server = new ScriptedServer(port, this::answer);
      }
      case 5 -> {
        works.acquire(Integer.MAX_VALUE);
        pause();
        works.release(Integer.MAX_VALUE);
      }
      case 6 -> server.cut();
      default -> waiting.forEach(answer -> answer.cancel(true));
    }
    return what < 3;
  }

  private void pause() throws InterruptedException {
    Thread.sleep(random.nextInt(50, 1000));
  }

  private void invoke() {
    while (!over) {
      CompletableFuture<HttpResponse<String>> answer =
          http.sendAsync(
              HttpRequest.newBuilder(
                      URI.create(
                          address + "/v1/invoke/quick?name=quick-" + names.incrementAndGet()))
                  .POST(BodyPublishers.ofString("x"))
                  .timeout(Duration.ofMinutes(2))
                  .build(),
              BodyHandlers.ofString());
      waiting.add(answer);
      answers.merge(outcome(answer), 1, Integer::sum);
      waiting.remove(answer);
    }
  }

  /** A status, or what it ended with. */
  private static Object outcome(CompletableFuture<HttpResponse<String>> answer) {
    try {
      return answer.join().statusCode();
    } catch (CompletionException e) {
      return e.getCause().getClass();
    } catch (RuntimeException e) {
      return e.getClass();
    }
  }

  /** It was answered, its connection closed or refused, or its client vanished. */
  private static boolean isAnswerOrClosed(Object outcome) {
    return outcome instanceof Class<?> failure
        ? failure == CancellationException.class
            || (IOException.class.isAssignableFrom(failure)
                && failure != HttpTimeoutException.class)
        : List.of(200, 502, 503, 504).contains(outcome);
  }

  /** Submits until it is acknowledged, always with the same key. */
  private void submit() {
    while (!over) {
      String type = names.get() % 2 == 0 ? "safe" : "twice";
      String name = type + "-" + names.incrementAndGet();
      for (boolean known = false; !known; ) {
        try {
          acknowledged.put(name, (long) Client.id(client.submit(type, name, "in 2 s")));
          known = true;
          Thread.sleep(10);
        } catch (IOException e) {
          Thread.onSpinWait(); // it is dead, or about to be there again
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private void check() {
    try (Store store = Stores.open(directory.resolve("data/espalier.db").toString())) {
      Books books = new Books(store);
      books.checkJournal();
      books.checkAcknowledged(acknowledged);
      for (LiveTask task : books.tasks().values()) {
        int times = sent.getOrDefault(task.submission().parameters().get("name"), 0);
        if (task.state() == TaskState.COMPLETED) {
          assertThat(times).as("sent of %s", task).isPositive();
        }
        if (!task.submission().isInvoked()) {
          assertThat(times).as("sent of %s", task).isLessThanOrEqualTo(task.attempts());
        }
      }
    }
    sent.forEach((name, times) -> {
      if (!name.startsWith("twice")) {
        assertThat(times).as("sent of %s", name).isOne();
      }
    });
    assertThat(answers).containsKey(200);
    assertThat(answers.keySet()).as("outcomes").allMatch(FaultsOfServersTest::isAnswerOrClosed);
  }
}
