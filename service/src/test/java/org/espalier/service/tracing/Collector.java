package org.espalier.service.tracing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A collector of traces that keeps what it takes. Safe for use by many threads. */
public final class Collector implements AutoCloseable {
  private final HttpServer server;
  private final List<JsonNode> spans = new ArrayList<>();

  /** One that takes all. */
  public Collector() throws IOException {
    this(() -> 200);
  }

  /** One that answers so; what it answers with 200 it keeps. */
  Collector(IntSupplier status) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/v1/traces",
        exchange -> {
          JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
          int answer = status.getAsInt();
          if (answer == 200) {
            keep(body);
          }
          exchange.sendResponseHeaders(answer, -1);
          exchange.close();
        });
    server.start();
  }

  private synchronized void keep(JsonNode body) {
    for (JsonNode resource : body.get("resourceSpans")) {
      for (JsonNode scope : resource.get("scopeSpans")) {
        scope.get("spans").forEach(spans::add);
      }
    }
  }

  /** Its address. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What it has, of one name. */
  public synchronized List<JsonNode> spans(String name) {
    return spans.stream().filter(span -> span.get("name").asString().equals(name)).toList();
  }

  /** How many it has. */
  public synchronized int count() {
    return spans.size();
  }

  /** The attributes of a span, as text. */
  public static Map<String, String> attributes(JsonNode span) {
    Map<String, String> all = new HashMap<>();
    for (JsonNode attribute : span.get("attributes")) {
      all.put(
          attribute.get("key").asString(),
          attribute.get("value").properties().iterator().next().getValue().asString());
    }
    return all;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
