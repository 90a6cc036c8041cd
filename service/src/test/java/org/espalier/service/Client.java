package org.espalier.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a live service, which may move, or be at one of several addresses. */
final class Client implements AutoCloseable {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private volatile List<String> addresses;

  Client(String... addresses) {
    this.addresses = List.of(addresses);
  }

  void moveTo(String other) {
    addresses = List.of(other);
  }

  HttpResponse<String> submit(String type, String name, String deadline) throws IOException {
    return submit(type, name, deadline, "0.01");
  }

  /** With the name as the key. */
  HttpResponse<String> submit(String type, String name, String deadline, String time)
      throws IOException {
    String timed = type.equals("once") || type.equals("again") ? ",\"time\":" + time : "";
    return post(
        "/v1/tasks",
        "{\"type\":\"%s\",\"parameters\":{\"name\":\"%s\"%s},\"deadline\":\"%s\",\"key\":\"%s\"}"
            .formatted(type, name, timed, deadline, name));
  }

  /** With further headers: a name, its value, and so on. */
  HttpResponse<String> post(String path, String body, String... headers) throws IOException {
    HttpRequest.Builder request =
        to(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    return send(headers.length > 0 ? request.headers(headers) : request);
  }

  HttpResponse<String> put(String path, String body) throws IOException {
    return send(to(path).PUT(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> delete(String path) throws IOException {
    return send(to(path).DELETE());
  }

  HttpResponse<String> get(String path) throws IOException {
    return send(to(path));
  }

  JsonNode json(String path) throws IOException {
    return json(get(path));
  }

  /** Their names. */
  List<String> machines() throws IOException {
    return json("/v1/machines")
        .get("machines")
        .valueStream()
        .map(machine -> machine.get("name").asString())
        .toList();
  }

  static JsonNode json(HttpResponse<String> response) {
    return MAPPER.readTree(response.body());
  }

  /** The id of a task that was accepted. */
  static int id(HttpResponse<String> response) {
    if (response.statusCode() != 202 && response.statusCode() != 200) {
      throw new AssertionError("status " + response.statusCode() + ": " + response.body());
    }
    return json(response).get("id").asInt();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(addresses.getFirst() + path)).timeout(PATIENCE);
  }

  /** Asks another one next time, if there are several. */
  private synchronized void turn(String failed) {
    List<String> present = addresses;
    if (present.size() > 1 && failed.startsWith(present.getFirst())) {
      List<String> turned = new ArrayList<>(present);
      Collections.rotate(turned, -1);
      addresses = turned;
    }
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    HttpRequest built = request.build();
    try {
      HttpResponse<String> answer = http.send(built, BodyHandlers.ofString());
      if (answer.statusCode() == 503) {
        turn(built.uri().toString());
      }
      return answer;
    } catch (IOException e) {
      turn(built.uri().toString());
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
