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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

  /** Statuses after which the same is sent again (OTLP), and 0 where no answer came. */
  private static final Set<Integer> BUSY = Set.of(0, 429, 502, 503, 504);

  private final URI collector;
  private final JsonNode resource;
  private final BlockingQueue<JsonNode> waiting = new LinkedBlockingQueue<>(MOST);
  private final LongAdder dropped = new LongAdder();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final Thread thread;
  private String trouble = "";

  SpanSender(URI collector, JsonNode resource) {
    this.collector = URI.create(collector + "/v1/traces");
    this.resource = resource;
    this.thread = Thread.ofPlatform().daemon().name("traces").start(this::work);
  }

  void send(JsonNode span) {
    if (!waiting.offer(span)) {
      dropped.increment();
    }
  }

  long dropped() {
    return dropped.sum();
  }

  private void work() {
    List<JsonNode> batch = new ArrayList<>();
    try {
      while (true) {
        batch.add(waiting.take());
        Thread.sleep(GATHER);
        waiting.drainTo(batch, BATCH);
        while (!trySend(batch)) {
          Thread.sleep(PAUSE);
        }
        batch.clear();
      }
    } catch (InterruptedException e) {
      waiting.drainTo(batch); // it is closed
      sendLast(batch);
    }
  }

  private void sendLast(List<JsonNode> batch) {
    try {
      dropped.add(batch.isEmpty() || trySend(batch) ? 0 : batch.size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends some; whether they need not be sent again, since they were taken or are refused. */
  private boolean trySend(List<JsonNode> spans) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(collector)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body(spans)))
            .build();
    int status = 0;
    String said;
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      status = answer.statusCode();
      said = status + " " + answer.body();
    } catch (IOException e) {
      said = e.toString();
    }
    boolean isTaken = status / 100 == 2;
    if (isTaken != trouble.isEmpty()) {
      trouble = isTaken ? "" : said;
      LOG.warn("{} takes {} traces: {}", collector, isTaken ? "the" : "no", said);
    }
    boolean isOver = !BUSY.contains(status);
    dropped.add(isOver && !isTaken ? spans.size() : 0);
    return isOver;
  }

  private byte[] body(List<JsonNode> spans) {
    Map<String, ?> scope = Map.of("spans", spans);
    Map<String, ?> all = Map.of("resource", resource, "scopeSpans", List.of(scope));
    return JsonMapper.shared().writeValueAsBytes(Map.of("resourceSpans", List.of(all)));
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
