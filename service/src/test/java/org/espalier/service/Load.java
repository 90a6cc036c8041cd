package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.testsupport.TestSample;

/** Clients that submit without end; a submission that is put off is repeated under its key. */
final class Load implements AutoCloseable {
  private static final long PAUSE_MILLIS = TestSample.isFull() ? 25 : 75;

  /** Longer than the store is away in any test. */
  private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(2);

  private final Client client;
  private final String prefix;
  private final ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> clients = new ArrayList<>();
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger putOff = new AtomicInteger();
  private volatile boolean done;

  Load(Client client, int clients) {
    this(client, clients, "load-");
  }

  /** With other names than those of another load. */
  Load(Client client, int clients, String prefix) {
    this.client = client;
    this.prefix = prefix;
    for (int i = 0; i < clients; i++) {
      this.clients.add(pool.submit(this::work));
    }
  }

  @SuppressWarnings("NullAway") // Void has no other value
  private Void work() throws IOException, InterruptedException {
    while (!done) {
      int number = names.incrementAndGet();
      String name = prefix + number;
      long begin = System.nanoTime();
      while (!isAccepted(name, number % 5 == 0 ? "in 1 s" : "in 600 s")) {
        putOff.incrementAndGet();
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
            .as("how long %s was put off", name)
            .isLessThan(LONGEST_OUTAGE);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return null;
  }

  private boolean isAccepted(String name, String deadline) throws IOException {
    long begin = System.nanoTime();
    HttpResponse<String> answer = client.submit("once", name, deadline);
    nanos.add(System.nanoTime() - begin);
    if (answer.statusCode() == 503) {
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      return false;
    }
    acknowledged.put(name, (long) Client.id(answer));
    return true;
  }

  /** The ids of what was acknowledged, by name. */
  Map<String, Long> acknowledged() {
    return acknowledged;
  }

  /** How often a submission was put off. */
  int putOff() {
    return putOff.get();
  }

  /** The time in milliseconds within which so large a share of submissions was answered. */
  double quantileMillis(double share) {
    List<Long> sorted = nanos.stream().sorted().toList();
    return sorted.get((int) (share * (sorted.size() - 1))) / 1e6;
  }

  /** Submits no more, and waits until all tasks have left. */
  void finish() throws ExecutionException, InterruptedException {
    done = true;
    for (Future<?> each : clients) {
      each.get();
    }
    await()
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() ->
            assertThat(client.json("/v1/tasks?state=queued,assigned,running").get("tasks"))
                .isEmpty());
  }

  @Override
  public void close() {
    done = true;
    pool.shutdownNow();
  }
}
