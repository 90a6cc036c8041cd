package org.espalier.service.tracing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends spans to a collector, by OTLP over HTTP in JSON. It never holds anybody up: so many wait,
 * and what finds no room is dropped and counted.
 */
final class SpanSender implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpanSender.class);
  private static final int MOST = 20_000;
  private static final int BATCH = 1_000;
  private static final Duration GATHER = Duration.ofMillis(100);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Statuses after which the same may be sent again (OTLP, retryable response codes). */
  private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);

  private static final int SILENT = 503;

  private final URI collector;
  private final Map<String, Object> resource;
  private final BlockingQueue<Span> waiting = new LinkedBlockingQueue<>(MOST);
  private final LongAdder sent = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final Thread thread;
  private boolean fails;

  SpanSender(URI collector, Map<String, Object> resource) {
    this.collector = URI.create(collector + "/v1/traces");
    this.resource = resource;
    this.thread = Thread.ofPlatform().daemon().name("traces").start(this::work);
  }

  void send(Span span) {
    if (!waiting.offer(span)) {
      dropped.increment();
    }
  }

  long sent() {
    return sent.sum();
  }

  long dropped() {
    return dropped.sum();
  }

  private void work() {
    List<Span> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(waiting.take());
        Thread.sleep(GATHER);
        waiting.drainTo(batch, BATCH - 1);
        int status = post(batch);
        while (BUSY.contains(status)) {
          Thread.sleep(PAUSE);
          status = post(batch);
        }
        count(batch, status);
        batch.clear();
      }
    } catch (InterruptedException e) {
      sendLast(batch);
    }
  }

  /** What waits when it is closed is sent once. */
  private void sendLast(List<Span> batch) {
    waiting.drainTo(batch);
    if (!batch.isEmpty()) {
      try {
        count(batch, post(batch));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void count(List<Span> batch, int status) {
    (status / 100 == 2 ? sent : dropped).add(batch.size());
  }

  /** Sends some; the status of the answer, of a collector that does not answer as of a busy one. */
  private int post(List<Span> spans) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(collector)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body(spans)))
            .build();
    int status = SILENT;
    String said = "";
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      status = answer.statusCode();
      said = answer.body();
    } catch (IOException e) {
      said = e.toString();
    }
    boolean failed = status / 100 != 2;
    if (failed != fails) {
      fails = failed;
      if (failed) {
        LOG.warn("{} does not take traces: {} {}", collector, status, said);
      } else {
        LOG.info("{} takes traces again", collector);
      }
    }
    return status;
  }

  private byte[] body(List<Span> spans) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    ObjectNode all = root.putArray("resourceSpans").addObject();
    Span.put(resource, all.putObject("resource"));
    ObjectNode scope = all.putArray("scopeSpans").addObject();
    scope.putObject("scope").put("name", "espalier");
    ArrayNode list = scope.putArray("spans");
    spans.forEach(span -> list.add(span.json()));
    return JsonMapper.shared().writeValueAsBytes(root);
  }

  /** Sends what waits, for a while at most. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.shutdownNow();
  }
}
