package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What real commands write, asked for over HTTP: whole, in ranges, and while they run. */
class OutputTest {
  private static final String MORE =
      """
        talking:
          command: [sh, -c, 'echo one; until [ -e "$1" ]; do sleep 0.05; done; echo two; echo bad >&2; exit 3', sh, "{name}"]
          parameters: {name: {text: "[a-z0-9-]+"}}
        trying:
          command: [sh, -c, 'echo run $ESPALIER_ATTEMPT; until [ -e "$1" ]; do sleep 0.05; done; [ $ESPALIER_ATTEMPT = 2 ] && echo ends', sh, "{name}"]
          parameters: {name: {text: "[a-z0-9-]+"}}
          retry: {count: 1, on: [failed]}
      """;

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private LiveServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    SmallSystem system = SmallSystem.in(directory, 100);
    edit("live.yaml", "machines:\n", MORE + "machines:\n");
    edit("live.yaml", "http:", "working_directory: .\nhttp:");
    Files.writeString(
        directory.resolve("times.csv"),
        "talking,box,0.3\ntrying,box,0.3\n",
        java.nio.file.StandardOpenOption.APPEND);
    server = LiveServer.start(system.settings());
    client = new Client(server.address());
  }

  private void edit(String file, String what, String by) throws IOException {
    Path path = directory.resolve(file);
    Files.writeString(path, Files.readString(path).replace(what, by));
  }

  @AfterEach
  void stop() {
    client.close();
    http.shutdownNow();
    server.close();
  }

  private int talk(String gate) throws IOException {
    return Client.id(client.submit("talking", gate, "in 60 s"));
  }

  private void open(String gate) throws IOException {
    Files.createFile(directory.resolve(gate));
  }

  private HttpResponse<String> get(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + path)).build();
    return http.send(request, BodyHandlers.ofString());
  }

  private String path(int id, String query) {
    return "/v1/tasks/%d/output%s".formatted(id, query);
  }

  private void awaitEnd(int id) {
    await().until(() -> client.json("/v1/tasks/" + id).has("ended"));
  }

  @Test
  void outputIsSentWholeOrItsEnd() throws Exception {
    int id = talk("open");
    open("open");
    awaitEnd(id);

    HttpResponse<String> whole = get(path(id, ""));
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.body()).isEqualTo("one\ntwo\n");
    assertThat(get(path(id, "?channel=stderr")).body()).isEqualTo("bad\n");

    assertThat(get(path(id, "?last=4")).body()).isEqualTo("two\n");
    assertThat(get(path(id, "?last=400")).body()).isEqualTo("one\ntwo\n");
    assertThat(get(path(id, "?channel=stderr&last=0")).body()).isEmpty();
    assertThat(get(path(id, "?last=-4")).statusCode()).isEqualTo(400);
  }

  @Test
  void noBrowserTakesItForAPage() throws Exception {
    int id = talk("open");
    open("open");
    awaitEnd(id);

    HttpResponse<String> answer = get(path(id, ""));

    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("sandbox");
  }

  @Test
  void aCommandIsFollowedWhileItRuns() throws Exception {
    int id = talk("gate");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + path(id, "?follow=true"))).build();
    HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());

    try (InputStream in = response.body()) {
      assertThat(new String(in.readNBytes(4), StandardCharsets.UTF_8)).isEqualTo("one\n");
      assertThat(client.json("/v1/tasks/" + id).get("state").asString()).isEqualTo("running");
      open("gate");
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("two\n");
    }
    assertThat(get(path(id, "?follow=true&from=4")).body()).isEqualTo("two\n");
  }

  /** Several times, since the second run may have written nothing yet when it is looked at. */
  @ParameterizedTest
  @ValueSource(strings = {"gate-a", "gate-b", "gate-c", "gate-d"})
  void anAnswerEndsWithTheRunThatItBeganWith(String gate) throws Exception {
    int id = Client.id(client.submit("trying", gate, "in 60 s"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + path(id, "?follow=true"))).build();
    HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());

    try (InputStream in = response.body()) {
      assertThat(new String(in.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("run 1\n");
      open(gate);
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
    }
    assertThat(get(path(id, "?follow=true")).body()).isEqualTo("run 2\nends\n");
  }

  @Test
  void theTaskTellsHowMuchThereIs() throws Exception {
    int id = talk("open");
    open("open");
    awaitEnd(id);

    assertThat(client.json("/v1/tasks/" + id).get("output").toString())
        .isEqualTo("{\"stdout\":8,\"stderr\":4}");
  }

  @Test
  void whatIsNotThereIsTold() throws Exception {
    assertThat(get(path(99, "")).statusCode()).isEqualTo(404);
    int silent = Client.id(client.submit("once", "quiet", "in 60 s"));
    awaitEnd(silent);
    assertThat(get(path(silent, "")).statusCode()).isEqualTo(404);
    assertThat(get(path(silent, "")).body()).contains("not kept");
    assertThat(get(path(silent, "?follow=true")).statusCode()).isEqualTo(404);
    assertThat(client.json("/v1/tasks/" + silent).has("output")).isFalse();
    assertThat(get(path(silent, "?channel=stdin")).body()).contains("stdout", "stderr");
    assertThat(get(path(silent, "?follow=yes")).statusCode()).isEqualTo(400);
  }
}
